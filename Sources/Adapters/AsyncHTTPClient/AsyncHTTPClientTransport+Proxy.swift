#if AsyncHTTPClient
  public import AQKit
  import AsyncHTTPClient

  extension AsyncHTTPClientTransport {
    /// A proxy server for requests, including `http` ones in a tunnel.
    public struct Proxy: Hashable, Sendable {
      private enum Kind: Hashable, Sendable {
        case http(username: String, password: AirSecret?)
        case socks
      }

      /// The proxy's name or address.
      public let host: String
      /// The proxy's port.
      public let port: Int
      private let kind: Kind

      /// An HTTP proxy, used with `CONNECT`; with neither a name nor a password it gets no credential.
      public static func http(host: String, port: Int, username: String = "", password: AirSecret? = nil)
        -> Proxy
      {
        Proxy(host: host, port: port, kind: .http(username: username, password: password))
      }

      /// A SOCKS 5 proxy.
      public static func socks(host: String, port: Int = 1080) -> Proxy {
        Proxy(host: host, port: port, kind: .socks)
      }

      var client: HTTPClient.Configuration.Proxy {
        switch kind {
        case .http(let username, let password):
          .server(
            host: host, port: port,
            authorization: username.isEmpty && password == nil
              ? nil : .basic(username: username, password: password?.exposed ?? ""))
        case .socks:
          .socksServer(host: host, port: port)
        }
      }
    }
  }
#endif
