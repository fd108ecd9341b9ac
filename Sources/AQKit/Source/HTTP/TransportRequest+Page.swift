extension TransportRequest {
  /// A page of a list, as a call requests it.
  ///
  /// A call states its page, and its reply leads to the next one:
  ///
  /// ```swift
  /// let page = TransportRequest.Page(size: 1000, as: .number("page", size: "limit"))
  /// let call = HTTPCall(request, step: CityStep.stations, page: page)
  /// ```
  ///
  /// The call for the page after a reply:
  ///
  /// ```swift
  /// let next = reply.nextPage(received: results.count, of: body["meta"]["found"].intValue)
  /// ```
  ///
  /// If the next page is a link, make its call with ``TransportRequest/following(_:)``.
  ///
  /// ``RequestLimits/requestsPerFetch`` ends the requests to a server with endless pages, with a note, even if their replies are
  /// kept.
  public struct Page: Hashable, Sendable {
    /// The page's number, as the service counts.
    public let number: Int
    /// The maximum number of elements per page.
    public let size: Int
    /// The number of elements on previous pages.
    public let offset: Int
    private let pagesBefore: Int
    /// The way in which a request names the page; nil if the adapter writes it itself.
    public let naming: Naming?

    /// The query items by which a request states its page.
    public enum Naming: Hashable, Sendable {
      /// The number of the page, and the maximum number of elements per page.
      case number(String, size: String? = nil)
      /// The number of elements before the page, and the maximum number of elements per page.
      case offset(String, size: String? = nil)
    }

    /// Returns the next page; nil if this is the last.
    ///
    /// If the service states no total, the first page that is not full is the last.
    ///
    /// - Parameters:
    ///   - count: The number of elements on this page. An empty page is the last.
    ///   - total: The total number of elements.
    ///   - pages: The total number of pages.
    public func next(received count: Int, of total: Int64? = nil, pages: Int64? = nil) -> TransportRequest
      .Page?
    {
      let (offset, overflow) = offset.addingReportingOverflow(count)
      guard count > 0, !overflow, number < .max else { return nil }
      let isThereMore =
        if let pages { Int64(pagesBefore) + 1 < pages } else if let total { Int64(offset) < total } else {
          count >= size
        }
      guard isThereMore else { return nil }
      return TransportRequest.Page(
        number: number + 1, size: size, offset: offset, pagesBefore: pagesBefore + 1, naming: naming)
    }
  }
}

extension TransportRequest.Page {
  /// Creates the first page.
  ///
  /// - Parameters:
  ///   - size: The maximum number of elements per page; below 1 counts as 1.
  ///   - first: The number of the first page, 1 or 0.
  ///   - naming: The way in which a request states it; nil if the adapter writes it itself.
  public init(size: Int, first: Int = 1, as naming: Naming? = nil) {
    self.init(number: first, size: max(1, size), offset: 0, pagesBefore: 0, naming: naming)
  }

  var items: [(name: String, value: String)] {
    let found: (name: String, position: Int, sizeName: String?)
    switch naming {
    case .number(let name, let sizeName)?: found = (name, number, sizeName)
    case .offset(let name, let sizeName)?: found = (name, offset, sizeName)
    case nil: return []
    }
    return [(found.name, "\(found.position)")] + (found.sizeName.map { [($0, "\(size)")] } ?? [])
  }
}
