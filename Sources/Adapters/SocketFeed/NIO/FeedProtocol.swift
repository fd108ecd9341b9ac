#if NIO
  import AQKit

  /// What a protocol makes of the bytes of one connection. Pure: no socket, no clock, no task; so it can be tested
  /// with bytes alone.
  protocol FeedProtocol: Sendable {
    /// Whether there are pings that the peer has to answer.
    static var hasPing: Bool { get }

    /// What the server has said beside messages.
    var facts: FeedFacts { get }

    /// Whether the peer closes the connection first after a goodbye.
    var lingers: Bool { get }

    /// The connection is there, and secured where it has to be: returns the bytes to send first.
    mutating func open(into output: inout FeedOutput) -> [UInt8]

    /// Takes bytes as they arrive, cut anywhere. Never called again once it has set an end.
    mutating func consume(_ bytes: RawSpan, into output: inout FeedOutput)

    /// The peer closed its side without a word of the protocol.
    mutating func endOfInput(into output: inout FeedOutput)

    /// A message as it goes onto the wire.
    mutating func encode(_ message: FeedMessage) throws(AQError) -> [UInt8]

    /// A sign of life that the peer has to answer, as it goes onto the wire; empty if the protocol has none.
    mutating func encodePing() -> [UInt8]

    /// A goodbye as it goes onto the wire; nil if the protocol has none and the connection just closes.
    mutating func encodeClose(_ code: FeedCloseCode) -> [UInt8]?
  }

  /// What a server has said beside messages.
  struct FeedFacts: Sendable, Equatable {
    /// The sub-protocol that it chose.
    var subprotocol: String?
    /// How many bytes belonged to no message.
    var skippedBytes = 0
    /// How long it asks to wait before a new connection.
    var reconnectDelay: Duration?
    /// The identifier of the last event, also of one without data.
    var lastEventID: String?
  }

  /// What came out of bytes.
  struct FeedOutput {
    /// Whether the opening handshake is over and the connection stands.
    var isOpen = false
    /// Messages, in order.
    var messages: [FeedMessage] = []
    /// What the messages cost in memory.
    var cost = 0
    /// Answers to signs of life, as they go onto the wire, and where the last of them begins. Only the last one is
    /// obligatory.
    var pongs: [UInt8] = []
    var lastPong = 0
    /// A goodbye to be sent, as it goes onto the wire.
    var goodbye: [UInt8] = []
    /// The end of the feed, where these bytes brought it.
    var end: FeedEnd?

    /// What a message costs beside its bytes: the array's header and the message itself, rounded up.
    static let overhead = 64

    mutating func add(_ message: FeedMessage) {
      messages.append(message)
      cost &+= message.bytes.count &+ Self.overhead
      if case .event(let type, let id) = message.kind { cost &+= type.utf8.count &+ id.utf8.count }
    }
  }

  /// How a feed ended.
  enum FeedEnd: Sendable {
    /// The peer closed in an orderly way, or we did.
    case closed(FeedClosure?)
    /// The connection broke, or the peer closed with an error.
    case failed(AQError)
    /// The peer violated the protocol or a limit, and has yet to be told.
    case violated(AQError)
  }
#endif
