/// One page of a list, as a call requests it.
///
/// A call has it, and the reply to it leads to the next one:
///
/// ```swift
/// let page = HTTPPage(size: 1000, as: .number("page", size: "limit"))
/// let call = HTTPCall(request, step: CityStep.stations, page: page)
/// ```
///
/// The call for the page after a reply:
///
/// ```swift
/// let next = reply.nextPage(received: results.count, of: answer["meta"]["found"].asInt)
/// ```
///
/// Where the next page is a link, make its call with ``TransportRequest/following(_:)``.
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
  /// How a request states it; nil if the adapter writes it itself.
  public let naming: Naming?

  /// The query items by which a request states its page.
  public struct Naming: Hashable, Sendable {
    let position: String
    let size: String?
    let isOffset: Bool

    /// The number of the page, and the most elements per page.
    public static func number(_ name: String, size: String? = nil) -> Naming {
      Naming(position: name, size: size, isOffset: false)
    }

    /// The number of elements before the page, and the most elements per page.
    public static func offset(_ name: String, size: String? = nil) -> Naming {
      Naming(position: name, size: size, isOffset: true)
    }
  }

  /// The first page.
  ///
  /// - Parameters:
  ///   - size: The most elements per page; below 1 counts as 1.
  ///   - first: The number of the first page, 1 or 0.
  ///   - naming: How a request states it; nil if the adapter writes it itself.
  public init(size: Int, first: Int = 1, as naming: Naming? = nil) {
    self.init(number: first, size: max(1, size), offset: 0, pagesBefore: 0, naming)
  }

  private init(number: Int, size: Int, offset: Int, pagesBefore: Int, _ naming: Naming?) {
    self.naming = naming
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
    return HTTPPage(number: number + 1, size: size, offset: offset, pagesBefore: pagesBefore + 1, naming)
  }
}

extension HTTPPage {
  /// The query items of a request for it.
  var items: [(name: String, value: String)] {
    guard let naming else { return [] }
    return [(naming.position, "\(naming.isOffset ? offset : number)")]
      + (naming.size.map { [($0, "\(size)")] } ?? [])
  }
}

extension HTTPReply {
  /// The call for the page after this one, with the same step, site and keeping; none if this is the last one, or the
  /// call has no page.
  ///
  /// - Parameters:
  ///   - count: The number of elements on this page. An empty page is the last.
  ///   - total: The total number of elements; nil if the service doesn't state it as a number.
  ///   - pages: The total number of pages.
  public func nextPage(received count: Int, of total: Int64? = nil, pages: Int64? = nil) -> [HTTPCall<Step>] {
    guard let call, let page = call.page?.next(received: count, of: total, pages: pages) else { return [] }
    return [call.asking(page)]
  }
}
