/// An index that was computed here, and everything needed to trace it.
public struct AQIValue: Hashable, Sendable {
  /// The sub-indices: given, or looked up in a table on request.
  enum Parts: Sendable {
    case given([AQIValue.SubIndex])
    case lookedUp(any SubIndexLookup, [IndexInput.Concentration])
  }

  var parts: Parts
  /// The edition by which the value was computed.
  public let edition: IndexEdition
  /// The value of the moment, or a day's.
  public let variant: IndexOptions.Variant
  /// The number; `nil` if the standard defines only the band there. In an index of categories it is the
  /// category's rank, counted from 1.
  public let number: Int?
  /// The text to show on its own: `126`, `10+`, or the category's name if the standard has no number. ``title`` has it
  /// together with the band's name, ``numberText`` without.
  public let display: String
  /// The band.
  public let band: AQIBand?
  /// Whether the value lies beyond the end of the index; the band is then the worst.
  public var isBeyondScale: Bool
  /// The pollutants that give the value, several at a tie; empty if the standard names none.
  public let dominant: [AirParameter]
  /// The reasons for inputs that are missing from the sub-indices.
  public var problems: [AQIOutcome.Unavailable.Problem]
  /// The rule of the standard that is not met, if the caller allowed that; `nil` for a proper value.
  public let proxy: String?
  /// Pollutants without a sub-index, although the report has them or they usually dominate: ozone, and PM2.5 or PM10.
  /// A pollutant whose concentration is below its table, such as noise about zero, isn't one of them: it can't be higher.
  /// Empty at the last level or category of an index, which nothing exceeds, and for a value of single concentrations.
  public var missing: [AirParameter] = []
  /// The index at both ends of the concentrations' intervals, which a report of estimates has; `nil` without intervals.
  public var bounds: Bounds?
  /// The moment of the index.
  public var time: AirTime?
  /// The result of the formula before rounding, for indices that are formulas.
  public let unrounded: Double?
  /// The number that the standard adds to the largest sub-index because several pollutants are high; 0 in most
  /// standards.
  public let addition: Int
  /// The provenance of the data from which the value was computed; `nil` for concentrations that the caller gave.
  public var provenance: Provenance?

  /// The index of each pollutant, in the order of the standard's table.
  ///
  /// For a breakpoint table they are looked up on request, in less than a microsecond.
  public var subIndices: [AQIValue.SubIndex] {
    get { parts.subIndices }
    set { parts = .given(newValue) }
  }

  /// Whether a rule of the standard is not met.
  public var isProxy: Bool { proxy != nil || subIndices.contains { $0.basis.proxy != nil } }

  /// Whether pollutants are ``missing`` that may well be higher: the index is at least this value.
  public var isPartial: Bool { !missing.isEmpty }

  /// Whether ``band`` is too uncertain to be shown: a ``missing`` pollutant has values, but too few hours of them or no
  /// usable ones, as ``problems`` explains. The number is then only a bound, whose band would mislead: show the value
  /// without a band or colour.
  ///
  /// If the missing pollutant isn't measured there at all, the band is the last one, or the value is beyond the end of the
  /// index, the band counts as certain.
  public var isBandUncertain: Bool {
    let isLastBand = band.map { $0.following == nil } ?? false
    return !isBeyondScale && !isLastBand && !unaveraged.isEmpty
  }

  /// The ``missing`` pollutants that nevertheless have values.
  package var unaveraged: [AirParameter] {
    missing.filter { pollutant in problems.contains { $0.input.parameter == pollutant } }
  }

  /// ``display`` and the band's name, such as `126 Unhealthy for Sensitive Groups`; the name once if the standard has
  /// categories and no number, such as `Moderate`; ``display`` alone if the band is uncertain.
  public var title: String { AQIBand.title(display, isBandUncertain ? nil : band) }

  /// The text before the band's name, such as `126` or `10+`; `nil` if ``display`` is that name itself.
  public var numberText: String? { display == band?.name || display.isEmpty ? nil : display }

  /// The official colour.
  public var color: AQIBand.Color? { band?.color(for: number) }

  /// Black or white, whichever has more contrast on ``color``.
  public var textColor: AQIBand.Color? { color?.textColor }

  /// The sub-index that gives the value; for an index that is a sum, that of the pollutant with the largest share.
  public var leading: AQIValue.SubIndex? {
    let subIndices = subIndices
    return subIndices.first { $0.number == number && ($0.number != nil || $0.band != nil) }
      ?? subIndices.first { dominant.first == $0.parameter } ?? subIndices.first
  }

  /// The smallest concentration in the next band, in the unit of the ``leading`` input; `nil` in the last band.
  public var nextBandFrom: Double? { leading?.nextBandFrom }

  /// Hashes the identity and the number.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(number)
  }
}

extension AQIValue {
  /// Creates a value from its sub-indices, for an index that is computed in code.
  public init(
    edition: IndexEdition, variant: IndexOptions.Variant = .current, number: Int?, display: String,
    band: AQIBand?,
    isBeyondScale: Bool = false, dominant: [AirParameter] = [], subIndices: [AQIValue.SubIndex] = [],
    problems: [AQIOutcome.Unavailable.Problem] = [], proxy: String? = nil, time: AirTime? = nil,
    unrounded: Double? = nil, addition: Int = 0
  ) {
    self.init(
      parts: .given(subIndices), edition: edition, variant: variant, number: number, display: display,
      band: band, isBeyondScale: isBeyondScale, dominant: dominant, problems: problems, proxy: proxy,
      time: time, unrounded: unrounded, addition: addition)
  }
}

