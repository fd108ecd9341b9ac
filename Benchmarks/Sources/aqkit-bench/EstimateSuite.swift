import AQKit
import Foundation

/// The suite `estimate`: the air at places, estimated from stations and a model.
enum EstimateSuite {
  /// Runs the suite; takes some seconds.
  static func figures() throws -> [Figure] {
    let estimator = PlaceEstimator()
    let place = try Coordinate(50, 14)
    let hours = 48
    let stations = try stations(20, hours: hours, within: 0.4)
    let model = SeededNumbers.smooth(hours, around: 11, seed: 3)
    let baseline = PythonBaseline.estimate()

    let one = try Stopwatch.best {
      for _ in 0..<100 { keep(try estimator.estimate(of: .pm25, at: place, from: stations, model: model)) }
    }
    let column = try Stopwatch.best {
      for _ in 0..<50 { keep(try estimator.hours(of: .pm25, at: place, from: stations, model: model)) }
    }
    let many = try self.stations(3000, hours: 1, within: 4)
    var numbers = SeededNumbers(seed: 11)
    var places: [Coordinate] = []
    for _ in 0..<10_000 {
      places.append(try Coordinate(46 + 8 * numbers.fraction(), 10 + 8 * numbers.fraction()))
    }
    let map = try Stopwatch.best(runs: 3) { keep(try estimator.estimates(of: .pm25, at: places, from: many)) }
    var figures = [
      Figure(
        workload: "one place, 20 stations and a model", value: 1e6 * one.processor / 100, unit: "µs",
        wall: 1e6 * one.wall / 100, goal: .atMost(60),
        baselines: [
          baseline.baseline("the method's prototype in numpy", times: 1e6)
        ]),
      Figure(
        workload: "\(hours) hours of it", value: 1e6 * column.processor / 50, unit: "µs",
        wall: 1e6 * column.wall / 50, goal: .atMost(150),
        baselines: [baseline.baseline("the method's prototype in numpy", times: 1e6 * Double(hours))]),
      Figure(
        workload: "10,000 places over 3,000 stations", value: map.processor, unit: "s", wall: map.wall,
        goal: .atMost(1)),
    ]
    let half = cut(stations, model, to: hours / 2)
    let few = try Allocations.of {
      keep(try estimator.hours(of: .pm25, at: place, from: half.stations, model: half.model))
    }
    let all = try Allocations.of {
      keep(try estimator.hours(of: .pm25, at: place, from: stations, model: model))
    }
    if let few, let all {
      figures.append(
        Figure(
          workload: "allocations of 24 further hours", value: Double(all.count - few.count), unit: "",
          goal: .atMost(0, decides: true)))
    }
    return figures
  }

  /// The same columns with gaps from an hour on, so that both take the same memory.
  private static func cut(
    _ stations: [PlaceEstimator.Station], _ model: [Double], to count: Int
  ) -> (stations: [PlaceEstimator.Station], model: [Double]) {
    let gaps = [Double](repeating: .nan, count: model.count - count)
    let cut = stations.map { station in
      var station = station
      station.values.replaceSubrange(count..., with: gaps)
      return station
    }
    return (cut, Array(model.prefix(count)) + gaps)
  }

  /// Makes stations with hourly values in a square of this many degrees.
  private static func stations(_ count: Int, hours: Int, within degrees: Double) throws -> [PlaceEstimator
    .Station]
  {
    var numbers = SeededNumbers(seed: 5)
    var stations: [PlaceEstimator.Station] = []
    for number in 0..<count {
      let place = try Coordinate(
        50 + 2 * degrees * (numbers.fraction() - 0.5), 14 + 2 * degrees * (numbers.fraction() - 0.5))
      let values = SeededNumbers.smooth(hours, around: 12, seed: UInt64(number + 20))
      let model = SeededNumbers.smooth(hours, around: 11, seed: UInt64(number + 4000))
      stations.append(
        PlaceEstimator.Station(
          at: place, values: values, model: model, setting: number % 4 == 0 ? .traffic : nil))
    }
    return stations
  }
}

extension Result<Double, PythonBaseline.Absence> {
  /// A baseline of a script's seconds in another unit.
  fileprivate func baseline(_ name: String, times factor: Double) -> Figure.Baseline {
    switch self {
    case .success(let seconds): Figure.Baseline(name: name, value: seconds * factor)
    case .failure(let absence): Figure.Baseline(name: name, value: nil, absence: absence.reason)
    }
  }
}
