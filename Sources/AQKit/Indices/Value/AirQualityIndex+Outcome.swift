extension AirQualityIndex {
  /// Returns the outcome of ``value(of:options:)``, with the pollutants that the report lacks.
  public func outcome(of formed: IndexInput.Formed) -> AQIOutcome {
    let own = self.value(of: formed.concentrations, options: formed.options)
    let outcome = own.adding(formed.problems, time: formed.time)
    guard case .value(var value) = outcome else { return outcome }
    let refused = value.problems.map(\.input)
    value.problems.removeAll(where: \.reason.isByDesign)
    let indexed = formed.concentrations.map(\.input).filter { !refused.contains($0) }
    value.missing =
      isAtEnd(value.number, isBeyondScale: value.isBeyondScale)
      ? [] : formed.missing(of: inputs, besides: indexed.map(\.parameter))
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

extension IndexInput.Formed {
  /// Returns the pollutants without an index that the report holds, or that usually dominate.
  fileprivate func missing(of inputs: [IndexInput], besides indexed: [AirParameter]) -> [AirParameter] {
    let hasParticles = AirParameter.particles.contains { indexed.contains($0) }
    return inputs.map(\.parameter).unique.filter { pollutant in
      !indexed.contains(pollutant)
        && pollutant.isMissed(isHeld: holds(pollutant), hasParticles: hasParticles)
    }
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

extension AQIOutcome {
  /// Returns the same outcome with the problems of other inputs, and the moment.
  fileprivate func adding(_ problems: [AQIOutcome.Unavailable.Problem], time: AirTime) -> AQIOutcome {
    switch self {
    case .value(var value):
      value.problems += problems
      value.time = time
      return .value(value)
    case .unavailable(var reason):
      reason.problems += problems
      if reason.reason == .nothingToGoOn, let main = problems.mainReason { reason.reason = main }
      return .unavailable(reason)
    }
  }
}
