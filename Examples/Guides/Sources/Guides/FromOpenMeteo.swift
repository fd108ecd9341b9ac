import AQKit

/// The hours of a day ahead as a hand-written client has them: a time and a number, gaps left out.
func hours(of parameter: AirParameter, at place: Coordinate, in hub: AirHub) async throws -> [(
  AirTime, Double
)] {
  let query = AirQuery(near: place, parameters: [parameter], window: .next(.seconds(86_400)))
  let series = try await hub.answer(for: query).best?[parameter]
  return series?.readings.map { ($0.interval.start, $0.value) } ?? []
}
