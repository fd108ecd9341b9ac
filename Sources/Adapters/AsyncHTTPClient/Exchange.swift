#if AsyncHTTPClient
  import AQKit
  import AsyncHTTPClient
  import NIOCore
  import NIOHTTP1

  /// A request and its response, which may be a redirect.
  struct Exchange: Sendable {
    let request: HTTPClientRequest
    /// The host that is asked, for messages.
    let host: String
    let limit: Int
    /// The reader of the arriving body; nil to collect it.
    let reader: TransportRequest.BodyReader?
    let watch: ExchangeWatch

    /// Sends the request and waits for the end, which is the response, an error, a time-out or a cancellation, whichever
    /// comes first.
    func response(by handle: ClientHandle) async throws -> TransportResponse {
      let work = Task { try await read(by: handle) }
      watch.start(on: handle.client.eventLoopGroup.any()) { work.cancel() }
      defer { watch.stop() }
      let result = await withTaskCancellationHandler {
        await work.result
      } onCancel: {
        work.cancel()
      }
      if let expiry = watch.expiry { throw expiry }
      if case .failure = result { try Task.checkCancellation() }
      return try result.get()
    }

    /// The number of times a request is sent again because a connection that was kept open had ended.
    private static let mostRepeats = 8

    @concurrent
    private func read(by handle: ClientHandle) async throws -> TransportResponse {
      var repeats = 0
      while true {
        var hasHead = false
        do {
          let response = try await handle.client.execute(request, deadline: .distantFuture)
          hasHead = true
          return try await read(response)
        } catch let failure as ReaderFailure {
          throw failure.cause
        } catch {
          if error is AQError || error is CancellationError { throw error }
          guard !hasHead, repeats < Self.mostRepeats, mayRepeat(after: error) else {
            throw FailureTranslation.error(for: error, host: host, hasHead: hasHead)
          }
          repeats += 1
        }
      }
    }

    @concurrent
    private func read(_ response: HTTPClientResponse) async throws -> TransportResponse {
      watch.noteActivity()
      guard response.history.count < 2 else { throw ClientHandle.followsRedirects }
      let head = try ResponseHead(response, host: host)
      var body = try ResponseBody(of: head, host: host, limit: limit, readBy: reader)
      for try await piece in response.body {
        watch.noteActivity()
        try body.append(piece)
      }
      try Task.checkCancellation()
      let isRead = body.isRead
      return head.response(body: try body.finished(), isRead: isRead)
    }

    /// Returns whether the request met a connection that had ended, so that no byte of a response arrived. A POST that the
    /// server may have received isn't sent again (RFC 9110 §9.2.2).
    private func mayRepeat(after error: any Error) -> Bool {
      // The client found the connection closed before it wrote anything.
      if case ChannelError.ioOnClosedChannel = error { return true }
      guard let stale = error as? StaleConnection else { return false }
      return request.method == .GET || !stale.hasRequest
    }
  }
#endif
