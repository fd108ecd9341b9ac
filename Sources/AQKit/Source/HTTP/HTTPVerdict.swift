/// What to do with a response.
public enum HTTPVerdict: Sendable {
  /// Its body is decoded.
  case read
  /// It says that there is nothing, which is an answer.
  case nothing(AirNote)
  /// At least one unnamed place has no data, which blocks the others: the core bisects the places to find it. For a
  /// single place it is the same as ``nothing(_:)``.
  case nothingForSomePlace(AirNote)
  /// It says that the question could not be answered.
  case failed(AQError)
}
