import AQKitTesting
import Testing

@testable import AQKit

@Suite("The memory of a cache", .timeLimit(.minutes(10)))
struct CacheSizeTests {
  private static let text = String(repeating: "long ", count: 20_000)

  private static let wordy: [AirResponse] = {
    let report = AirReport(
      source: "sample", site: AirSite(kind: .referenceStation), kind: .observation, series: [],
      receivedAt: .noon
    )
    func changed(_ change: (inout AirReport) -> Void) -> AirResponse {
      var copy = report
      change(&copy)
      return AirResponse(reports: [copy])
    }
    return [
      AirResponse(notes: [AirNote(.remark, text)]),
      changed { $0.site.name = text },
      changed { $0.attribution = [AirAttribution(text)] },
      changed { $0.rights.terms = text },
      changed { report in
        let series = try? AirSeries(
          AirParameter(rawValue: text), 1, unit: .one, over: AirInterval(instant: .noon))
        report.series = [series].compactMap { $0 }
      },
    ]
  }()

  @Test("counts the texts of a response", arguments: wordy)
  func texts(response: AirResponse) {
    #expect((100_000..<110_000).contains(response.approximateSize))
  }

  @Test("is bounded, however few values the responses have")
  func bounded() {
    let cache = ResponseCache(AirPolicy.Cache(maximumBytes: 1 << 20))
    let lifetime = AirPolicy.Cache.Lifetime(
      fresh: .seconds(60), whileRevalidating: .seconds(60), ifError: .seconds(60))
    for number in 0..<50 {
      cache.store(
        AirResponse(notes: [AirNote(.remark, Self.text)]), to: AirQuery(places: [.site("\(number)")]),
        fetch: cache.beginFetch(), lifetime: lifetime, at: Double(AirTime.noon.secondsSince1970))
    }
    #expect(cache.count == 10)
    #expect(cache.size <= 1 << 20)
  }
}
