extension TransportRequest {
  /// Takes the body of an answer while it arrives, so that a body of any length needs little memory.
  ///
  /// **Use one.** ``HTTPCall/inPieces(_:)`` does; nothing else is needed in an adapter.
  ///
  /// **Honour one**, in an ``HTTPTransport``: call ``begin(_:)`` with the status and the header of each 2xx answer, then
  /// what it returns with the decompressed bytes, in order and one piece at a time, within
  /// ``TransportRequest/maximumBodySize``; an error that it throws ends the exchange. Return the answer with an empty
  /// body. A transport that knows nothing of it returns the whole body, which is read all the same.
  public struct BodyReader: Hashable, Sendable {
    /// Takes the next bytes of one answer.
    public typealias Take = @Sendable ([UInt8]) throws -> Void

    private final class Identity: Sendable {
      let begin: @Sendable (TransportResponse) -> Take
      init(_ begin: @escaping @Sendable (TransportResponse) -> Take) { self.begin = begin }
    }

    private let identity: Identity

    /// A reader, which makes what takes the bytes of one answer. An answer that breaks off is followed by another one
    /// when the request is repeated.
    public init(_ begin: @escaping @Sendable (_ head: TransportResponse) -> Take) {
      identity = Identity(begin)
    }

    /// Begins an answer.
    ///
    /// - Parameter head: Its status and header, without a body.
    /// - Returns: What takes its bytes.
    public func begin(_ head: TransportResponse) -> Take { identity.begin(head) }

    /// Whether both are the same reader.
    public static func == (lhs: BodyReader, rhs: BodyReader) -> Bool { lhs.identity === rhs.identity }

    /// Hashes the reader's identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(identity)) }
  }
}
