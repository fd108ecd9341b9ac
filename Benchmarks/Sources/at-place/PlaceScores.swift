import AQKit
import Foundation

/// Leaves out each station at each time, and scores the estimates of the others.
struct PlaceScores {
  /// A way to estimate the air at a station that is left out.
  enum Method: String, CaseIterable, Codable {
    /// The value of the nearest station.
    case nearest
    /// The mean of the nearest 20 stations by the square of the inverse distance.
    case idw2
    /// The mean of the nearest 10 stations by the fifth power of the inverse distance, as AirNow's maps are made.
    case idw5
    /// The model's value.
    case model
    /// The estimate of AQKit.
    case estimate
  }

  /// The score of a method.
  struct Row: Encodable {
    var set: String
    var parameter: String
    var method: Method
    var n: Int
    var rmse: Double
    var mae: Double
    var bias: Double
    /// The share of values within the 80 % interval; only for the estimate.
    var coverage: Double?
  }

  private struct Sum {
    var n = 0
    var squares = 0.0
    var magnitudes = 0.0
    var errors = 0.0
    var covered = 0

    mutating func add(_ value: Double, _ truth: Double) {
      guard value.isFinite else { return }
      let error = value - truth
      n += 1
      squares += error * error
      magnitudes += error.magnitude
      errors += error
    }
  }

  private let data: PlaceData
  private let distances: [[Double]]
  private let nearest: [[Int]]
  private let estimator = PlaceEstimator()
  private var sums: [Method: Sum] = [:]

  /// Scores all methods on every n-th time of a set.
  init(_ data: PlaceData, every step: Int) throws {
    self.data = data
    distances = data.stations.map { one in
      data.stations.map { one.coordinate.distance(to: $0.coordinate) / 1000 }
    }
    nearest = distances.map { row in
      row.indices.sorted { (row[$0], $0) < (row[$1], $1) }
    }
    for time in stride(from: 0, to: data.observed.count, by: step) { try score(time) }
  }

  /// The scores in the order of the methods.
  var rows: [Row] {
    Method.allCases.compactMap { method in
      guard let sum = sums[method], sum.n > 0 else { return nil }
      let n = Double(sum.n)
      return Row(
        set: data.name, parameter: data.parameter.rawValue, method: method, n: sum.n,
        rmse: (sum.squares / n).squareRoot(), mae: sum.magnitudes / n, bias: sum.errors / n,
        coverage: method == .estimate ? Double(sum.covered) / n : nil)
    }
  }

  private mutating func score(_ time: Int) throws {
    let (observed, modelled) = (data.observed[time], data.modelled?[time])
    let present = observed.indices.filter { observed[$0].isFinite && modelled?[$0].isFinite ?? true }
    guard present.count >= 4 else { return }
    let stations = observed.indices.map { index in
      let station = data.stations[index]
      return PlaceEstimator.Station(
        // A value below zero is noise about it.
        at: station.coordinate, values: [max(0, observed[index])], model: modelled.map { [$0[index]] } ?? [],
        setting: station.setting)
    }
    let isPresent = Set(present)
    for target in present {
      let others = nearest[target].filter { $0 != target && isPresent.contains($0) }.prefix(20)
        .filter { distances[target][$0] <= 150 }
      guard let first = others.first else { continue }
      let truth = observed[target]
      sums[.nearest, default: Sum()].add(observed[first], truth)
      sums[.idw2, default: Sum()].add(mean(of: others, at: target, observed, power: 2), truth)
      sums[.idw5, default: Sum()].add(
        mean(of: Array(others.prefix(10)), at: target, observed, power: 5), truth)
      if let modelled { sums[.model, default: Sum()].add(modelled[target], truth) }
      let place = data.stations[target]
      let estimate = try estimator.estimate(
        of: data.parameter, at: place.coordinate, from: others.map { stations[$0] },
        model: modelled.map { [$0[target]] } ?? [],
        setting: place.setting == .traffic ? .traffic : .background)
      sums[.estimate, default: Sum()].add(estimate.value.value, truth)
      if estimate.value.low <= truth, truth <= estimate.value.high {
        sums[.estimate, default: Sum()].covered += 1
      }
    }
  }

  private func mean(of others: [Int], at target: Int, _ values: [Double], power: Double) -> Double {
    var (sum, weights) = (0.0, 0.0)
    for index in others {
      let weight = pow(max(distances[target][index], 0.05), -power)
      sum += weight * values[index]
      weights += weight
    }
    return sum / weights
  }
}
