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

  @Test(
    "what lies at the border is in them",
    arguments: [
      (
        StationCountry.germany,
        [
          (54.91, 8.31), (53.59, 6.67), (54.68, 13.43), (53.95, 14.19), (53.06, 14.28), (52.34, 14.55),
          (51.73, 14.63), (51.15, 14.99), (50.83, 14.77), (50.73, 13.76), (50.17, 12.13), (49.31, 12.84),
          (48.57, 13.46), (48.17, 12.83), (47.47, 13.04), (47.27, 10.18), (47.42, 10.98), (47.55, 9.69),
          (47.62, 8.22), (47.6, 7.61), (48.57, 7.81), (49.24, 6.99), (49.47, 6.37), (49.93, 6.2),
          (50.13, 6.14), (50.78, 6.08), (51.03, 5.88), (51.84, 6.0), (51.84, 6.61), (52.62, 6.72),
          (54.18, 7.89), (47.7, 8.69), (50.94, 6.96), (48.14, 11.58), (53.23, 7.21),
        ]
      ),
      (
        .netherlands,
        [
          (53.48, 6.16), (53.33, 6.93), (52.79, 6.9), (52.31, 6.93), (51.97, 6.72), (51.87, 6.25),
          (51.37, 6.17), (51.19, 5.99), (50.86, 6.08), (50.77, 6.02), (50.85, 5.69), (51.25, 5.57),
          (51.37, 5.17), (51.44, 4.93), (51.36, 4.38), (51.28, 4.05), (51.31, 3.39), (51.44, 3.57),
          (51.7, 3.7), (52.08, 4.3), (53.16, 4.85), (52.22, 6.89), (53.22, 6.57),
        ]
      ),
      (
        .poland,
        [
          (53.91, 14.25), (53.43, 14.55), (52.85, 14.2), (52.35, 14.57), (51.95, 14.73), (51.15, 15.02),
          (50.9, 14.97), (50.83, 15.52), (50.44, 16.24), (50.1, 16.67), (50.32, 17.38), (50.09, 18.22),
          (49.92, 18.33), (49.75, 18.63), (49.3, 19.95), (49.18, 20.09), (49.42, 20.96), (49.41, 21.7),
          (49.1, 22.65), (49.01, 22.88), (49.78, 22.77), (50.27, 23.63), (50.85, 24.1), (51.55, 23.55),
          (52.08, 23.62), (52.7, 23.87), (53.51, 23.65), (54.12, 23.35), (54.31, 22.3), (54.38, 19.82),
          (54.8, 18.42), (54.35, 18.65),
        ]
      ),
    ] as [(StationCountry, [(Double, Double)])])
  func border(country: StationCountry, places: [(Double, Double)]) throws {
    for (latitude, longitude) in places {
      let coordinate = try Coordinate(latitude, longitude)
      #expect(country.boxes.contains { $0.contains(coordinate) }, "\(coordinate)")
    }
  }

  @Test(
    "cities of the neighbours aren't",
    arguments: [
      (
        StationCountry.germany,
        [
          (50.08, 14.42), (47.37, 8.54), (49.61, 6.13), (53.43, 14.55), (52.37, 4.9), (47.27, 11.39),
          (50.63, 5.57), (49.75, 13.38), (53.22, 6.57),
        ]
      ),
      (.netherlands, [(51.22, 4.4), (50.85, 4.35), (50.94, 6.96), (51.43, 6.76), (50.63, 5.57)]),
      (
        .poland,
        [
          (50.08, 14.42), (49.83, 18.28), (49.84, 24.03), (54.71, 20.51), (53.68, 23.83), (50.77, 15.06),
          (52.52, 13.41),
        ]
      ),
    ] as [(StationCountry, [(Double, Double)])])
  func neighbours(country: StationCountry, places: [(Double, Double)]) throws {
    for (latitude, longitude) in places {
      let coordinate = try Coordinate(latitude, longitude)
      #expect(!country.boxes.contains { $0.contains(coordinate) }, "\(coordinate)")
    }
  }
}
