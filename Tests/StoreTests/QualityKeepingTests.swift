import AQKit
import AQKitTesting
import Testing

/// The statements of a store about cached data from several sources.
@MainActor struct QualityKeepingTests {
  private let clock = ManualClock()
  private let old = AirTime.noon.adding(seconds: -5 * 3600)

  /// A client whose answer is that of some sources, each with its parameters, its age and why it is cached.
  private func client(
    _ policy: AirHub.Policy,
    _ sources: [(id: SourceID, parameters: [AirParameter], receivedAt: AirTime, failure: AQError.Code?)]
  ) -> AirClient {
    AirClient(clock: clock) { [clock] query in
      let outcomes = try sources.map { id, parameters, receivedAt, failure in
        var descriptor = SourceDescriptor(id: id, name: id.rawValue, offers: SourceDescriptor.sample.offers)
        descriptor.offers = descriptor.offers.map { offer in
          var offer = offer
          offer.parameters = parameters
          return offer
        }
        var report = try AirReport.sample(at: AirPlace.one.coordinate, receivedAt: receivedAt)
        report.source = id
        report.series = try parameters.map { parameter in
          let unit: AirUnit =
            switch parameter {
            case .isDay: .one
            case .temperature: .celsius
            default: .microgramsPerCubicMetre
            }
          let hour = try AirInterval(start: receivedAt.adding(seconds: -3600), end: receivedAt)
          return try AirSeries(parameter, 1, unit: unit, over: hour)
        }
        var response = AirResponse(reports: [report])
        response.cached = failure.map { .init(since: receivedAt, failure: $0) }
        return AirAnswer.SourceOutcome(
          descriptor: descriptor, result: .responded(response), receivedAt: clock.time)
      }
      return AirAnswer(query: query, outcomes: outcomes, askedAt: clock.time, policy: policy)
    }
  }

  @Test func allSourcesOfAMergedReportAreKeptInPlaceOfErrors() async {
    await clock.runOnMainActor {
      let store = AirQualityStore(
        client(
          .merged(.standard),
          [("one", [.pm25], old, .unreachable), ("two", [.o3], old, .unreachable)]))
      await store.show(.one)
      #expect(store[.air].value?.source == .merged)
      #expect(store[.air].isCached && store[.air].error?.code == .unreachable)
    }
  }

  @Test func oneNewPartMakesAMergedReportANewOne() async {
    await clock.runOnMainActor {
      let store = AirQualityStore(
        client(
          .merged(.standard), [("one", [.pm25], old, .unreachable), ("two", [.o3], .noon, nil)]))
      await store.show(.one)
      #expect(store[.air].value?.source == .merged)
      #expect(store[.air].error == nil)
    }
  }

  @Test func theWeatherHasTheAgeOfItsOwnSource() async {
    await clock.runOnMainActor {
      let store = AirQualityStore(
        client(.all, [("air", [.isDay], .noon, nil), ("weather", [.temperature], old, .unreachable)]),
        loading: .weather)
      await store.show(.one)
      #expect(store[.weather].value?.source == "weather")
      #expect(store[.weather].receivedAt == old)
      #expect(store[.weather].isCached && store[.weather].error?.code == .unreachable)
    }
  }
}
