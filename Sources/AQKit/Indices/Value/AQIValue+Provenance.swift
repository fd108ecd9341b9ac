extension AQIValue {
  /// The nature of the values from which an index was computed. It accompanies the index into every text.
  public struct Provenance: Hashable, Sendable, Codable {
    /// Measured, analysed or forecast.
    public var kind: AirReport.Kind
    /// Whether they were measured indoors.
    public var isIndoor: Bool
    /// Whether the index comes from uncorrected particle values of a low-cost sensor.
    public var isUncorrected: Bool
    /// The source and the site that an answer takes the index from, of a merged report those of the pollutant that
    /// leads; `nil` in the index of a single report.
    public var origin: AirOrigin?

    /// Describes some values; by default they are modelled, or measured outdoors by an instrument that needs no correction.
    public init(kind: AirReport.Kind, isIndoor: Bool = false, isUncorrected: Bool = false) {
      self.kind = kind
      self.isIndoor = isIndoor
      self.isUncorrected = isUncorrected
    }
  }

  /// The dominant pollutants; if the standard names none at this value, the one that gives it.
  package var deciding: [AirParameter] {
    dominant.isEmpty ? [leading?.parameter].compactMap { $0 } : dominant
  }

  /// A few words on the reason that makes the value a proxy, first that of the leading sub-index, such as
  /// `from the last hour`; `nil` if it meets the standard's rules.
  public var proxyText: String? {
    guard isProxy else { return nil }
    let subIndices = [leading].compactMap { $0 } + subIndices
    guard let basis = subIndices.lazy.map(\.basis).first(where: { $0.proxy != nil }) else { return proxy }
    switch basis.proxy {
    case .otherPeriod(.instant): return "from a single reading"
    case .otherPeriod(let period): return "from a value of \(period)"
    case .tooFewHours, nil: return basis.hours == 1 ? "from the last hour" : "from \(basis.hours) hours"
    }
  }
}

extension AQIOutcome {
  /// Returns the outcome to show to users: with a band, or with the reason for a missing index. `proxy` is the outcome with
  /// proxies, which is computed if the standard's own has no band.
  func shown(orElse proxy: () -> AQIOutcome) -> AQIOutcome {
    if hasBand { return self }
    let proxy = proxy()
    return proxy.hasBand && proxy.isOfTheHour ? proxy : concealed
  }

  /// Whether every proxy in it is recent: its newest value is from the last hour or the one before.
  var isOfTheHour: Bool {
    guard let value, let time = value.time else { return true }
    return value.subIndices.allSatisfy { sub in
      guard sub.basis.proxy != nil, let end = sub.basis.end else { return true }
      return time.duration(since: end) <= .seconds(3600)
    }
  }

  /// Whether it is a value whose band may be shown.
  var hasBand: Bool { value.map { !$0.isBandUncertain } ?? false }

  /// The outcome without its value: for a value that is only a bound, the reason why its band isn't known.
  var concealed: AQIOutcome {
    guard let value else { return self }
    let unaveraged = value.unaveraged
    let reason = value.problems.first { unaveraged.contains($0.input.parameter) }?.reason
    return .unavailable(
      Unavailable(
        reason ?? .nothingToGoOn, edition: value.edition.identifier, problems: value.problems,
        subIndices: value.subIndices))
  }
}
