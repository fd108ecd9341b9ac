/// A request of an adapter, and what to remember for its reply.
///
/// ```swift
/// let request = TransportRequest(
///   base: "https://air.example.org", path: "/v1/values", query: [("station", id)])
/// let call = HTTPCall(request, step: CityStep.values(id), keepsFor: .untilNextValue)
/// ```
public struct HTTPCall<Step: Sendable>: Sendable {
  /// The request.
  public var request: TransportRequest
  /// The state that decoding needs.
  public var step: Step
  /// The indices of the query's places that the call is about; nil for all.
  public var places: [Int]?
  /// The site of a list that the call is about. The call is made only if the site matches the query, which is decided
  /// once, when the replies to all other calls have arrived. Nil for a call that is always made; it is then about the
  /// site of the call that led to it, if that has one.
  public var site: ReportBuilder.SiteReference?
  /// The time for which its reply is reused for the same request; nil if it isn't kept.
  public var keeping: TransportRequest.Keeping?
  /// The pieces in which its reply is read while it arrives; nil to read the whole reply at once.
  public internal(set) var pieces: TransportRequest.Pieces?
  /// The call's site, once it was chosen from a list, with the places that it is for.
  var listing: SiteListing?
  private var pagedAddress: PagedAddress?
  /// The page of a list that the call requests; nil if it isn't about one.
  public var page: TransportRequest.Page? { pagedAddress?.page }

  /// Creates a call with a step for its reply.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - step: The state that decoding needs.
  ///   - places: The indices of the query's places that the call is about; nil for all.
  ///   - site: The site that the call is about, registered from the same reply and without a place: the call is made if the
  ///     site is among the nearest of all pages (``HTTPAdapter/sitesPerPoint``), or in the area asked about, and its reply is
  ///     read with ``ReportBuilder/site(of:)``.
  ///   - keeping: The time for which its reply is reused for the same request; nil if it isn't kept.
  ///   - budget: The name of its budget in ``RequestLimits/budgets``, for a service that counts some requests separately.
  ///   - page: The page of a list, whose query items are added to the request's address;
  ///     ``HTTPReply/nextPage(received:of:pages:)`` is the call for the next one.
  public init(
    _ request: TransportRequest, step: Step, places: [Int]? = nil,
    about site: ReportBuilder.SiteReference? = nil,
    keepsFor keeping: TransportRequest.Keeping? = nil, budget: String? = nil,
    page: TransportRequest.Page? = nil
  ) {
    self.request = request
    self.step = step
    self.places = places
    self.site = site
    self.keeping = keeping
    if let budget { self.request.budget = budget }
    if let page { ask(PagedAddress(page, of: request.url)) }
  }

  private mutating func ask(_ address: PagedAddress) {
    pagedAddress = address
    request.url = address.url
  }

  /// Returns the call for the page after a reply; nil if it was the last one, or this call has no page.
  func next(received count: Int, of total: Int64?, pages: Int64?) -> HTTPCall? {
    guard let address = pagedAddress, let page = address.page.next(received: count, of: total, pages: pages)
    else { return nil }
    var call = self
    call.ask(PagedAddress(page, of: address.unpagedURL))
    call.site = nil
    return call
  }
}

/// A page of a list, and the list's address.
private final class PagedAddress: Sendable {
  let page: TransportRequest.Page
  let unpagedURL: String

  init(_ page: TransportRequest.Page, of unpagedURL: String) {
    (self.page, self.unpagedURL) = (page, unpagedURL)
  }

  /// The address with the query items of the page.
  var url: String {
    let items = page.items
    guard !items.isEmpty else { return unpagedURL }
    return unpagedURL + (unpagedURL.utf8.contains(UInt8(ascii: "?")) ? "&" : "?")
      + PercentEncoding.form(items)
  }
}

extension HTTPCall where Step == Void {
  /// Creates a call without a step.
  public init(
    _ request: TransportRequest, places: [Int]? = nil, keepsFor keeping: TransportRequest.Keeping? = nil,
    budget: String? = nil,
    page: TransportRequest.Page? = nil
  ) {
    self.init(request, step: (), places: places, keepsFor: keeping, budget: budget, page: page)
  }
}
