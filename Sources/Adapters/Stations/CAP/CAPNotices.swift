public import AQKit

/// Warnings about the air from any service that publishes the Common Alerting Protocol (CAP 1.1 and 1.2): a message, several
/// in one document, a list of them in Atom or RSS, or the GeoJSON of the U.S. National Weather Service and of Environment
/// and Climate Change Canada.
///
/// It is configured with the address, the publisher and the rights of a feed; several feeds are several instances
/// (`container.register("cap", as: "cap-nws")`). An address may contain placeholders for the requested point:
///
/// - `https://api.weather.gov/alerts/active?point={latitude},{longitude}`
/// - `https://api.weather.gc.ca/collections/weather-alerts/items?f=json&bbox={west},{south},{east},{north}`
///
/// Sources: OASIS CAP 1.2 (1 July 2010) and 1.1 (October 2005); api.weather.gov and api.weather.gc.ca (November 2026).
public struct CAPNotices: HTTPAdapter {
  /// The declaration of a feed of warnings; the configuration adds the publisher, the area and the terms.
  public static let descriptor = SourceDescriptor(
    id: "cap", name: "Warnings (CAP)",
    summary: "Warnings about the air from a feed of the Common Alerting Protocol.",
    offers: [.notices(at: [.coordinate, .area], coverage: .unknown, cadence: .seconds(300))],
    precedence: 0, limits: RequestLimits(placesPerRequest: 100, requestsPerFetch: 20),
    options: [
      .init(
        "url",
        summary:
          "The feed's address; {latitude}, {longitude}, {south}, {west}, {north}, {east} in it are those of a place.",
        isRequired: true),
      .init("publisher", summary: "The publisher's name, as the terms require it.", isRequired: true),
      .init("link", summary: "The publisher's page."),
      .init("licence", summary: "The name of the licence, such as CC BY 4.0."),
      .init("terms", summary: "The address of the terms."),
      .init(
        "allows",
        summary:
          "The uses that the terms allow: commercialUse, redistribution, caching, modification; separated by commas."
      ),
      .init(
        "area",
        summary:
          "The area of the warnings: south,west,north,east in degrees. The feed isn't asked about other places."
      ),
      .init(
        "isLocal",
        summary: "true if a warning without a shape applies to every requested place.",
        defaultValue: "false"),
    ],
    attribution: [AirAttribution("The publisher of the warnings")],
    rights: AirRights(terms: "https://docs.oasis-open.org/emergency/cap/v1.2/CAP-v1.2-os.html"),
    testPlaces: .points((38.9, -77.03)))

  /// This feed's declaration.
  public let descriptor: SourceDescriptor
  let url: String
  let publisher: String?
  private let isLocal: Bool
  /// Whether the address names the place, so that the response is about it.
  private var asksForPlace: Bool { url.contains("{") }
  private var asksForBox: Bool { ["{west}", "{south}", "{east}", "{north}"].contains(where: url.contains) }

  /// Creates a feed.
  ///
  /// - Parameters:
  ///   - url: Its address, with the names of coordinates in braces if it takes a place.
  ///   - attribution: Its publisher, credited as the terms require.
  ///   - rights: The uses that the terms allow.
  ///   - area: The area for which it warns; nil if that isn't known.
  ///   - isLocal: Whether a warning without a shape applies to every place of a query, because the feed is for one
  ///     region. Not needed for a service whose address takes a place.
  public init(
    url: String, attribution: AirAttribution, rights: AirRights = .unknown, area: GeoShape.BoundingBox? = nil,
    isLocal: Bool = false
  ) {
    self.url = url
    self.isLocal = isLocal
    publisher = attribution.text
    var descriptor = Self.descriptor
    let address = Self.filled(url).prefix { $0 != "?" && $0 != "#" }
    descriptor.endpoints = [.init(configured: String(address))]
    descriptor.attribution = [attribution]
    descriptor.rights = rights
    if let area {
      for index in descriptor.offers.indices { descriptor.offers[index].coverage = .boxes([area]) }
      let part = area.parts.first ?? area
      descriptor.testPlaces = .points(((area.south + area.north) / 2, (part.west + part.east) / 2))
    }
    if url.contains("{") { descriptor.limits.placesPerRequest = 1 }
    self.descriptor = descriptor
  }

