public import AQKit

extension AQContainer {
  /// A container with the system clock and ``URLSessionTransport``, and without sources: the starting point of an application.
  ///
  /// A server on Linux starts from `AQContainer.liveAsyncHTTPClient` of the product `AQKitAsyncHTTPClient`: there some
  /// broken responses end the process within `URLSession`.
  public static var live: AQContainer {
    AQContainer().setting(.httpTransport, to: URLSessionTransport())
  }
}
