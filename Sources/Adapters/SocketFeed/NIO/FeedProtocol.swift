#if NIO
  import AQKit
  import AQKitFeedFormats

  /// Interprets the bytes of one connection. Pure: it has no socket, clock or task, so bytes alone test it.
  protocol FeedProtocol: Sendable {
    /// Whether it has pings that the peer must respond to.
    static var hasPing: Bool { get }

    var facts: FeedFacts { get }

    /// Whether the peer closes the connection first after a close.
    var lingers: Bool { get }

    /// Returns the first bytes to send, once the connection is established, with TLS if required.
    mutating func open(into output: inout FeedOutput) -> [UInt8]

    /// Reads bytes as they arrive, split anywhere. Never called after it has set an end.
    mutating func consume(_ bytes: RawSpan, into output: inout FeedOutput)

    /// Called when the peer has closed its side outside the protocol.
    mutating func endOfInput(into output: inout FeedOutput)

    /// Returns a message as bytes on the wire.
    mutating func encode(_ message: FeedMessage) throws(AQError) -> [UInt8]

    /// Returns a ping that the peer must respond to, as bytes on the wire; empty if the protocol has none.
    mutating func encodePing() -> [UInt8]

    /// Returns a close as bytes on the wire; nil if the protocol has none and the connection just closes.
    mutating func encodeClose(_ code: FeedMessage.Closure.Code) -> [UInt8]?
  }

  extension FeedProtocol {
    static var hasPing: Bool { false }
    var lingers: Bool { false }
    mutating func encodePing() -> [UInt8] { [] }
    mutating func encodeClose(_ code: FeedMessage.Closure.Code) -> [UInt8]? { nil }
  }

  /// The facts that a server has stated in addition to messages.
  struct FeedFacts: Sendable, Equatable {
    var subprotocol: String?
    var skippedBytes = 0
    var reconnectDelay: Duration?
    /// The identifier of the last event, even one without data.
    var lastEventID: String?
  }

  struct FeedOutput {
    var isOpen = false
    var messages: [FeedMessage] = []
    var cost = 0
    /// Replies to pings as bytes on the wire, and the start of the last one. Only the last one is obligatory.
    var pongs: [UInt8] = []
    var lastPong = 0
    /// A close to send, as bytes on the wire.
    var goodbye: [UInt8] = []
    var end: FeedEnd?

    /// A message's cost in addition to its bytes: the array's header and the message itself, rounded up.
    static let overhead = 64

    mutating func add(_ message: FeedMessage) {
      messages.append(message)
      cost &+= message.bytes.count &+ Self.overhead
      if case .event(let type, let id) = message.kind { cost &+= type.utf8.count &+ id.utf8.count }
    }
  }

  enum FeedEnd: Sendable {
    /// The peer or we closed in an orderly manner.
    case closed(FeedMessage.Closure?)
    /// The connection broke, or the peer closed with an error.
    case failed(AQError)
    /// The peer violated the protocol or a limit, and must still be told.
    case violated(AQError)
  }

  /// A raw stream: no handshake, no close, split into messages by a framing.
  struct StreamProtocol: FeedProtocol {
    private let framing: any FeedFraming
    private var reader: FramedReader

    init(_ framing: any FeedFraming, maximumMessageSize: Int) {
      self.framing = framing
      reader = FramedReader(framing, maximumMessageSize: maximumMessageSize)
    }

    var facts: FeedFacts { FeedFacts(skippedBytes: reader.broken) }

    mutating func open(into output: inout FeedOutput) -> [UInt8] {
      output.isOpen = true
      return []
    }

    mutating func consume(_ bytes: RawSpan, into output: inout FeedOutput) {
      do throws(AQError) {
        try reader.consume(Array(bytes)) { output.add($0) }
      } catch {
        output.end = .violated(error)
      }
    }

    mutating func endOfInput(into output: inout FeedOutput) {
      output.end =
        reader.isInsideMessage
        ? .failed(AQError(.unreachable, "The connection broke inside a message.")) : .closed(nil)
    }

    mutating func encode(_ message: FeedMessage) -> [UInt8] { framing.frame(message) }
  }

  extension FeedEndpoint {
    /// Returns the request of a handshake with a protocol's own fields and the endpoint's.
    func handshake(at address: FeedAddress, _ fields: [String]) -> [UInt8] {
      let start = ["GET \(address.target) HTTP/1.1", "Host: \(address.authority)"]
      let lines = start + fields + headers.map { "\($0.name): \($0.value)" }
      return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }
  }

  extension AQError {
    static var closedDuringHandshake: AQError {
      AQError(.unreachable, "The server closed the connection during the handshake.")
    }
  }
#endif
