/// The index of one pollutant.
public struct AQISubIndex: Hashable, Sendable {
  // In another order than the arguments of the public initialiser: the memberwise one, which copies nothing, stays.
  /// How the concentration was formed.
  public var basis: AQIBasis
  /// What was looked up.
  public var input: IndexInput
  /// The concentration that was looked up, in the input's unit, averaged and not yet truncated.
  public var concentration: Double
  /// The number; `nil` where only the band is defined.
  public var number: Int?
  /// The band.
  public var band: AQIBand?
  /// Whether the concentration lies beyond the last row of its table.
  public var isBeyondTable: Bool
  /// The smallest concentration of the next band, in the input's unit; `nil` in the last. Where the next band begins
  /// above an edge it is the first number above it: ``nextBandAbove`` is the edge.
  public var nextBandFrom: Double?
  /// The printed edge above which the next band begins; `nil` where the band begins at ``nextBandFrom`` itself.
  public var nextBandAbove: Double?
  /// What other readings of the standard give where its text leaves a tie or an edge open and they differ.
  public var otherReadings: [AQIReading]

  /// The number of the first of ``otherReadings`` that has one.
  public var otherReading: Int? { otherReadings.lazy.compactMap(\.number).first }

  /// Where the next band begins, in words, such as `from 36 ppb` or `above 50 µg/m³`; `nil` in the last band.
  public var nextBandText: String? {
    nextBandFrom.map { from in
      nextBandAbove.map { "above \($0.plainText) \(input.unit)" } ?? "from \(from.plainText) \(input.unit)"
    }
  }

  /// The pollutant.
  public var parameter: AirParameter { input.parameter }
}

extension AQISubIndex {
  /// Makes a sub-index.
  public init(
    input: IndexInput, concentration: Double, number: Int?, band: AQIBand?, isBeyondTable: Bool = false,
    basis: AQIBasis = .given, nextBandFrom: Double? = nil, nextBandAbove: Double? = nil,
    otherReadings: [AQIReading] = []
  ) {
    self.init(
      basis: basis, input: input, concentration: concentration, number: number, band: band,
      isBeyondTable: isBeyondTable, nextBandFrom: nextBandFrom, nextBandAbove: nextBandAbove,
      otherReadings: otherReadings)
  }
}

extension AQISubIndex: CustomStringConvertible {
  /// Pollutant, number, band and basis in one line.
  public var description: String {
    let value = [number.map(String.init), band?.name].compactMap { $0 }.joined(separator: " ")
    return "\(input.parameter) \(value) (\(concentration.plainText) \(input.unit), \(basis))"
  }
}
