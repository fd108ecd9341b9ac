public import AQKit

extension AQContainer {
  /// A container with the system clock and ``URLSessionTransport``, and no source: where an application starts.
  public static var live: AQContainer {
    AQContainer().setting(.httpTransport, to: URLSessionTransport())
  }
}