  init() {
    (url, publisher, isLocal, descriptor) = ("", nil, false, Self.descriptor)
  }

  /// Returns one request for the feed, which serves all places, or one for the place: for each side of the 180th meridian, if a
  /// box crosses it.
  public func calls(for query: AirQuery, at now: AirTime) throws -> [HTTPCall<Void>] {
    guard asksForPlace else { return [call(url)] }
    guard let place = query.places.first, query.places.count == 1,
      // A box around a point extends a kilometre, so that rounding by a service stays within it.
      let box = asksForBox
        ? place.boundingBox(radius: 1000)
        : place.coordinate.map({ GeoShape.BoundingBox(around: $0, radius: 0) })
    else {
      throw AQError(.unsupported, "This feed takes one \(asksForBox ? "place" : "point") per query.")
    }
    return box.parts.map { call(Self.filled(url, $0, place.coordinate)) }
  }

  private func call(_ url: String) -> HTTPCall<Void> {
    HTTPCall(
      TransportRequest(
        url: url,
        headers: [
          .init("Accept", "application/cap+xml, application/atom+xml, application/geo+json, */*;q=0.1")
        ]),
      keepsFor: .seconds(60))
  }

  /// Returns the address for a box, and the point in it that is asked about, by default its middle; zeros without a box.
  private static func filled(
    _ url: String, _ box: GeoShape.BoundingBox? = nil, _ point: Coordinate? = nil
  ) -> String {
    let (south, north) = (box?.south ?? 0, box?.north ?? 0)
    let (west, east) = (box?.west ?? 0, box?.east ?? 0)
    let values = [
      ("{latitude}", point?.latitude ?? (south + north) / 2),
      ("{longitude}", point?.longitude ?? (west + east) / 2), ("{south}", south), ("{west}", west),
      ("{north}", north), ("{east}", east),
    ]
    return values.reduce(url) { $0.replacing($1.0, with: Coordinate.text(degrees: $1.1)) }
  }

