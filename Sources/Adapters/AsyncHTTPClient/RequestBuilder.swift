#if AsyncHTTPClient
  import AQKit
  import AQKitHTTPRules
  import AsyncHTTPClient
  import NIOCore
  import NIOHTTP1
  import NIOSSL

  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif

  /// Makes the client's request from AQKit's.
  struct RequestBuilder: Sendable {
    private let userAgent: String
    private let tls: TLSConfiguration?

    init(userAgent: String?, tls: TLSConfiguration?) {
      let usable = userAgent.flatMap { TransportRequest.Header.isValue($0) ? $0 : nil }
      self.userAgent = usable ?? "AQKit"
      self.tls = tls
    }

    /// Returns the exchange that a request starts. Throws the same errors as `RequestRule.address(of:)`.
    func exchange(for request: TransportRequest, timeouts: ExchangeTimeouts) throws(AQError) -> Exchange {
      let watch = ExchangeWatch(host: request.host, timeouts: timeouts)
      var made = HTTPClientRequest(url: try RequestRule.address(of: request).absoluteString)
      made.method = request.method == .post ? .POST : .GET
      made.tlsConfiguration = tls
      for field in request.headers { made.headers.add(name: field.name, value: field.value) }
      for (name, value) in [("Accept-Encoding", "gzip, deflate"), ("User-Agent", userAgent)]
      where !made.headers.contains(name: name) {
        made.headers.add(name: name, value: value)
      }
      if !request.body.isEmpty {
        let bytes = ByteBuffer(bytes: request.body)
        // A small body is sent together with its head; otherwise a server that responds early and closes would reset
        // the connection.
        made.body =
          request.body.count <= Upload.pieceSize
          ? .bytes(bytes)
          : .stream(Upload(bytes: bytes, watch: watch), length: .known(Int64(request.body.count)))
      }
      return Exchange(
        request: made, host: request.host, limit: max(request.maximumBodySize, 0),
        reader: request.bodyReader, watch: watch)
    }
  }

  /// The body of a request, piece by piece; each piece is a sign of life.
  private struct Upload: AsyncSequence, Sendable {
    static let pieceSize = 1 << 16
    let bytes: ByteBuffer
    let watch: ExchangeWatch

    struct Iterator: AsyncIteratorProtocol {
      var rest: ByteBuffer
      let watch: ExchangeWatch

      mutating func next() async -> ByteBuffer? {
        watch.noteActivity()
        guard rest.readableBytes > 0 else { return nil }
        return rest.readSlice(length: Swift.min(rest.readableBytes, Upload.pieceSize))
      }
    }

    func makeAsyncIterator() -> Iterator { Iterator(rest: bytes, watch: watch) }
  }
#endif
