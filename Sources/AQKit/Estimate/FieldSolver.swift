/// Solves the Gaussian field of ``PlaceEstimator/Constants`` at one place, hour by hour. The covariances are only
/// decomposed again if an hour's stations differ from those of the previous hour, or one is an outlier.
struct FieldSolver: Sendable {
  /// The result of the stations for an hour, on the transformed scale.
  struct Residual: Sendable {
    /// The model's value at the place or, without a model, the mean of the stations.
    var base: Double
    /// The stations' addition to the base at the place.
    var mean: Double
    /// The remaining variance at the place, before scaling.
    var variance: Double
    /// The variance at the place without any station, before scaling.
    var priorVariance: Double
    var scale: Double
    var freedom: Double
    var hasModel: Bool
  }

  private struct Covariances: Sendable {
    /// The field's covariances between the stations, the lower triangle row by row.
    var triangle: [Double] = []
    /// The field's covariance between each station and the place.
    var withPlace: [Double] = []
    var errors: [Double] = []

    /// Fills a matrix with some of the stations, in ascending order.
    func fill(_ matrix: inout CholeskyMatrix, _ rows: [Int], _ biasVariance: Double) {
      matrix.reset(rows.count)
      for (i, row) in rows.enumerated() {
        for j in 0...i { matrix[i, j] = triangle[row * (row + 1) / 2 + rows[j]] + biasVariance }
        matrix[i, i] += errors[row]
        matrix.place[i] = withPlace[row] + biasVariance
      }
    }
  }

  /// The variance of an unknown bias: so wide that its mean doesn't matter.
  private static let unknownBias = 1e4

  private let constants: PlaceEstimator.Constants
  private let pollutant: PlaceEstimator.Constants.Pollutant
  private let quantile: StudentQuantile
  private let isRoadside: Bool

  private var stations: [PlaceEstimator.Station] = []
  private var near: [StationDirections.Near] = []
  private var offsets: [Double] = []
  private var covariances = Covariances()

  /// The near stations with a value in the last solved hour, and the outliers among them.
  private var rows: [Int] = []
  private var isOutlier: [Bool] = []
  /// The rows of the hour before. The two arrays are swapped, so that their storage is reused.
  private var lastRows: [Int] = []
  /// The decomposition for these rows without outliers, and the bias's variance in it; nil before it is computed.
  private var usual = CholeskyMatrix()
  private var usualBias: Double?
  /// The decomposition in which the last hour's outliers have a larger error.
  private var robust = CholeskyMatrix()
  private var residuals: [Double] = []
  private var scratch: [Double] = []

  init(
    _ constants: PlaceEstimator.Constants, of parameter: AirParameter, probability: Double,
    setting: AirSite.Details.Setting
  ) throws(AirEstimate.Unavailable) {
    guard let pollutant = constants.pollutants[parameter] else {
      throw AirEstimate.Unavailable(.noConstants(parameter))
    }
    guard let quantile = StudentQuantile(probability: probability) else {
      throw AirEstimate.Unavailable(.impossibleProbability(probability))
    }
    guard constants.isPossible, pollutant.isPossible else { throw .init(.impossibleConstants) }
    self.constants = constants
    self.pollutant = pollutant
    self.quantile = quantile
    isRoadside = setting == .traffic
  }

  func canUse(_ station: PlaceEstimator.Station) -> Bool {
    pollutant.deviation(of: station.setting, station.quality) != nil
  }

  mutating func move(near: [StationDirections.Near], of stations: [PlaceEstimator.Station]) {
    (self.near, self.stations) = (near, stations)
    rows.removeAll(keepingCapacity: true)
    usualBias = nil
    offsets.removeAll(keepingCapacity: true)
    covariances = Covariances()
    for one in near {
      let station = stations[one.station]
      let deviation = pollutant.deviation(of: station.setting, station.quality)
      offsets.append(deviation?.offset ?? 0)
      covariances.errors.append(deviation?.variance ?? pollutant.instrumentVariance)
      covariances.withPlace.append(covariance(squaredChord: one.square))
      for other in near.prefix(covariances.errors.count - 1) {
        let square = StationDirections.squaredChord(one.direction, other.direction)
        covariances.triangle.append(covariance(squaredChord: square))
      }
      covariances.triangle.append(pollutant.fieldVariance + pollutant.localVariance)
    }
  }

  private func covariance(squaredChord square: Double) -> Double {
    pollutant.covariance(
      at: StationDirections.metres(squaredChord: square), localLength: constants.localLength)
  }

  /// Returns the result of the stations for the place in an hour of their columns; nil for an hour without stations.
  mutating func residual(
    of hour: Int?, modelAtPlace: Double?
  ) throws(AirEstimate.Unavailable) -> Residual {
    choose(hour)
    isOutlier.removeAll(keepingCapacity: true)
    let biasVariance = modelAtPlace == nil ? Self.unknownBias : pollutant.biasVariance
    let base = takeResiduals(of: hour ?? 0, modelAtPlace)
    let prior = biasVariance + pollutant.fieldVariance + pollutant.localVariance
    let count = rows.count
    var residual = Residual(
      base: base, mean: 0, variance: prior, priorVariance: prior, scale: 1, freedom: constants.freedom,
      hasModel: modelAtPlace != nil)
    guard count > 0 else { return residual }
    try decompose(biasVariance)
    var (solution, explained) = (usual.solve(residuals), usual.squareOfPlace)
    if count >= 4, try takeOutliers(biasVariance) {
      (solution, explained) = (robust.solve(residuals), robust.squareOfPlace)
    }
    residual.mean = solution.residual
    residual.variance = prior - explained
    residual.freedom += Double(count - (modelAtPlace == nil ? 1 : 0))
    residual.scale = (constants.freedom + solution.square) / residual.freedom
    return residual
  }

