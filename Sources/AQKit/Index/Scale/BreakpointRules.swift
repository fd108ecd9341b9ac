/// What happens to a concentration before it is looked up.
public enum ConcentrationRounding: String, Hashable, Sendable, Codable {
  /// Looked up as it is.
  case none
  /// Digits beyond the resolution are dropped.
  case truncate
  /// To the nearest step of the resolution, a half upwards.
  case halfUp
  /// To the nearest step of the resolution, a half to the even neighbour.
  case halfEven
}

/// How an interpolated index becomes an integer.
public enum IndexRounding: String, Hashable, Sendable, Codable {
  /// To the nearest integer, a half upwards.
  case halfUp
  /// To the nearest integer, a half to the even neighbour.
  case halfEven
  /// To the next integer above.
  case up
  /// To the next integer below.
  case down
}

/// Which of two rows that share an edge owns it.
public enum EdgeRule: String, Hashable, Sendable, Codable {
  /// The lower row: (lower, upper], and the first row is closed on both sides.
  case upperInclusive
  /// The upper row: [lower, upper).
  case lowerInclusive
}

/// What an index is beyond the last row of its table.
public enum BeyondRule: String, Hashable, Sendable, Codable {
  /// The slope of the last row goes on; the band stays the worst.
  case extrapolate
  /// The number of the last row stays; the value says that it is beyond the scale.
  case cap
  /// The standard defines no index there.
  case undefined
  /// Only the band is defined; there is no number.
  case open
}
