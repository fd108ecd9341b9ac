/// Which part of a list that comes in pages a call asks for.
///
/// It travels as (part of) a call's step, and says by itself whether there is a next one:
///
/// ```swift
/// let request = TransportRequest(
///   base: baseURL, path: "/v3/locations", query: [("page", "\(page.number)"), ("limit", "\(page.size)")])
/// …
/// if let next = page.next(received: results.count, of: json["meta"]["found"].int) { … }
/// ```
///
/// A server whose pages never end is stopped by ``Limits/requestsPerFetch``, and a note says so.
public struct HTTPPage: Hashable, Sendable {
  /// The page's number, as the service counts.
  public let number: Int
  /// How many elements a page has at most.
  public let size: Int
  /// How many elements stand on the pages before.
  public let offset: Int
  /// How many pages stand before.
  private let pagesBefore: Int

  /// The first page.
  ///
  /// - Parameters:
  ///   - size: How many elements a page has at most; below 1 counts as 1.
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

  /// The page after this one; nil where this is the last.
  ///
  /// Where the service says neither how many elements nor how many pages there are, a page that is not full is the last.
  ///
  /// - Parameters:
  ///   - count: How many elements this page has. A page without any is the last.
  ///   - total: How many elements there are in all.
  ///   - pages: How many pages there are in all.
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
