extension AQIValue {
  /// The nature of the values from which an index was computed. It accompanies the index into every text.
  public struct Provenance: Hashable, Sendable, Codable {
    /// Measured, analysed or forecast.
    public var kind: AirReport.Kind
    /// Whether they were measured indoors.
    public var isIndoor: Bool
    /// Whether the index comes from uncorrected particle values of a low-cost sensor.
    public var isUncorrected: Bool

    /// Describes some values; by default they are modelled, or measured outdoors by an instrument that needs no correction.
    public init(kind: AirReport.Kind, isIndoor: Bool = false, isUncorrected: Bool = false) {
      self.kind = kind
      self.isIndoor = isIndoor
      self.isUncorrected = isUncorrected
    }
  }

  /// A few words on the reason that makes the value a proxy, such as `from the last hour`; `nil` if it meets the standard's
  /// rules.
  public var proxyText: String? {
    guard isProxy else { return nil }
    guard let basis = proxyBasis else { return proxy }
    switch basis.proxy {
    case .otherPeriod(.instant): return "from a single reading"
    case .otherPeriod(let period): return "from a value of \(period)"
    case .tooFewHours, nil: return basis.hours == 1 ? "from the last hour" : "from \(basis.hours) hours"
    }
  }

  /// The basis of the sub-index that is a proxy; that of the leading sub-index if it is one.
  package var proxyBasis: Basis? {
    if let basis = leading?.basis, basis.proxy != nil { return basis }
    return subIndices.lazy.map(\.basis).first { $0.proxy != nil }
  }
}

extension AQIOutcome {
  /// Returns the outcome to show to users: with a band, or with the reason for a missing index.
  ///
  /// - Parameter proxy: The outcome with proxies, which is computed if the standard's own has no band.
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
  package var hasBand: Bool { value.map { !$0.isBandUncertain } ?? false }

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

extension AirReport {
  /// Returns whether a series holds uncorrected particle values of a low-cost sensor.
  ///
  /// The optical sensors of such devices are calibrated for one kind of dust; outdoors they need a correction, as
  /// Barkjohn, Gantt and Clements show for PurpleAir's sensors, Atmos. Meas. Tech. 14, 4617 (2021).
  public func isUncorrected(_ series: AirSeries) -> Bool {
    guard Self.opticalParameters.contains(series.parameter), series.correction == nil else { return false }
    let flags = series.flags?.last { !$0.isEmpty } ?? []
    if flags.contains(.corrected) { return false }
    return site.kind == .lowCostSensor
  }

  private static let opticalParameters: Set<AirParameter> = [.pm1, .pm25, .pm10]

  /// The rule that decides on the provenance of the report's indices.
  var provenanceRule: ProvenanceRule {
    guard site.kind == .lowCostSensor else {
      return ProvenanceRule(kind: kind, isIndoor: site.isIndoor == true, uncorrected: [])
    }
    let uncorrected = Self.opticalParameters.filter { parameter in
      series.contains { $0.parameter == parameter && isUncorrected($0) }
        && series.allSatisfy { $0.parameter != parameter || $0.correction != nil || isUncorrected($0) }
    }
    return ProvenanceRule(kind: kind, isIndoor: site.isIndoor == true, uncorrected: uncorrected)
  }

  /// Returns the provenance of the values that give an index.
  package func provenance(of value: AQIValue) -> AQIValue.Provenance { provenanceRule.provenance(of: value) }
}

/// The facts about a report's values that decide on the provenance of its indices.
struct ProvenanceRule: Sendable {
  var kind: AirReport.Kind
  var isIndoor: Bool
  /// The particles of a low-cost sensor for which the provider has corrected no series.
  var uncorrected: Set<AirParameter>

  /// Returns the provenance of the values that give an index. A value from a corrected series names the correction.
  func provenance(of value: AQIValue) -> AQIValue.Provenance {
    let isRaw =
      !uncorrected.isEmpty
      && value.dominant.contains { pollutant in
        uncorrected.contains(pollutant)
          && value.subIndices.first { $0.parameter == pollutant }?.basis.correction == nil
      }
    return AQIValue.Provenance(kind: kind, isIndoor: isIndoor, isUncorrected: isRaw)
  }

  /// Returns an outcome with its provenance.
  func stated(in outcome: AQIOutcome) -> AQIOutcome {
    guard case .value(var value) = outcome else { return outcome }
    value.provenance = provenance(of: value)
    return .value(value)
  }
}