  /// Reads a message, a document of messages, a list, or a collection of GeoJSON.
  public func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) throws -> [HTTPCall<Void>] {
    // Messages from a request about the place apply to it, unless a shape says otherwise.
    let places = asksForPlace || isLocal ? Array(reply.query.places.indices) : []
    let start = String(
      decoding: reply.body.prefix(1000).drop { $0 <= 0x20 || $0 >= 0x80 }, as: UTF8.self
    ).lowercased()
    if start.hasPrefix("{") {
      return try read(collection: try reply.json(), reply, heldBy: places, into: &report)
    }
    guard start.hasPrefix("<"), !start.hasPrefix("<!doctype html"), !start.hasPrefix("<html") else {
      throw AQError(
        .malformed,
        start.isEmpty
          ? "The response is empty: a feed without warnings is a document, too."
          : "The response is a page or a text, not a feed of warnings.")
    }
    let root = try reply.xml()
    switch root.localName {
    case "feed", "rss", "RDF": return try read(list: root, reply, heldBy: places, into: &report)
    case "html": throw AQError(.malformed, "The response is a page, not a feed of warnings.")
    default:
      let alerts = Self.alerts(in: root)
      if alerts.isEmpty {
        // An empty wrapper such as `<alerts/>`.
        guard root.children().isEmpty, root.localName.lowercased().contains("alert") else {
          throw AQError(
            .malformed, "The response is XML without any message of the Common Alerting Protocol.")
        }
        noteSilence(of: reply, &report)
      }
      try report.each(alerts) { alert, report in
        try CAPMessage(alert, into: &report).add(to: &report, heldBy: places, publisher: publisher)
      }
      return []
    }
  }

  /// Adds a note that the feed is empty. The report itself says which requested places have no warning, once all replies
  /// are read; a page that another one links isn't the whole feed.
  func noteSilence(of reply: HTTPReply<Void>, _ report: inout ReportBuilder) {
    if let call = reply.call, !reply.query.places.isEmpty || call.request.url != url { return }
    report.note(.noNotice, "The feed has no warning.")
  }

  /// Returns the messages of a document, however they are nested. The parser limits the depth.
  private static func alerts(in element: AQXML) -> [AQXML] {
    element.localName == "alert" ? [element] : element.children().flatMap(alerts)
  }

  private func read(
    collection: AQJSON, _ reply: HTTPReply<Void>, heldBy places: [Int], into report: inout ReportBuilder
  ) throws -> [HTTPCall<Void>] {
    let single = collection["type"].stringValue == "Feature" ? [collection] : nil
    guard let features = try single ?? collection["features"].ifPresent?.elements.map(\.self) else {
      let (status, title) = (collection["status"].intValue, collection["title"].stringValue)
      if let error = status.flatMap({ AQError(status: $0, title) }) { throw error }
      throw AQError(.malformed, "The response is JSON, but not a collection of warnings.")
    }
    if features.isEmpty { noteSilence(of: reply, &report) }
    try report.each(features) { feature, report in
      try CAPMessage(feature: feature).add(to: &report, heldBy: places, publisher: publisher)
    }
    // A single feature of OGC API Features (OGC 17-069r4) may link its neighbours.
    if single != nil { return [] }
    // The next page as OGC API Features or the U.S. National Weather Service links it.
    let next = collection["links"].rows?.first { $0["rel"].stringValue == "next" }
    let link = (next?["href"] ?? collection["pagination"]["next"]).filledText
    return nextPage(at: link, after: features.count, reply, &report)
  }
}

extension AQModule where Self == HTTPModule<CAPNotices> {
  /// Registers a feed of warnings, whose address, publisher and rights a configuration states.
  public static var cap: HTTPModule<CAPNotices> {
    HTTPModule(formats: [.cap]) { options in
      guard let url = options["url"], let publisher = options["publisher"], !publisher.isEmpty,
        url.hasPrefix("https://") || url.hasPrefix("http://")
      else {
        throw AQError(
          .notConfigured, "A feed of warnings needs “url”, a web address, and “publisher”.",
          source: "cap")
      }
      return try CAPNotices(
        url: url,
        attribution: AirAttribution(
          publisher, link: options["link"], licence: options["licence"],
          licenceLink: options["licence"] == nil ? nil : options["terms"]),
        rights: rights(options), area: options["area"].map(box), isLocal: options.bool("isLocal") ?? false)
    }
  }

  private static func rights(_ options: SourceOptions) throws -> AirRights {
    var rights = AirRights(terms: options["terms"])
    for word in (options["allows"] ?? "").split(separator: ",") {
      switch AirQuery.Purpose(rawValue: String(word.filter { !$0.isWhitespace })) {
      case .commercialUse: rights.commercialUse = .allowed
      case .redistribution: rights.redistribution = .allowed
      case .caching: rights.caching = .allowed
      case .modification: rights.modification = .allowed
      case nil:
        let known = AirQuery.Purpose.allCases.map(\.rawValue).joined(separator: ", ")
        throw AQError(.notConfigured, "“\(word)” isn't a use that terms can allow: \(known).", source: "cap")
      }
    }
    return rights
  }

  private static func box(_ text: String) throws -> GeoShape.BoundingBox {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let edges = parts.compactMap { Double($0.filter { !$0.isWhitespace }) }
    guard parts.count == 4, edges.count == 4,
      let box = try? GeoShape.BoundingBox(south: edges[0], west: edges[1], north: edges[2], east: edges[3])
    else {
      throw AQError(
        .notConfigured, "The option “area” takes four degrees: south,west,north,east.", source: "cap")
    }
    return box
  }
}
