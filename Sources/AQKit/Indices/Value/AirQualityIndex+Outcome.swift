extension AirQualityIndex {
  /// Returns the outcome of ``value(of:options:)``, with the pollutants that the report lacks.
  public func outcome(of formed: IndexInput.Formed) -> AQIOutcome {
    var value: AQIValue
    switch self.value(of: formed.concentrations, options: formed.options) {
    case .value(let own): value = own
    case .unavailable(var reason):
      reason.problems += formed.problems
      if reason.reason == .nothingToGoOn, let main = formed.problems.mainReason { reason.reason = main }
      return .unavailable(reason)
    }
    value.time = formed.time
    value.problems += formed.problems
    let refused = value.problems.map(\.input)
    value.problems.removeAll(where: \.reason.isByDesign)
    let indexed = formed.concentrations.map(\.input).filter { !refused.contains($0) }.map(\.parameter)
    let hasParticles = AirParameter.particles.contains(where: indexed.contains)
    let isAtEnd = isAtEnd(value.number, isBeyondScale: value.isBeyondScale)
    value.missing = inputs.map(\.parameter).unique.filter {
      !isAtEnd && !indexed.contains($0)
        && $0.isMissed(isHeld: formed.holds($0), hasParticles: hasParticles)
    }
    guard value.isPartial, formed.options.partial == .none else {
      formed.nameSilent(value.missing, in: &value.problems, inputs)
      return .value(value)
    }
    return .unavailable(
      .init(
        lacking: value.missing, edition.identifier, problems: value.problems, subIndices: value.subIndices))
  }

  /// Returns whether a value is the last level or category of the index, which missing pollutants can't raise.
  func isAtEnd(_ number: Int?, isBeyondScale: Bool) -> Bool {
    edition.kind != .number && (isBeyondScale || number.map { $0 >= topNumber } ?? false)
  }
}

extension AirParameter {
  /// The particles. One of them, or ozone, gives the index nearly everywhere.
  static let particles: [AirParameter] = [.pm25, .pm10]

  /// Whether a value without an index of this pollutant is partial: the report holds it, or it usually dominates, and no
  /// index of particles stands in for it.
  func isMissed(isHeld: @autoclosure () -> Bool, hasParticles: Bool) -> Bool {
    self == .o3 || !hasParticles && Self.particles.contains(self) || isHeld()
  }
}

extension AQIOutcome.Unavailable {
  /// Creates the reason for callers that don't allow partial values.
  init(
    lacking missing: [AirParameter], _ edition: String, problems: [Problem], subIndices: [AQIValue.SubIndex]
  ) {
    self.init(
      .tooFewPollutants("without \(missing.map(\.name).joined(separator: " and "))"), edition: edition,
      problems: problems, subIndices: subIndices)
  }
}

extension AQIOutcome.Unavailable.Reason {
  /// Whether the standard itself gives no index for the concentration, without missing data.
  var isByDesign: Bool {
    switch self {
    case .undefined, .countsOnlyBeyond: true
    default: false
    }
  }
}
