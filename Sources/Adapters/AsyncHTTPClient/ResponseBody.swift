#if AsyncHTTPClient
  import AQKit
  import AQKitHTTPRules
  import AQKitInflate
  import NIOCore

  /// An error of a request's reader, which isn't the connection's.
  struct ReaderFailure: Error {
    let cause: any Error
  }

  /// The body of a response, collected within the limit and decompressed as it arrives.
  struct ResponseBody {
    private let host: String
    private let limit: Int
    private let inflater: Inflater?
    private var isEmpty = true
    private var body: BodyBytes

    /// Creates an empty body for a response head. Throws ``AQError/Code/tooLarge`` for a stated length beyond the limit,
    /// ``AQError/Code/malformed`` for a content coding that was not asked for.
    init(
      of head: ResponseHead, host: String, limit: Int, readBy reader: TransportRequest.BodyReader?
    ) throws(AQError) {
      self.host = host
      self.limit = limit
      switch head.coding {
      case nil: inflater = nil
      case "gzip", "x-gzip": inflater = Inflater(.gzip, pieceSize: 1 << 16)
      case "deflate": inflater = Inflater(.deflate, pieceSize: 1 << 16)
      default:
        throw AQError(.malformed, "The response of \(host) has an unrequested compression.")
      }
      let length = inflater == nil ? head.length ?? 0 : 0
      body = BodyBytes(limit: limit, expected: length)
      guard length <= limit else { throw ExchangeFault.tooLarge(limit: limit).error(host) }
      if let reader, head.isSuccess { body.take = reader.begin(head.response(body: [], isRead: true)) }
    }

    /// Whether the bytes were taken as they arrived.
    var isRead: Bool { body.take != nil }

    /// Takes the next bytes of the body as they arrived. Throws a ``ReaderFailure`` for an error of the reader.
    mutating func append(_ piece: ByteBuffer) throws {
      isEmpty = isEmpty && piece.readableBytes == 0
      guard let inflater else { return try add(piece.readableBytesView) }
      var piece = piece
      var failure: (any Error)?
      do {
        try piece.withUnsafeMutableReadableBytes { bytes in
          try inflater.decompress(bytes) { piece in
            do { try add(piece) } catch {
              failure = error
              throw error
            }
          }
        }
      } catch let error as AQError {
        throw failure ?? damaged(error)
      }
    }

    private mutating func add(_ piece: some Collection<UInt8>) throws {
      guard body.append(piece) else { throw ExchangeFault.tooLarge(limit: limit).error(host) }
      do { try body.take?(Array(piece)) } catch { throw ReaderFailure(cause: error) }
    }

    /// Returns the whole body. Throws ``AQError/Code/malformed`` when the compressed bytes break off.
    func finished() throws(AQError) -> [UInt8] {
      guard let inflater, !isEmpty else { return body.bytes }
      do {
        try inflater.finish()
      } catch {
        throw damaged(error)
      }
      return body.bytes
    }

    private func damaged(_ error: AQError) -> AQError {
      AQError(
        .malformed, "The response of \(host) can't be decompressed.", retry: error.retry,
        cause: AsyncHTTPClientFailure(error))
    }
  }
#endif
