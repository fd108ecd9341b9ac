/// What becomes of a response.
public enum HTTPVerdict: Sendable {
  /// Its body is decoded.
  case read
  /// It says that there is nothing, which is an answer.
  case nothing(AirNote)
  /// It says that there is nothing for at least one of the places, which keeps the others from being answered: the
  /// core asks in halves until the place is found. For a single place it is as ``nothing(_:)``.
  case nothingForSomePlace(AirNote)
  /// It says that the question could not be answered.
  case failed(AQError)
}
