import AQKit
import AQKitTesting
import Testing

/// Docs/AtMyPlace.md and doc comments quote parts of this file.
@Suite("The guide to the air at a place")
struct EstimateGuideTests {
  private func hub() throws -> AirHub {
    let reports = try (1...6).map { number in
      let site = AirSite(
        id: "\(number)", coordinate: try Coordinate(51.5 + 0.02 * Double(number), -0.13),
        kind: .referenceStation)
      return try AirReport.sample("stations", value: 10 + Double(number), site: site)
    }
    let source = ScriptedSource(
      .sample("stations", offers: [.sample(averaging: .oneHour)]), always: AirResponse(reports: reports))
    return try AirHub(sources: [source], clock: ManualClock())
  }

  @Test("the air at home is estimated from the stations around it")
  func first() async throws {
    let (air, home) = (try hub(), try Coordinate(51.51, -0.13))
    let answer = try await air.answer(for: AirQuery(around: home, parameters: [.pm25]))
    let estimate = try answer.estimate(of: .pm25)
    print(estimate)  // "PM2.5 12 µg/m³ (8 to 17), from 6 stations within 14 km and the model"
    for part in estimate.contributions { print(part.site.name ?? part.source.rawValue, part.weight) }
    print(estimate.attribution.map(\.text))  // must be shown with it
    #expect(estimate.contributions.count == 6)
  }

  @Test("an index is computed from estimates")
  func index() async throws {
    let (air, home) = (try hub(), try Coordinate(51.51, -0.13))
    let answer = try await air.answer(for: AirQuery(around: home))
    let report = try answer.estimatedReport()
    let outcome = report.index(using: .usEPA)
    if let value = outcome.value { print(value) }  // "62 Moderate, 48 to 79 (US EPA AQI 2024, …)"
    #expect(report[.pm25] != nil)
  }

  @Test("the estimator alone takes stations and a model's values")
  func alone() throws {
    let (home, park, school) = try (Coordinate(50, 14), Coordinate(50.02, 14), Coordinate(50, 14.03))
    let estimator = PlaceEstimator()
    let stations = [
      PlaceEstimator.Station(at: park, values: [12.4]), PlaceEstimator.Station(at: school, values: [9.8]),
    ]
    let estimate = try estimator.estimate(of: .pm25, at: home, from: stations, model: [10.5])
    print(estimate.value.value, estimate.value.low, estimate.value.high)  // µg/m³
    #expect(estimate.value.value > 9 && estimate.value.value < 13)
  }

  @Test("an estimator can have other constants")
  func ownConstants() throws {
    var constants = PlaceEstimator.Constants.standard
    constants.pollutants[.no2]?.roadside.offset = 0.5  // as measured in your town
    let estimator = PlaceEstimator(constants)
    #expect(estimator != PlaceEstimator())
  }

  @Test("a query around a place has the standard surroundings")
  func surroundings() throws {
    let home = try Coordinate(50, 14)
    var query = AirQuery(near: home, parameters: [.pm25])
    query.surroundings = .standard  // as AirQuery(around: home, parameters: [.pm25])
    #expect(query == AirQuery(around: home, parameters: [.pm25]))
  }
}
