extension AQError {
  /// Whether, and when, the same request may be repeated.
  public enum Retry: Hashable, Sendable {
    /// At once, apart from the caller's back-off.
    case now
    /// Not before this much time has passed.
    case after(Duration)
    /// Only after a credential, an option or a certificate has changed.
    case whenChanged
    /// The same question will fail again.
    case never
  }
}
