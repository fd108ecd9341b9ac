import AQKit
import AQKitStations
import Testing

@Suite("Countries with stations") struct StationCountryTests {
  @Test(
    "the capital is in the country's boxes",
    arguments: [
      (StationCountry.germany, 52.52, 13.41), (.netherlands, 52.37, 4.9), (.poland, 52.23, 21.01),
      (.unitedKingdom, 51.51, -0.13), (.unitedStates, 38.9, -77.04), (.canada, 45.42, -75.7),
      (.taiwan, 25.03, 121.57), (.korea, 37.57, 126.98), (.india, 28.61, 77.21), (.singapore, 1.29, 103.85),
      (.japan, 35.68, 139.69), (.mexico, 19.43, -99.13),
    ])
  func capital(country: StationCountry, latitude: Double, longitude: Double) throws {
    let coordinate = try Coordinate(latitude, longitude)
    #expect(country.boxes.contains { $0.contains(coordinate) })
  }
}
