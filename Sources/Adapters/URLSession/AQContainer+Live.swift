public import AQKit

extension AQContainer {
  /// A container with the system clock and ``URLSessionTransport``, and no source: where an application starts.
  ///
  /// A server on Linux starts from `AQContainer.liveAsyncHTTPClient` of the product `AQKitAsyncHTTPClient`: there some
  /// broken answers end the process within `URLSession`.
  public static var live: AQContainer {
    AQContainer().setting(.httpTransport, to: URLSessionTransport())
  }
}
