import AQKit
import AQKitOpenMeteo
import AQKitOpenMeteoStandIn
import AQKitStations
import AQKitTesting
import Testing

/// An estimate over recorded stations of three networks, moved to one town and hour, and a model.
@Suite("An estimate from three networks and a model") struct EstimateTests {
  private static let now = AirTime(secondsSince1970: 1_790_856_000)  // 2026-10-01T12:00:00Z
  private let place: Coordinate

  init() throws { place = try Coordinate(52.09, 5.12) }

  /// The newest NO₂ of each recorded station with hourly values, as if it were from the last hour and some kilometres away.
  private func network(
    _ descriptor: SourceDescriptor, _ file: String, _ format: PayloadFormat, at receivedAt: AirTime,
    kilometres: Double
  ) throws -> ScriptedSource {
    let recorded = try Payload.response(file, format, at: receivedAt).reports
    var reports: [AirReport] = []
    for report in recorded {
      guard let series = report.series(of: .no2).first, let reading = series.newestReading(),
        reading.interval.length == .seconds(3600), reading.value >= 0
      else { continue }
      var moved = report
      moved.site.coordinate = try Coordinate(52.09 + (kilometres + Double(reports.count)) / 111.2, 5.12)
      moved.site.kind = .referenceStation
      moved.series = [
        try AirSeries(
          .no2, unit: reading.unit,
          timeline: AirTimeline([AirInterval(start: Self.now.adding(seconds: -3600), end: Self.now)]),
          values: [reading.value], origin: series.origin)
      ]
      (moved.places, moved.receivedAt) = ([0], Self.now)
      reports.append(moved)
    }
    try #require(!reports.isEmpty, "\(file) has no hour of NO2.")
    var everywhere = descriptor
    for index in everywhere.offers.indices { everywhere.offers[index].coverage = .world }
    return ScriptedSource(everywhere, always: AirResponse(reports: reports))
  }

  @Test(
    "all contribute by distance, with their credit and the stricter rights, for two requests to the model")
  func estimate() async throws {
    let clock = ManualClock(Self.now)
    let standIn = OpenMeteoStandIn(clock: clock)
    let sources: [any AirDataSource] = [
      try network(
        LondonAirStations.descriptor, "london-air/hours.json", .londonAir,
        at: AirTime(secondsSince1970: 1_795_172_400), kilometres: 12),
      try network(
        LuchtmeetnetStations.descriptor, "luchtmeetnet/measurements.json", .luchtmeetnet, at: Self.now,
        kilometres: 2),
      try network(
        SoramameStations.descriptor, "soramame/hour.csv", .soramame, at: Self.now, kilometres: 20),
      HTTPSource(OpenMeteoAirQuality(), transport: standIn, clock: clock),
    ]
    let hub = try AirHub(sources: sources, clock: clock)
    let answer = try await hub.answer(for: AirQuery(around: place, parameters: [.no2]))
    let estimate = try answer.estimate(of: .no2)

    #expect(estimate.basis == .stationsAndModel && estimate.model?.source == "open-meteo")
    let used = Set(estimate.contributions.map(\.source))
    #expect(used == ["london-air", "luchtmeetnet", "soramame"])
    #expect(estimate.contributions.map(\.distance) == estimate.contributions.map(\.distance).sorted())
    #expect(estimate.contributions.first?.source == "luchtmeetnet")
    let descriptors = hub.descriptors
    for descriptor in descriptors {
      #expect(descriptor.attribution.allSatisfy { estimate.attribution.contains($0) || $0.text.isEmpty })
    }
    for descriptor in descriptors where descriptor.rights.commercialUse != .allowed {
      #expect(estimate.rights.commercialUse != .allowed)
    }
    // One request for the place and one for all stations together.
    #expect(standIn.requests.count == 2)
    #expect(estimate.low < estimate.value && estimate.value < estimate.high)
  }

  @Test("values beyond a budget are missing, with a note, and the estimate uses the rest")
  func budget() async throws {
    let clock = ManualClock(Self.now)
    let standIn = OpenMeteoStandIn(clock: clock)
    let budget = RequestBudgets.Budget(RequestLimits(windows: [.init(1, perSeconds: 86400)]), clock: clock)
    let transport = standIn.rateLimited(by: budget, clock: clock)
    let sources: [any AirDataSource] = [
      try network(
        LuchtmeetnetStations.descriptor, "luchtmeetnet/measurements.json", .luchtmeetnet, at: Self.now,
        kilometres: 2),
      HTTPSource(OpenMeteoAirQuality(), transport: transport, clock: clock),
    ]
    let hub = try AirHub(sources: sources, clock: clock)
    let answer = try await hub.answer(for: AirQuery(around: place, parameters: [.no2]))
    let model = try #require(answer.outcomes.first { $0.source == "open-meteo" })
    #expect(standIn.requests.count == 1)
    let notes = model.response?.notes.map(\.message) ?? []
    #expect(
      notes.contains {
        $0.contains("values at the surrounding stations are missing")
          && $0.contains("The request limit is reached")
      },
      "\(notes)")
    #expect(try answer.estimate(of: .no2).basis == .stationsAndModel)
  }
}
