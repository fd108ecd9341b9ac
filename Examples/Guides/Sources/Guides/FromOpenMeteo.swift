import AQKit

/// The hours of a day ahead as a hand-written client has them: a time and a number, gaps left out.
func hours(of parameter: AirParameter, at place: Coordinate, in hub: AirHub) async throws -> [(
  AirTime, Double
)] {
  let query = AirQuery(near: place, parameters: [parameter], window: .next(.seconds(86_400)))
  let series = try await hub.answer(for: query).best?[parameter]
  return series?.readings.map { ($0.interval.start, $0.value) } ?? []
}

/// Returns the US index that the service publishes, and the one that AQKit computes from the same concentrations.
func both(at place: Coordinate, in hub: AirHub) async throws -> (published: Double?, computed: AQIOutcome) {
  let answer = try await hub.answer(for: AirQuery(near: place))
  let published = AirParameter.publishedIndex(scale: "us-epa")
  return (
    answer.best?[published]?.newestReading(notAfter: answer.receivedAt)?.value, answer.index(using: .usEPA)
  )
}
