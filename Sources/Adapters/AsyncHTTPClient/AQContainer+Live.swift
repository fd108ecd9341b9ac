#if AsyncHTTPClient
  public import AQKit

  extension AQContainer {
    /// A container with the system clock and ``AsyncHTTPClientTransport``, and no source: where a server starts.
    public static var liveAsyncHTTPClient: AQContainer {
      AQContainer().setting(.httpTransport, to: AsyncHTTPClientTransport())
    }
  }
#endif
