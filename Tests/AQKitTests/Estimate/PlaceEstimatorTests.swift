import AQKit
import Testing

/// Properties of every estimate, over made-up stations.
struct PlaceEstimatorTests {
  private let estimator = PlaceEstimator()
  private let place: Coordinate

  init() throws { place = try Coordinate(50, 14) }

  /// A small generator of numbers from 0 to 1, the same in every run.
  private struct Numbers {
    var state: UInt64
    mutating func next() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 11) / Double(1 << 53)
    }
  }

  private func station(
    _ east: Double, _ north: Double, _ values: Double..., model: [Double] = [],
    setting: AirSite.Details.Setting? = nil, quality: PlaceEstimator.Quality = .reference
  ) throws -> PlaceEstimator.Station {
    // A degree of latitude has 111.195 km on the sphere.
    PlaceEstimator.Station(
      at: try Coordinate(50 + north / 111.195, 14 + east / 71.475), values: values, model: model,
      setting: setting, quality: quality)
  }

  /// Some stations around the place.
  private func stations(_ count: Int, seed: UInt64, hasModel: Bool) throws -> [PlaceEstimator.Station] {
    var numbers = Numbers(state: seed)
    let settings: [AirSite.Details.Setting?] = [nil, .background, .traffic, .industrial]
    return try (0..<count).map { _ in
      let value = 200 * numbers.next() * numbers.next()
      return try station(
        100 * (numbers.next() - 0.5), 100 * (numbers.next() - 0.5), value,
        model: hasModel ? [60 * numbers.next()] : [], setting: settings[Int(numbers.next() * 3.99)],
        quality: PlaceEstimator.Quality.allCases[Int(numbers.next() * 2.99)])
    }
  }

  @Test(
    "an estimate is a number within its interval, whatever the stations say",
    arguments: [AirParameter.no2, .o3, .pm10, .pm25])
  func sane(parameter: AirParameter) throws {
    for seed in UInt64(1)...60 {
      let hasModel = seed % 2 == 0
      var some = try stations(Int(seed) % 25 + 1, seed: seed, hasModel: hasModel)
      if parameter == .no2 || parameter == .o3 {
        some = some.map { station in
          var station = station
          station.quality = .reference
          return station
        }
      }
      let model = hasModel ? [Double(seed)] : []
      let found = try estimator.estimate(
        of: parameter, at: place, from: some, model: model, probability: Double(seed) / 61
      ).value
      #expect(found.value.isFinite && found.low >= 0 && found.low <= found.value && found.value <= found.high)
    }
  }

  @Test("the order of the stations changes nothing, even if they are at one point")
  func order() throws {
    for seed in UInt64(1)...20 {
      var some = try stations(24, seed: seed, hasModel: true)
      some += try [
        station(3, 4, 10), station(3, 4, 30), station(-3, 4, 20), station(-3, -4, 20), station(3, -4, 90),
      ]
      let usual = try estimator.estimate(of: .pm25, at: place, from: some, model: [12])
      let backwards = try estimator.estimate(of: .pm25, at: place, from: some.reversed(), model: [12])
      #expect(usual.value == backwards.value)
      #expect(
        usual.contributions.map { some[$0.station] }
          == backwards.contributions.map { Array(some.reversed())[$0.station] })
    }
  }

  @Test("a place at a station has nearly its value")
  func onTop() throws {
    let some = try [station(0, 0, 40), station(9, 3, 34), station(-6, 8, 36), station(5, -12, 31)]
    let found = try estimator.estimate(of: .pm10, at: place, from: some).value
    #expect((found.value - 40).magnitude < 2)
  }

  @Test("a higher value of one station never lowers the estimate, unless it is an outlier")
  func monotonous() throws {
    var last = 0.0
    for value in stride(from: 8.0, through: 16, by: 1) {
      let some = try [station(2, 1, value), station(-4, 3, 11), station(1, -6, 12), station(7, 5, 10)]
      let found = try estimator.estimate(of: .pm25, at: place, from: some, model: [11]).value.value
      #expect(found > last)
      last = found
    }
  }

  @Test("an interval that holds more often is wider")
  func probability() throws {
    let some = try stations(8, seed: 4, hasModel: false)
    var last = 0.0
    for probability in [0.01, 0.5, 0.8, 0.9, 0.95, 0.99, 0.999_999] {
      let found = try estimator.estimate(of: .pm10, at: place, from: some, probability: probability).value
      #expect(found.high - found.low > last)
      last = found.high - found.low
    }
  }

  @Test(
    "one station in many that reads ten times as much hardly moves the estimate, but moves the nearest value")
  func faults() throws {
    var numbers = Numbers(state: 9)
    var (moved, nearest) = (0.0, 0.0)
    for _ in 0..<40 {
      var some = try (0..<12).map { _ in
        try station(40 * (numbers.next() - 0.5), 40 * (numbers.next() - 0.5), 10 + 4 * numbers.next())
      }
      let usual = try estimator.estimate(of: .pm25, at: place, from: some)
      let first = usual.contributions[0].station
      let value = some[first].values[0]
      some[first].values[0] = 10 * value
      let wrong = try estimator.estimate(of: .pm25, at: place, from: some)
      moved += (wrong.value.value - usual.value.value).magnitude
      nearest += 9 * value
      #expect(wrong.contributions.first { $0.station == first }?.isOutlier == true)
    }
    #expect(moved < nearest / 20)
  }

  @Test("the usual excess of roadside stations is subtracted away from roads, and added at one")
  func roads() throws {
    let some = try [station(1, 0, 40, setting: .traffic), station(0, 2, 40, setting: .traffic)]
    let away = try estimator.estimate(of: .no2, at: place, from: some).value.value
    let beside = try estimator.estimate(of: .no2, at: place, from: some, setting: .traffic).value.value
    #expect(away < 30 && (beside - 40).magnitude < 0.5)
  }

  @Test("a raw low-cost sensor counts less than a corrected one, and that less than a reference station")
  func quality() throws {
    let weights = try PlaceEstimator.Quality.allCases.map { quality in
      let some = try [station(5, 0, 20, quality: quality), station(-5, 0, 10), station(0, 5, 10)]
      let found = try estimator.estimate(of: .pm25, at: place, from: some, model: [10])
      return found.contributions.first { $0.station == 0 }?.weight ?? .nan
    }
    #expect(weights[0] > weights[1] && weights[1] > weights[2] && weights[2] > 0)
  }

  @Test("a low-cost sensor of a gas isn't used")
  func sensorsOfGases() throws {
    let some = try [station(1, 0, 20, quality: .raw)]
    #expect(throws: AirEstimate.Unavailable(.nothingNear(reach: 150_000))) {
      try estimator.estimate(of: .no2, at: place, from: some)
    }
  }

  @Test("a missing estimate has a named reason")
  func refusals() throws {
    let some = try [station(1, 0, 20)]
    func reason(_ work: () throws -> Void) -> AirEstimate.Unavailable.Reason? {
      do { try work() } catch { return (error as? AirEstimate.Unavailable)?.reason }
      return nil
    }
    #expect(
      reason { _ = try estimator.estimate(of: .so2, at: place, from: some) } == .noConstants(.so2))
    #expect(
      reason { _ = try estimator.estimate(of: .pm25, at: place, from: []) } == .nothingNear(reach: 150_000))
    #expect(
      reason { _ = try estimator.estimate(of: .pm25, at: place, from: some, ahead: .init(hours: 4)) }
        == .outOfDate(hours: 4))
    for probability in [0, 1, -1, 2, Double.nan] {
      #expect(throws: AirEstimate.Unavailable.self) {
        try estimator.estimate(of: .pm25, at: place, from: some, probability: probability)
      }
    }
    var spoilt = PlaceEstimator.Constants.standard
    spoilt.pollutants[.pm25]?.fieldLength = 0
    #expect(
      reason { _ = try PlaceEstimator(spoilt).estimate(of: .pm25, at: place, from: some) }
        == .impossibleConstants)
  }

  @Test("the constants survive JSON")
  func constants() throws {
    #expect(try roundTripped(PlaceEstimator.Constants.standard) == .standard)
  }

  @Test("impossible and extreme numbers lead to no crash and no NaN")
  func hostile() throws {
    let extremes: [Double] = [0, .greatestFiniteMagnitude, .leastNonzeroMagnitude, .infinity, .nan, -1, 1e9]
    for first in extremes {
      for second in extremes {
        for parameter in [AirParameter.no2, .o3] {
          let some = try [
            station(1, 0, first), station(0, 1, second), station(0, 0, 3), station(2, 2, 4), station(3, 3, 5),
          ]
          let found = try estimator.estimate(of: parameter, at: place, from: some, model: [second]).value
          #expect(found.value.isFinite && found.low <= found.value && found.value <= found.high)
        }
      }
    }
  }

  // MARK: Hours

  @Test("the newest hour is the last one that at least half of the stations have, and four of them")
  func newest() throws {
    let gap = Double.nan
    let some = try [
      station(1, 0, 10, 11, 12), station(2, 0, 10, 11, gap), station(3, 0, 10, 11, gap),
      station(4, 0, 10, 11, gap), station(5, 0, gap, gap, 12),
    ]
    #expect(try estimator.hours(of: .pm25, at: place, from: some).newest == 1)
    #expect(try estimator.hours(of: .pm25, at: place, from: Array(some.prefix(1))).newest == 2)
  }

  @Test("an hour with its own values equals a single estimate for it")
  func ownHours() throws {
    var some = try stations(26, seed: 5, hasModel: true)
    for index in some.indices {
      some[index].values.append(index % 3 == 0 ? .nan : some[index].values[0] * 1.2)
      some[index].model.append(some[index].model[0] * 1.1)
    }
    let hours = try estimator.hours(of: .pm10, at: place, from: some, model: [20, 22])
    for hour in 0...1 {
      let single = try estimator.estimate(of: .pm10, at: place, from: some, model: [20, 22], hour: hour)
      #expect((hours.values[hour].value - single.value.value).magnitude < 1e-6)
      #expect((hours.values[hour].high - single.value.high).magnitude < 1e-9)
    }
  }

  @Test(
    "without a model the last hour is held for three hours with a growing interval, then there is none"
  )
  func held() throws {
    let some = try [station(1, 0, 10, .nan, .nan, .nan, .nan), station(4, 0, 12, .nan, .nan, .nan, .nan)]
    let values = try estimator.hours(of: .pm25, at: place, from: some).values
    #expect(values[1].value == values[0].value && values[3].value == values[0].value)
    #expect(values[1].high > values[0].high && values[3].high > values[2].high)
    #expect(values[4].value.isNaN)
  }

  @Test("ahead, the stations' excess over the model fades by the reference's weights")
  func ahead() throws {
    let gaps = [Double](repeating: .nan, count: 48)
    let some = try [
      PlaceEstimator.Station(at: station(1, 0).coordinate, values: [30] + gaps),
      PlaceEstimator.Station(at: station(0, 3).coordinate, values: [28] + gaps),
    ]
    let model = [Double](repeating: 15, count: 49)
    let values = try estimator.hours(of: .pm25, at: place, from: some, model: model).values
    let single = try estimator.estimate(
      of: .pm25, at: place, from: some, model: [15], ahead: .init(hours: 6, model: 15))
    #expect((values[6].value - single.value.value).magnitude < 1e-9)
    #expect(values[1].value > values[6].value && values[6].value > values[30].value && values[48].value > 15)
    #expect(values[48].high - values[48].low > values[1].high - values[1].low)
  }

  @Test("the same hour of the day before counts ahead if it has values")
  func dayBefore() throws {
    // At one hour of the day the model is too low by half; the newest hour is twelve hours later.
    var values = [Double](repeating: .nan, count: 34)
    (values[8], values[20]) = (20, 10)
    let some = try [PlaceEstimator.Station(at: station(1, 0).coordinate, values: values)]
    let model = [Double](repeating: 10, count: 34)
    let found = try estimator.hours(of: .pm25, at: place, from: some, model: model).values
    #expect(found[32].value > found[33].value + 1)
  }

  @Test("a station that has fallen silent doesn't hold back those that haven't")
  func silentStation() throws {
    let hours = [Double](repeating: 20, count: 24)
    let silent = hours.enumerated().map { $0.offset < 13 ? $0.element : .nan }
    let some = try [hours, hours, silent].enumerated().map { index, values in
      PlaceEstimator.Station(at: try station(Double(index + 1), 0).coordinate, values: values)
    }
    let found = try estimator.hours(of: .pm25, at: place, from: some).values
    let newest = try estimator.estimate(of: .pm25, at: place, from: some, hour: 23).value
    #expect(found.count == 24 && found[23].value == newest.value)
  }

  @Test("many places at once give the same as each alone")
  func manyPlaces() throws {
    let some = try stations(60, seed: 8, hasModel: false)
    let places = try (0..<25).map { try Coordinate(49.8 + Double($0) * 0.02, 14.1) } + [Coordinate(-50, 14)]
    let values = try estimator.estimates(of: .pm25, at: places, from: some)
    for (place, value) in zip(places.dropLast(), values) {
      #expect(try estimator.estimate(of: .pm25, at: place, from: some).value == value)
    }
    #expect(values.last?.value.isNaN == true)
  }
}
