/// The index of one pollutant.
public struct AQISubIndex: Hashable, Sendable {
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
  /// How the concentration was formed.
  public var basis: AQIBasis
  /// The concentration at which the next band begins, in the input's unit; `nil` in the last.
  public var nextBandFrom: Double?

  /// What other readings of the standard give where its text leaves a tie or an edge open and they differ.
  public var otherReadings: [AQIReading]

  /// Makes a sub-index.
  public init(
    input: IndexInput, concentration: Double, number: Int?, band: AQIBand?, isBeyondTable: Bool = false,
    basis: AQIBasis = .given, nextBandFrom: Double? = nil,
    otherReadings: [AQIReading] = []
  ) {
    self.input = input
    self.concentration = concentration
    self.number = number
    self.band = band
    self.isBeyondTable = isBeyondTable
    self.basis = basis
    self.nextBandFrom = nextBandFrom
    self.otherReadings = otherReadings
  }

  /// The number of the first of ``otherReadings`` that has one.
  public var otherReading: Int? { otherReadings.lazy.compactMap(\.number).first }

  /// The pollutant.
  public var parameter: AirParameter { input.parameter }
}

extension AQISubIndex: CustomStringConvertible {
  /// Pollutant, number, band and basis in one line.
  public var description: String {
    let value = [number.map(String.init), band?.name].compactMap { $0 }.joined(separator: " ")
    return "\(input.parameter) \(value) (\(concentration.plainText) \(input.unit), \(basis))"
  }
}
