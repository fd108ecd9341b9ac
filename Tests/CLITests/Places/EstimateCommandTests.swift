import AQKit
import AQKitTesting
import ArgumentParser
import Testing

@testable import AQKitCommands

/// `current --estimate` and `explain --estimate`.
@Suite("Estimates on the command line") struct EstimateCommandTests {
  private static let now = AirTime(secondsSince1970: 1_790_805_600)

  private func answer() throws -> AirAnswer {
    func report(_ source: SourceID, _ kilometres: Double, _ value: Double, isIndoor: Bool = false) throws
      -> AirReport
    {
      let series = try AirSeries(
        .pm25, unit: .microgramsPerCubicMetre,
        timeline: AirTimeline(
          start: Self.now.adding(seconds: -24 * 3600), step: .seconds(3600), length: .seconds(3600), count: 24
        ),
        values: [Double](repeating: value, count: 24))
      let site = AirSite(
        id: "\(source)", name: "Station of \(source)",
        coordinate: try Coordinate(50 + kilometres / 111.2, 14),
        kind: .referenceStation, isIndoor: isIndoor)
      return AirReport(
        source: source, site: site, kind: .observation, series: [series], receivedAt: Self.now,
        attribution: [AirAttribution("Data of \(source)", licence: "CC BY 4.0")], places: [0])
    }
    let query = try PlaceEstimates.query(at: [.near(Coordinate(50, 14))])
    return AirAnswer(
      try [report("near", 3, 12), report("far", 9, 10), report("inside", 1, 99, isIndoor: true)], to: query,
      at: Self.now)
  }

  @Test(
    "a table of weights names each station with distance, value and weight, and what was left out with its reason"
  )
  func weights() throws {
    let lines = PlaceEstimates(try answer()).weights(within: 120).map(\.sent)
    let near = try #require(lines.first { $0.contains("Station of near") })
    #expect(near.contains(" km") && near.contains("12 µg/m³") && near.contains(" %"))
    #expect(lines.contains { $0.contains("Station of inside") && $0.contains("indoors") })
    #expect(lines.contains { $0.contains("No station within 150 km") })
  }

  @Test(
    "the first lines are the index of the estimates with its interval, and a line for each pollutant with the credits"
  )
  func current() throws {
    let index = try AirQualityIndexCatalog.standard.named("us-epa")
    let lines = PlaceEstimates(try answer()).lines(index).map(\.sent)
    #expect(lines.first?.contains(" to ") == true)
    #expect(lines.contains { $0.contains("from 2 stations within 9 km") })
    #expect(lines.contains("Data of near (CC BY 4.0)"))
    #expect(!lines.contains { $0.contains("Data of inside") })
  }

  @Test("an estimate needs one place")
  func onePlace() throws {
    #expect(throws: ValidationError.self) { try PlaceEstimates.query(at: []) }
    #expect(try CurrentCommand.parse(["--at", "50,14", "--estimate"]).estimates)
    #expect(try ExplainCommand.parse(["--at", "50,14", "--estimate"]).estimates)
  }
}
