import AQKit
import Foundation
import Observation

/// The data of Breeze: search, the air with advice, its pollutants, pollen, and this day through the years.
@Observable final class Breeze {
  static let popular = [
    "New York", "Los Angeles", "Chicago", "London", "Paris", "Tokyo", "Berlin", "Toronto", "Sydney", "Dubai",
  ]
  let store: AirQualityStore
  let finder: PlaceFinder
  let years: AirTopic<[AirHistory.Year]>
  var isFahrenheit = false

  init(_ client: AirClient) {
    let thisYear = Int("\(client.now())".prefix(4)) ?? 2026
    years = .thisDay(in: [1980, 1990, 2000, 2010, 2020, thisYear])
    store = AirQualityStore(client, loading: .air, .pollen, years)
    finder = PlaceFinder(client, limit: 5)
  }

  var air: AQIValue? { store.aqi?.value }
  var tips: [String] { air?.band?.messages.map(\.text) ?? [] }
  /// The grade of today's mean, which distinguishes no pollen, no coverage and no data.
  func pollen(of taxon: AirParameter) -> AirParameter.PollenScheme.Grade? {
    let zone = store.place?.timeZone.flatMap(AirTime.Zone.init(identifier:))
    return try? store[.pollen].value?.pollenGrade(of: taxon, on: .nationalAllergyBureau, in: zone)
  }
  /// The change since the first year, in the degrees that the user has chosen.
  var warming: Double? {
    guard let years = store[years].value, let first = years.first, let last = years.last else { return nil }
    return (last.value - first.value) * (isFahrenheit ? 1.8 : 1)
  }
  var shareText: String? {
    guard let place = store.place, let air else { return nil }
    return "Air quality in \(place.fullName): \(air.title). \(store.credit.text)"
  }
}
