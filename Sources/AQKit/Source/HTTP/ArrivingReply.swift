/// The reply to a call that is read while it arrives: the adapter reads each piece, and only requested values are kept.
final class ArrivingReply<Adapter: HTTPAdapter>: Sendable {
  typealias Call = HTTPCall<Adapter.Step>

  struct Content: Sendable {
    var builder: ReportBuilder
    var sites = GatheredSites<Adapter.Step>()
    var followUps: [Call] = []
    fileprivate var cutter: RowCutter
    fileprivate var isEmpty = true
    /// The number of values outside the query.
    fileprivate var unasked = 0
    /// The number of values after the last sweep.
    fileprivate var swept = 0
    fileprivate var failure: AQError?
  }

  private let fetch: PartFetch<Adapter>
  private let call: Call
  private let query: AirQuery
  private let places: [Int]
  private let head: TransportResponse
  private let receivedAt: AirTime
  /// The content so far; nil while it is in use and once it is finished. One exchange calls this reply, one piece at a time,
  /// and takes its end afterwards.
  private let content: Locked<Content?>

  init(
    _ head: TransportResponse, to call: Call, in pieces: TransportRequest.Pieces, _ fetch: PartFetch<Adapter>,
    _ query: AirQuery, at places: [Int]
  ) {
    (self.fetch, self.call, self.query, self.places) = (fetch, call, query, places)
    self.head = TransportResponse(status: head.status, headers: head.headers)
    receivedAt = fetch.source.requests.clock.time.adding(seconds: -head.ageInSeconds)
    let builder = ReportBuilder(fetch.descriptor, receivedAt: receivedAt)
    content = Locked(Content(builder: builder, cutter: RowCutter(pieces)))
  }

  var failure: AQError? { content.withLock { $0?.failure } }

  /// Takes the next bytes. Throws the adapter's errors, as errors that transports don't retry.
  func take(_ bytes: [UInt8]) throws {
    do {
      try withContent { content in
        // Read in portions, so that a whole body isn't held twice.
        for start in stride(from: 0, to: bytes.count, by: 1 << 16) {
          content.cutter.append(bytes[start..<min(start + (1 << 16), bytes.count)])
          while let piece = content.cutter.next(isLast: false) { try read(piece, &content) }
        }
      }
    } catch var error as AQError {
      error.retry = .never
      throw error
    }
  }

  /// Returns the content of the whole reply, once all bytes have arrived.
  func finish() throws -> Content {
    // The content is released here, so that a caller that changes it doesn't copy its values.
    defer { content.withLock { $0 = nil } }
    return try withContent { content in
      while let piece = content.cutter.next(isLast: true) { try read(piece, &content) }
      if content.isEmpty { try read(content.cutter.header, &content) }
      if content.cutter.longRows > 0 {
        content.builder.refuse(
          "a row is longer than \(CSVFields.longestRow >> 20) MiB", count: content.cutter.longRows)
      }
      if content.unasked > 0 {
        content.builder.note(
          .remark, "Values outside the query were skipped while the file arrived.", count: content.unasked)
      }
      return content
    }
  }

  private func withContent<Result>(_ body: (inout Content) throws -> Result) throws -> Result {
    guard var content = self.content.withLock({ $0.take() }) else { throw CancellationError() }
    defer { self.content.withLock { [content] in $0 = content } }
    if let failure = content.failure { throw failure }
    do {
      try Task.checkCancellation()
      return try body(&content)
    } catch {
      if error is CancellationError { throw error }
      let failure = AQError.wrapping(error, as: .malformed, source: fetch.descriptor.id)
      content.failure = failure
      throw failure
    }
  }

  private func read(_ piece: [UInt8], _ content: inout Content) throws {
    content.isEmpty = false
    let most = fetch.descriptor.limits.requestsPerFetch
    var response = head
    response.body = piece
    let reply = HTTPReply(response, to: call, about: query, askedAt: fetch.now, receivedAt: receivedAt)
    var builder = ReportBuilder(fetch.descriptor, receivedAt: receivedAt)
    builder.receipt.last = fetch.source.requests.clock.time
    var followUps = try fetch.source.adapter.read(reply, at: places, into: &builder)
    let sites = GatheredSites(from: &followUps, in: &builder, places: call.places, atMost: most)
    content.sites = content.sites + sites
    content.sites.choose(for: query, nearest: fetch.source.adapter.sitesPerPoint)
    // One more than can be made, so that exceeding the limit is noted.
    content.followUps += followUps.prefix(max(0, most.addingSaturating(1) - content.followUps.count))
    content.unasked +=
      builder.dropUnaskedSites(of: query) + builder.dropUnaskedValues(of: query, askedAt: fetch.now)
    content.builder.merge(builder, renumberingPlaces: nil)
    // A later value supersedes older ones. Searching all of them costs as much as adding that many again.
    let count = content.builder.valueCount
    guard count > 2 * content.swept + 10_000 else { return }
    content.unasked += content.builder.dropUnaskedValues(of: query, askedAt: fetch.now)
    content.swept = content.builder.valueCount
  }
}
