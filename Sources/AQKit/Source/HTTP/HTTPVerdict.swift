/// What becomes of a response.
public enum HTTPVerdict: Sendable {
  /// Its body is decoded.
  case read
  /// It says that there is nothing, which is an answer.
  case nothing(AirNote)
  /// It says that the question could not be answered.
  case failed(AQError)
}
