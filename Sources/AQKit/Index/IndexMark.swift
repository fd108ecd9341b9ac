/// What is to be said about an index beside its number.
public struct IndexMark: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt8
  /// A mark by its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Some rule of the standard is not met: a value that the caller allowed, and no index.
  public static let proxy = IndexMark(rawValue: 1)
  /// It lies beyond the end of the index.
  public static let beyondScale = IndexMark(rawValue: 2)
}
