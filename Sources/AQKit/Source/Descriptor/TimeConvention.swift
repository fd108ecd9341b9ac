/// The meaning of a provider's time stamp.
public enum TimeConvention: String, Hashable, Sendable, Codable {
  /// The start of the averaging interval.
  case start
  /// The end of the averaging interval.
  case end
  /// The instant of the value.
  case instant
}
