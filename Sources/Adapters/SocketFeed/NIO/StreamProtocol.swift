#if NIO
  import AQKit

  /// A raw stream: no handshake, no close, split into messages by a framing.
  struct StreamProtocol: FeedProtocol {
    private let framing: any FeedFraming
    private var reader: FramedReader

    init(_ framing: any FeedFraming, maximumMessageSize: Int) {
      self.framing = framing
      reader = FramedReader(framing, maximumMessageSize: maximumMessageSize)
    }

    var facts: FeedFacts { FeedFacts(skippedBytes: reader.broken) }
    static var hasPing: Bool { false }
    var lingers: Bool { false }

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
    mutating func encodePing() -> [UInt8] { [] }
    mutating func encodeClose(_ code: FeedClosure.Code) -> [UInt8]? { nil }
  }
#endif
