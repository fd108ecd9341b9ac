/// One request of an adapter, and what to remember for its reply.
public struct HTTPCall<Step: Sendable>: Sendable {
  /// The request.
  public var request: TransportRequest
  /// What decoding must remember.
  public var step: Step
  /// The indices of the query's places that it is about; nil for all.
  public var places: [Int]?

  /// A call with a step for its reply.
  public init(_ request: TransportRequest, step: Step, places: [Int]? = nil) {
    self.request = request
    self.step = step
    self.places = places
  }
}

extension HTTPCall where Step == Void {
  /// A call without a step.
  public init(_ request: TransportRequest, places: [Int]? = nil) {
    self.init(request, step: (), places: places)
  }
}

/// The reply to a call, for an adapter's decoder.
public struct HTTPReply<Step: Sendable>: Sendable {
  /// The response.
  public var response: TransportResponse
  /// The step of the call.
  public var step: Step
  /// The query of the call.
  public var query: AirQuery
  /// When the body arrived.
  public var receivedAt: AirTime

  /// A reply, for example from recorded bytes in a test.
  public init(_ response: TransportResponse, step: Step, query: AirQuery, receivedAt: AirTime) {
    self.response = response
    self.step = step
    self.query = query
    self.receivedAt = receivedAt
  }

  /// The body.
  public var body: [UInt8] { response.body }

  /// The body as a JSON value.
  ///
  /// - Parameter allowsNaN: Whether to read the bare word `nan`, which some services write, as `null`.
  /// - Throws: As ``AQJSON/init(parsing:allowsNaN:maximumDepth:)-([UInt8],_,_)`` does.
  public func json(allowsNaN: Bool = false) throws -> AQJSON {
    try AQJSON(parsing: response.body, allowsNaN: allowsNaN)
  }
}

/// One page of a list, as a call requests it.
///
/// It is (a part of) a call's step, and decides whether there is a next page:
///
/// ```swift
/// let request = TransportRequest(
///   base: baseURL, path: "/v3/locations", query: [("page", "\(page.number)"), ("limit", "\(page.size)")])
/// …
/// if let next = page.next(received: results.count, of: json["meta"]["found"].int) { … }
/// ```
///
/// ``RequestLimits/requestsPerFetch`` ends the requests to a server with endless pages, and a note says so.
public struct HTTPPage: Hashable, Sendable {
  /// The page's number, as the service counts.
  public let number: Int
  /// The most elements per page.
  public let size: Int
  /// The number of elements on previous pages.
  public let offset: Int
  /// The number of previous pages.
  private let pagesBefore: Int

  /// The first page.
  ///
  /// - Parameters:
  ///   - size: The most elements per page; below 1 counts as 1.
  ///   - first: The number of the first page, 1 or 0.
  public init(size: Int, first: Int = 1) {
    self.init(number: first, size: max(1, size), offset: 0, pagesBefore: 0)
  }

  private init(number: Int, size: Int, offset: Int, pagesBefore: Int) {
    self.number = number
    self.size = size
    self.offset = offset
    self.pagesBefore = pagesBefore
  }

  /// The next page; nil if this is the last.
  ///
  /// If the service states neither total, a page that is not full is the last.
  ///
  /// - Parameters:
  ///   - count: The number of elements on this page. An empty page is the last.
  ///   - total: The total number of elements.
  ///   - pages: The total number of pages.
  public func next(received count: Int, of total: Int64? = nil, pages: Int64? = nil) -> HTTPPage? {
    let (offset, overflow) = offset.addingReportingOverflow(count)
    guard count > 0, !overflow, number < .max else { return nil }
    let isThereMore =
      if let pages { Int64(pagesBefore) + 1 < pages } else if let total { Int64(offset) < total } else {
        count >= size
      }
    guard isThereMore else { return nil }
    return HTTPPage(number: number + 1, size: size, offset: offset, pagesBefore: pagesBefore + 1)
  }
}
