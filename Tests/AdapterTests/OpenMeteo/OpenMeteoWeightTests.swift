import AQKit
import AQKitOpenMeteo
import AQKitOpenMeteoStandIn
import AQKitTesting
import TestRuns
import Testing

/// The weight of a call: for each place the greatest of 1, a tenth of its variables, and a tenth of its variables by
/// the
/// fortnight; a variable counts once per section and model.
@Suite("The weight of a request to Open-Meteo")
struct OpenMeteoWeightTests {
  private let now = AirTime(secondsSince1970: 1_790_980_240)

  /// The weight by the documented formula, computed only from the request's parameters.
  private func counted(_ request: TransportRequest) throws -> Double {
    let form =
      request.method == .post
      ? String(decoding: request.body, as: UTF8.self) : String(request.url.drop { $0 != "?" }.dropFirst())
    var items: [String: String] = [:]
    for item in form.split(separator: "&") {
      let parts = item.split(separator: "=", maxSplits: 1)
      items[String(parts[0])] = parts.count > 1 ? PercentEncoding.decode(parts[1]) : ""
    }
    func count(_ name: String) -> Int { items[name].map { $0.split(separator: ",").count } ?? 0 }
    let names = ["current", "minutely_15", "hourly", "daily"].reduce(0) { $0 + count($1) }
    let variables = Double(names * max(1, count("models")))
    var days = 7.0
    if let start = items["start_date"], let end = items["end_date"] {
      let (first, last) = (
        try #require(AirTime("\(start)T00:00:00Z")), try #require(AirTime("\(end)T00:00:00Z"))
      )
      days = Double(last.secondsSince1970 - first.secondsSince1970) / 86_400 + 1
    } else if let past = items["past_days"].flatMap(Double.init) {
      days = past + (items["forecast_days"].flatMap(Double.init) ?? 7)
    } else if let ahead = items["forecast_days"].flatMap(Double.init) {
      days = ahead
    }
    return Double(count("latitude")) * [1, variables / 10, variables / 10 * days / 14].reduce(0, max)
  }

  /// Adapters, and the age up to which they have data.
  private let adapters: [(any HTTPAdapter<Void>, years: Int64)] = [
    (OpenMeteoAirQuality(), 10), (OpenMeteoWeather(), 0), (OpenMeteoArchive(), 80),
    (OpenMeteoArchive(model: .era5), 80), (OpenMeteoClimate(), 70),
    (OpenMeteoClimate(models: OpenMeteoClimate.Model.allCases), 70),
  ]

  @Test("a request of any service weighs what its parameters count, as the stand-in counts them too")
  func everyRequest() async throws {
    let day: Int64 = 86_400
    var windows: [AirQuery.Window] = [.current, .past(.seconds(3 * 3600)), .next(.seconds(20 * 3600))]
    for days in [1, 7, 13, 14, 15, 30, 92, 93] as [Int64] {
      windows += [.past(.seconds(days * day)), .next(.seconds(days * day))]
    }
    for years in [1, 10, 70] as [Int64] {
      windows.append(
        .interval(
          try AirInterval(start: now.adding(seconds: -years * 366 * day), end: now.adding(seconds: -9 * day)))
      )
    }
    var requests = 0
    for (adapter, _) in adapters {
      let offered = type(of: adapter).descriptor.parameters
      for count in TestEffort.of([1, 11], heavy: [1, 2, 9, 10, 11, 100]) {
        for places in TestEffort.of([1, 3], heavy: [1, 3, 100])
        where places <= adapter.descriptor.limits.placesPerRequest {
          for window in windows {
            let query = AirQuery(
              places: try (0..<places).map { .near(try Coordinate(Double($0 % 60), Double($0))) },
              parameters: Array(offered.prefix(count)), window: window)
            guard let calls = try? adapter.calls(for: query, at: now) else { continue }
            for call in calls {
              let expected = try counted(call.request)
              #expect(abs(call.request.weight - expected) < 1e-9 * expected, "\(call.request.weight)")
              requests += 1
            }
          }
        }
      }
    }
    #expect(requests > TestEffort.of(100, heavy: 1000))
  }

  @Test(
    "the service's own examples",
    arguments: [(13, 1, 5, 1.3), (6, 100, 7, 100), (10, 1, 28, 2), (1, 1, 92, 1)])
  func examples(variables: Int, places: Int, days: Int64, weight: Double) async throws {
    let parameters = Array(OpenMeteoAirQuality.descriptor.parameters.prefix(variables))
    let query = AirQuery(
      places: try (0..<places).map { .near(try Coordinate(0, Double($0))) }, parameters: parameters,
      window: .past(.seconds(days * 86_400 - 86_400)))
    let calls = try OpenMeteoAirQuality().calls(for: query, at: now)
    #expect(calls.map(\.request.weight).reduce(0, +) == weight)
    let standIn = OpenMeteoStandIn(clock: ManualClock(now), quota: .none)
    for call in calls { _ = try await standIn.send(call.request) }
    #expect(abs(standIn.weight - weight) < 1e-9)
  }

  @Test(
    "a request for many places isn't split where its parts would weigh as much",
    arguments: [(100, 1), (1000, 8)] as [(Int64, Int)])
  func manyPlaces(days: Int64, requests: Int) throws {
    let archive = OpenMeteoArchive(
      baseURL: "http://archive.test", limits: RequestLimits(placesPerRequest: 1000))
    let end = now.adding(seconds: -30 * 86_400).floored(toMultipleOf: 86_400)
    let query = AirQuery(
      places: try (0..<1000).map { .near(try Coordinate(Double($0 % 50), Double($0 / 50))) },
      parameters: [.temperature],
      window: .interval(try AirInterval(start: end.adding(seconds: -days * 86_400), end: end)))
    let calls = try archive.calls(for: query, at: now)
    #expect(calls.count == requests && calls.allSatisfy { $0.request.weight == 1000 })
  }

  @Test("many climate models reduce the places per request until it fits into a minute")
  func climate() throws {
    let one = OpenMeteoClimate().descriptor
    let all = OpenMeteoClimate(models: OpenMeteoClimate.Model.allCases)
    #expect(one.limits.placesPerRequest == 100)
    let most = all.descriptor.limits.placesPerRequest
    #expect((10..<100).contains(most))
    let start = try #require(AirTime("2030-01-01T00:00:00Z"))
    let query = AirQuery(
      places: try (0..<most).map { .near(try Coordinate(0, Double($0))) },
      window: .interval(try AirInterval(start: start, end: start.adding(seconds: 14 * 86_400))))
    let calls = try all.calls(for: query, at: now)
    #expect(calls.count == 1 && calls.allSatisfy { $0.request.weight <= 500 })
  }
}
