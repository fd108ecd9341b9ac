#if AsyncHTTPClient
  public import AQKit

  extension AQContainer {
    /// A container with the system clock and ``AsyncHTTPClientTransport``, and without sources: the starting point of a server.
    public static var liveAsyncHTTPClient: AQContainer {
      AQContainer().setting(.httpTransport, to: AsyncHTTPClientTransport())
    }
  }
#endif
