/// The error that `URLSession` gave, without its address: domain and code only.
///
/// The system's own error carries the whole URL, which may contain keys and coordinates; this one can be logged.
public struct URLSessionFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The domain, such as `NSURLErrorDomain`.
  public let domain: String
  /// The code within the domain, such as −1004.
  public let code: Int

  /// Creates a failure from a domain and a code.
  public init(domain: String, code: Int) {
    self.domain = domain
    self.code = code
  }

  /// Domain and code, such as `NSURLErrorDomain -1004`.
  public var description: String { "\(domain) \(code)" }
}
