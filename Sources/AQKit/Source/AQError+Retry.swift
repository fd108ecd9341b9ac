extension AQError {
  /// Whether, and when, the same question may be asked again.
  public enum Retry: Hashable, Sendable {
    /// At once (with the back-off of whoever retries).
    case now
    /// Not before this much time has passed.
    case after(Duration)
    /// Only after a credential, an option or a certificate has changed.
    case whenChanged
    /// The same question will fail again.
    case never
  }
}
