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