  private mutating func choose(_ hour: Int?) {
    swap(&rows, &lastRows)
    rows.removeAll(keepingCapacity: true)
    if let hour {
      for (index, one) in near.enumerated() where rows.count < constants.stations {
        if stations[one.station].values.measured(at: hour) != nil { rows.append(index) }
      }
    }
    if rows != lastRows { usualBias = nil }
  }

  /// Takes the residuals of the rows against the base; returns the place's.
  private mutating func takeResiduals(of hour: Int, _ modelAtPlace: Double?) -> Double {
    residuals.removeAll(keepingCapacity: true)
    for row in rows {
      let value = stations[near[row].station].values[hour]
      residuals.append(pollutant.transformed(value) - offsets[row])
    }
    guard let modelAtPlace else {
      guard !residuals.isEmpty else { return 0 }
      let mean = residuals.reduce(0, +) / Double(residuals.count)
      for i in residuals.indices { residuals[i] -= mean }
      return mean
    }
    let base = pollutant.transformed(modelAtPlace)
    for (i, row) in rows.enumerated() {
      // For a station without a model value, that of the place is used.
      let model = stations[near[row].station].model.finite(at: hour)
      let own = if let model { pollutant.transformed(model) } else { base }
      residuals[i] -= base + pollutant.patternShare * (own - base)
    }
    return base
  }

  private mutating func decompose(_ biasVariance: Double) throws(AirEstimate.Unavailable) {
    if usualBias == biasVariance { return }
    usualBias = nil
    covariances.fill(&usual, rows, biasVariance)
    guard usual.decompose() else { throw AirEstimate.Unavailable(.impossibleConstants) }
    usual.takeVariances()
    // Reserves space for hours with outliers, so that they don't allocate.
    robust.reset(rows.count)
    usualBias = biasVariance
  }

  /// Enlarges the error of each station that the others contradict, until it is within the limit; returns
  /// false without one. The limit is on the distance from the others' prediction, in its deviations times the
  /// robust spread of all residuals.
  private mutating func takeOutliers(_ biasVariance: Double) throws(AirEstimate.Unavailable) -> Bool {
    let count = rows.count
    let meanVariance = usual.variances.reduce(0, +) / Double(count)
    // The factor makes the median deviation of a normal distribution its standard deviation: 1/Φ⁻¹(3/4).
    let spread = 1.4826 * medianOfResiduals(from: medianOfResiduals())
    let scale = max(1, spread * spread / meanVariance)
    var hasOutlier = false
    for i in 0..<count {
      let variance = usual.variances[i]
      let distance = usual.leftOut[i].magnitude / (variance * scale).squareRoot()
      let times = distance / constants.outlierLimit
      isOutlier.append(distance > constants.outlierLimit)
      guard distance > constants.outlierLimit else { continue }
      if !hasOutlier { covariances.fill(&robust, rows, biasVariance) }
      hasOutlier = true
      robust[i, i] += (times * times - 1) * variance * scale
    }
    guard hasOutlier else { return false }
    guard robust.decompose() else { throw AirEstimate.Unavailable(.impossibleConstants) }
    return true
  }

  /// Returns the median of the residuals or, from a center, of their distances to it.
  private mutating func medianOfResiduals(from center: Double? = nil) -> Double {
    scratch.removeAll(keepingCapacity: true)
    for residual in residuals { scratch.append(center.map { (residual - $0).magnitude } ?? residual) }
    scratch.sort()
    let middle = scratch.count / 2
    return scratch.count % 2 == 1 ? scratch[middle] : (scratch[middle - 1] + scratch[middle]) / 2
  }

  /// Returns the estimate that follows from a residual, and the model's bias; nil if the residual is too old.
  func value(
    of residual: Residual, ahead lead: PlaceEstimator.Lead?
  ) -> (value: PlaceEstimator.Value, bias: Double?)? {
    var (base, mean, variance) = (residual.base, residual.mean, residual.variance)
    if let lead, lead.hours > 0 {
      if residual.hasModel, let then = lead.model, then.isFinite {
        let (last, day) = constants.persistence.weights(ahead: lead.hours)
        base = pollutant.transformed(then)
        mean =
          lead.dayBefore.map { last * mean + day * $0 }
          ?? (last + constants.persistence.withoutDay * day) * mean
        let kept = (last + day) * (last + day)
        variance = kept * variance + (1 - kept) * residual.priorVariance
      } else {
        guard lead.hours <= constants.persistence.longestHold else { return nil }
        variance += pollutant.hourlyVariance * Double(lead.hours) / residual.scale
      }
    }
    var total = max(0, variance) * residual.scale + pollutant.instrumentVariance
    var center = base + mean
    if isRoadside {
      center += pollutant.roadside.offset
      total += pollutant.roadside.variance
    }
    let half = quantile(residual.freedom) * total.squareRoot()
    guard center.isFinite, !half.isNaN else { return nil }
    return (
      PlaceEstimator.Value(
        value: pollutant.concentration(center), low: pollutant.concentration(center - half),
        high: pollutant.concentration(center + half)), residual.hasModel ? mean : nil
    )
  }

  /// The stations of the hour that was solved last, nearest first.
  var contributions: [PlaceEstimator.Estimate.Contribution] {
    guard !rows.isEmpty else { return [] }
    let weights = isOutlier.contains(true) ? robust.weights : usual.weights
    return rows.enumerated().map { i, row in
      PlaceEstimator.Estimate.Contribution(
        station: near[row].station, weight: weights[i],
        distance: StationDirections.metres(squaredChord: near[row].square),
        isOutlier: isOutlier.indices.contains(i) && isOutlier[i])
    }
  }
}