extension AQIValue.Parts: Equatable {
  static func == (lhs: AQIValue.Parts, rhs: AQIValue.Parts) -> Bool { lhs.subIndices == rhs.subIndices }

  var subIndices: [AQIValue.SubIndex] {
    switch self {
    case .given(let subIndices): subIndices
    case .lookedUp(let table, let concentrations): table.subIndices(of: concentrations)
    }
  }
}

extension AQIValue: CustomStringConvertible {
  /// The value on one line: number, band, index, dominant pollutant and basis; for a partial value `at least` and what is
  /// missing; no band if it is uncertain; and the date since which its edition isn't known to apply.
  public var description: String {
    let leader = leading.map { sub in
      dominant.isEmpty
        ? ", \(sub.basis)" : ", \(dominant.map(\.name).joined(separator: " and ")): \(sub.basis)"
    }
    // The basis of the leading sub-index says so itself.
    let isUnsaid = isProxy && leading?.basis.proxy == nil
    let label = proxy.map { " PROXY: \($0)" } ?? (isUnsaid ? " PROXY" : "")
    let without = isPartial ? ", without \(missing.map(\.name).joined(separator: " and "))" : ""
    let beyond = isBeyondScale ? ", beyond the scale" : ""
    let interval = bounds.map { ", \($0)" } ?? ""
    let added = addition > 0 ? ", \(addition) added as several pollutants are high" : ""
    let unproven =
      time.map(edition.isProven) ?? true ? "" : ", not proven to hold since \(edition.unprovenText)"
    return "\(isPartial ? "at least " : "")\(title)\(interval)\(beyond) "
      + "(\(edition.title)\(leader ?? "")\(added)\(without)\(unproven))\(label)"
  }
}

extension AQIValue {
  /// The index of one pollutant.
  public struct SubIndex: Hashable, Sendable, Codable {
    // The order differs from the arguments of the public initialiser, so that the memberwise one, which copies nothing,
    // stays.
    /// The way in which the concentration was formed.
    public var basis: AQIValue.Basis
    /// The input that was looked up.
    public let input: IndexInput
    /// The concentration that was looked up, in the input's unit, averaged and not yet truncated.
    public let concentration: Double
    /// The number; `nil` if only the band is defined.
    public let number: Int?
    /// The band.
    public let band: AQIBand?
    /// Whether the concentration lies beyond the last row of its table.
    public let isBeyondTable: Bool
    /// The smallest concentration of the next band, in the input's unit; `nil` in the last. If the next band begins
    /// above an edge, this is the first number above it: ``nextBandAbove`` is the edge.
    public let nextBandFrom: Double?
    /// The printed edge above which the next band begins, in that unit; `nil` if the band begins at ``nextBandFrom`` itself.
    public let nextBandAbove: Double?
    /// The results of alternative interpretations, if the standard's text leaves a tie or an edge open and they differ.
    public let alternatives: [AQIValue.SubIndex.Alternative]

    /// The start of the next band in words, such as `from 36 ppb` or `above 50 µg/m³`; `nil` in the last band.
    public var nextBandText: String? {
      nextBandFrom.map { from in
        nextBandAbove.map { "above \($0.plainText) \(input.unit)" } ?? "from \(from.plainText) \(input.unit)"
      }
    }

    /// The pollutant.
    public var parameter: AirParameter { input.parameter }
  }
}

extension AQIValue.SubIndex {
  /// Creates a sub-index, for an index that is computed in code.
  public init(
    input: IndexInput, concentration: Double, number: Int?, band: AQIBand?, isBeyondTable: Bool = false,
    basis: AQIValue.Basis = .given, nextBandFrom: Double? = nil, nextBandAbove: Double? = nil,
    alternatives: [AQIValue.SubIndex.Alternative] = []
  ) {
    self.init(
      basis: basis, input: input, concentration: concentration, number: number, band: band,
      isBeyondTable: isBeyondTable, nextBandFrom: nextBandFrom, nextBandAbove: nextBandAbove,
      alternatives: alternatives)
  }
}

extension AQIValue.SubIndex: CustomStringConvertible {
  /// Pollutant, number, band and basis on one line.
  public var description: String {
    let value = AQIBand.title(number.map(String.init) ?? "", band)
    return "\(input.parameter) \(value) (\(concentration.plainText) \(input.unit), \(basis))"
  }
}

extension AQIValue.SubIndex {
  /// The result of an alternative interpretation, if a standard's text leaves a tie or an edge open or its publishers differ
  /// from its table.
  public struct Alternative: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The authors or the assumption of the interpretation, in a few English words.
    public let source: String
    /// The number; `nil` if there is none.
    public let number: Int?
    /// The band; `nil` if the interpretation defines no index at all.
    public let band: AQIBand?

    /// Creates an alternative result.
    public init(source: String, number: Int?, band: AQIBand?) {
      self.source = source
      self.number = number
      self.band = band
    }

    /// Number, band and source, such as `3 Low (digits dropped)`.
    public var description: String {
      let value = AQIBand.title(number.map(String.init) ?? "", band)
      return "\(value.isEmpty ? "no index" : value) (\(source))"
    }
  }
}

/// A table that looks up sub-indices.
protocol SubIndexLookup: AnyObject, Sendable {
  /// Returns the sub-indices of some concentrations, in the order of the table.
  func subIndices(of concentrations: [IndexInput.Concentration]) -> [AQIValue.SubIndex]
}
