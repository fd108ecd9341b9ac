/// One row of a breakpoint table: a range of concentrations and the range of the index that belongs to it.
///
/// In JSON a row is an array of four, `[9.1, 35.4, 51, 100]`: concentration from and to in the scale's unit, index
/// from and to. `null` in the second place is a row without an upper end, `null` in the fourth an index that the
/// standard leaves open there.
public struct Breakpoint: Hashable, Sendable {
  /// The lower end of the concentration, as printed.
  public var lower: Double
  /// The upper end of the concentration, as printed; `nil` where the row is open.
  public var upper: Double?
  /// The index at the lower end.
  public var lowerIndex: Int
  /// The index at the upper end; `nil` where the standard gives none.
  public var upperIndex: Int?

  /// Makes a row.
  public init(_ lower: Double, _ upper: Double?, _ lowerIndex: Int, _ upperIndex: Int?) {
    self.lower = lower
    self.upper = upper
    self.lowerIndex = lowerIndex
    self.upperIndex = upperIndex
  }
}

extension Breakpoint: Codable {
  /// Reads an array of four.
  public init(from decoder: any Decoder) throws {
    var row = try decoder.unkeyedContainer()
    lower = try row.decode(Double.self)
    upper = try row.decode(Double?.self)
    lowerIndex = try Breakpoint.index(try row.decode(Double.self), in: row)
    upperIndex = try row.decode(Double?.self).map { try Breakpoint.index($0, in: row) }
    guard row.isAtEnd else {
      throw DecodingError.dataCorruptedError(in: row, debugDescription: "A row has four members.")
    }
  }

  /// The whole number of an index. A decoder that is asked for an `Int` takes 50.5 for broken JSON and names no row.
  private static func index(_ number: Double, in row: any UnkeyedDecodingContainer) throws -> Int {
    guard let index = Int(exactly: number) else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: row.codingPath,
          debugDescription: "\(number.plainText) is no index: it is a whole number."))
    }
    return index
  }

  /// Writes an array of four.
  public func encode(to encoder: any Encoder) throws {
    var row = encoder.unkeyedContainer()
    try row.encode(lower)
    try row.encode(upper)
    try row.encode(lowerIndex)
    try row.encode(upperIndex)
  }
}

extension Breakpoint: CustomStringConvertible {
  /// The row as a table prints it, such as `9.1–35.4 → 51–100`.
  public var description: String {
    let concentration = upper.map { "\(lower.plainText)–\($0.plainText)" } ?? "\(lower.plainText) and above"
    let index =
      upperIndex == lowerIndex ? "\(lowerIndex)" : "\(lowerIndex)–\(upperIndex.map(String.init) ?? "")"
    return "\(concentration) → \(index)"
  }
}
