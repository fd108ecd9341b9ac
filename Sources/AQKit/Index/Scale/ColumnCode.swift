/// What stands in a column of indices in place of a number; each is negative, no index is.
public enum ColumnCode {
  /// The standard defines no index for the concentration.
  public static let undefined: Int32 = -1
  /// Only the worst band is defined, without a number.
  public static let open: Int32 = -2
  /// Not a concentration: a gap (NaN), infinite, or negative beyond the tolerance.
  public static let invalid: Int32 = -3
  /// Fewer pollutants than the standard requires.
  public static let incomplete: Int32 = -4
}

extension ColumnCode {
  /// The larger of two entries: an open band above every number, a number above every other code, and
  /// "undefined" above "no concentration".
  @inline(__always)
  static func larger(_ first: Int32, _ second: Int32) -> Int32 {
    if first >= 0, second >= 0 { return max(first, second) }
    if first == open || second == open { return open }
    return max(first, second)
  }
}

extension Int32 {
  /// Whether an entry of a column says that there is an index: a number, or an open band without one.
  @inline(__always)
  var isIndex: Bool { self >= 0 || self == ColumnCode.open }
}
