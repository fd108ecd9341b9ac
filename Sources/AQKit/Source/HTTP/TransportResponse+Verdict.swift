extension TransportResponse {
  /// The treatment of a response.
  public enum Verdict: Sendable {
    /// The body is decoded.
    case read
    /// The response says that there is no data, which is a valid response.
    case nothing(AirNote)
    /// At least one unnamed place has no data, which blocks the others: the core bisects the places to find it. For a
    /// single place it is the same as ``nothing(_:)``.
    case nothingForSomePlace(AirNote)
    /// The response says that the request failed.
    case failed(AQError)
  }
}
