/// A warning or statement about the air that an authority has published: an action day, an episode, smoke or dust.
///
/// A notice says what its publisher says. AQKit reads it without judging it: severity and text stay as they were stated,
/// and no notice is derived from values. Show ``attribution`` with it.
///
/// ```swift uncompiled
/// for notice in answer.notices(forPlace: 0, in: ["fr", "en"]) {
///   print(notice.publisher ?? notice.source.rawValue, notice.title, notice.until.map { "until \($0)" } ?? "")
/// }
/// ```
public struct AirNotice: Hashable, Sendable, Codable, Identifiable {
  /// The identifier, unique in its source.
  public let id: String
  /// The identifier of the publisher's message. A message in several languages, or about several areas, is several notices.
  public let message: String
  /// The source.
  public var source: SourceID
  /// The authority that says it, by name; nil if it isn't stated.
  public let publisher: String?
  /// The subject.
  public let kind: Kind
  /// The publisher's name of the event, such as `Air Quality Alert`.
  public let event: String?
  /// The publisher's severity in its own words, such as `Moderate` or `Unknown`; nil if none is stated.
  public let severity: String?
  /// The headline; where there is none, the event.
  public let title: String
  /// The text; empty if there is nothing but the title.
  public let text: String
  /// The publisher's advice.
  public let advice: String?
  /// The BCP 47 language of the texts, such as `en-CA`; nil if it isn't stated.
  public let language: String?
  /// The area in which the notice holds.
  public private(set) var area: Area
  /// The time at which the notice was issued.
  public var issuedAt: AirTime?
  /// The time from which the notice holds; nil if it isn't stated.
  public var from: AirTime?
  /// The time until which the notice holds; nil if it isn't stated: then it holds as long as the source lists it.
  public var until: AirTime?
  /// The address of a page about the notice.
  public private(set) var link: String?
  /// The attribution that must be shown with the notice.
  public var attribution: [AirAttribution]
  /// The uses that the notice's licence allows.
  public var rights: AirRights
  /// The indices of the query's places for which the notice holds.
  public var places: [Int]

  /// Creates a notice; everything but its identity, its subject and its title is optional.
  ///
  /// - Parameter message: The identifier of the publisher's message; if left out, that of the notice.
  public init(
    id: String, message: String? = nil, source: SourceID, publisher: String? = nil, kind: Kind,
    event: String? = nil, severity: String? = nil, title: String, text: String = "", advice: String? = nil,
    language: String? = nil, area: Area = Area(), issuedAt: AirTime? = nil, from: AirTime? = nil,
    until: AirTime? = nil, link: String? = nil, attribution: [AirAttribution] = [],
    rights: AirRights = .unknown, places: [Int] = []
  ) {
    self.id = id
    self.message = message ?? id
    self.source = source
    self.publisher = publisher
    self.kind = kind
    self.event = event
    self.severity = severity
    self.title = title
    self.text = text
    self.advice = advice
    self.language = language
    self.area = area
    self.issuedAt = issuedAt
    self.from = from
    self.until = until
    self.link = link
    self.attribution = attribution
    self.rights = rights
    self.places = places
  }

  /// Returns whether it has expired at a moment. It may not have begun yet: a warning for tomorrow is worth showing today.
  public func hasEnded(by moment: AirTime) -> Bool { until.map { $0 <= moment } ?? false }
}

extension AirNotice {
  /// The subject of a notice. An open set.
  public struct Kind: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The kind's stable spelling.
    public let rawValue: String
    /// Creates a kind from its spelling.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The spelling.
    public var description: String { rawValue }

    /// A day on which an agency asks people to pollute less or to protect themselves, as in the United States.
    public static var actionDay: Kind { Kind(rawValue: "action day") }
    /// Polluted air: smog, ozone, particles, or whatever the warning leaves open.
    public static var episode: Kind { Kind(rawValue: "episode") }
    /// Smoke.
    public static var smoke: Kind { Kind(rawValue: "smoke") }
    /// Dust or sand.
    public static var dust: Kind { Kind(rawValue: "dust") }
    /// A forecaster's discussion of the days ahead, which warns of nothing by itself.
    public static var discussion: Kind { Kind(rawValue: "discussion") }
  }

  /// The area of a notice, as its publisher states it: names, codes, shapes.
  public struct Area: Hashable, Sendable, Codable {
    /// The names, such as those of counties or forecast zones.
    public var names: [String]
    /// The codes by coding system, such as `["UGC": ["AZC013"]]`.
    public var codes: [String: [String]]
    /// The polygons, each a ring and the rings of its holes. Edges are straight in degrees.
    public var polygons: [[[Coordinate]]]
    /// The circles.
    public var circles: [Circle]

    /// A circle on the globe.
    public struct Circle: Hashable, Sendable, Codable {
      /// The circle's centre.
      public let center: Coordinate
      /// The circle's radius in metres.
      public let radius: Double

      /// Creates a circle from its centre and its radius in metres.
      public init(center: Coordinate, radius: Double) {
        self.center = center
        self.radius = radius
      }
    }

    /// Creates an area; empty by default.
    public init(
      names: [String] = [], codes: [String: [String]] = [:], polygons: [[[Coordinate]]] = [],
      circles: [Circle] = []
    ) {
      self.names = names
      self.codes = codes
      self.polygons = polygons
      self.circles = circles
    }

    /// Whether it has a polygon or a circle, so that it is known whether a place lies in it.
    public var hasShape: Bool { !polygons.isEmpty || !circles.isEmpty }

    /// Returns whether a point lies in one of its shapes; false without a shape.
    public func contains(_ point: Coordinate) -> Bool {
      circles.contains { $0.center.distance(to: point) <= $0.radius }
        || polygons.contains { rings in
          (Self.boundingBox(of: rings.first ?? [])?.contains(point) ?? false)
            && rings.reduce(false) { $0 != Self.ring($1, surrounds: point) }
        }
    }

    /// The boxes of its shapes: a point outside all of them lies in no shape.
    var boxes: [GeoShape.BoundingBox] {
      circles.map { GeoShape.BoundingBox(around: $0.center, radius: $0.radius) }
        + polygons.compactMap { Self.boundingBox(of: $0.first ?? []) }
    }

    /// Returns whether a ring surrounds a point. A ring wider than half the globe crosses the 180th meridian.
    private static func ring(_ ring: [Coordinate], surrounds point: Coordinate) -> Bool {
      let shift = crossesAntimeridian(ring)
      return GeoShape.Polygon.surrounds(ring, point) {
        shift && $0.longitude < 0 ? $0.longitude + 360 : $0.longitude
      }
    }

    private static func crossesAntimeridian(_ ring: [Coordinate]) -> Bool {
      GeoShape.BoundingBox(holding: ring).map { $0.east - $0.west > 180 } ?? false
    }

    private static func boundingBox(of ring: [Coordinate]) -> GeoShape.BoundingBox? {
      guard crossesAntimeridian(ring),
        let west = GeoShape.BoundingBox(holding: ring.filter { $0.longitude >= 0 }),
        let east = GeoShape.BoundingBox(holding: ring.filter { $0.longitude < 0 })
      else { return GeoShape.BoundingBox(holding: ring) }
      return try? GeoShape.BoundingBox(
        south: min(west.south, east.south), west: west.west, north: max(west.north, east.north),
        east: east.east)
    }
  }
}

extension AirNotice: CustomStringConvertible {
  /// The notice on one line for a log, such as `episode of cap, NWS Phoenix AZ: Air Quality Alert, until
  /// 2026-07-20T04:00:00Z`.
  public var description: String {
    let by = publisher.map { ", \($0)" } ?? ""
    return "\(kind) of \(source)\(by): \(title)\(until.map { ", until \($0)" } ?? "")"
  }
}

extension AirNotice {
  /// The maximum number of bytes of a short text and of a long one in a notice. NWS and ECCC stay well below.
  private static let (longestTitle, longestText) = (1000, 20_000)
  /// The maximum number of names of an area, of codes of a system, and of systems.
  private static let (mostNames, mostSystems) = (200, 20)
  /// The maximum number of corners of one notice's polygons.
  package static let mostCorners: Int = 20_000

  /// The notice with the lengths of its texts and lists limited, because they come from outside. Shapes stay whole.
  package var bounded: AirNotice {
    var copy = mappingTexts { $0.shortened(to: $1 ? Self.longestText : Self.longestTitle) }
    // A truncated address would lead elsewhere.
    if copy.link != link { copy.link = nil }
    copy.area.names = Array(copy.area.names.prefix(Self.mostNames))
    let codes = copy.area.codes.sorted { $0.key < $1.key }.prefix(Self.mostSystems)
    copy.area.codes = Dictionary(uniqueKeysWithValues: codes.map { ($0, Array($1.prefix(Self.mostNames))) })
    return copy
  }

  /// Returns the notice with each of its texts replaced; the flag is true for the text and the advice, which are long.
  package func mappingTexts(_ map: (_ text: String, _ isLong: Bool) -> String) -> AirNotice {
    func short(_ text: String) -> String { map(text, false) }
    var codes: [String: [String]] = [:]
    for (system, own) in area.codes { codes[short(system), default: []] += own.map(short) }
    return AirNotice(
      id: short(id), message: short(message), source: source, publisher: publisher.map(short), kind: kind,
      event: event.map(short), severity: severity.map(short), title: short(title), text: map(text, true),
      advice: advice.map { map($0, true) }, language: language.map(short),
      area: Area(
        names: area.names.map(short), codes: codes, polygons: area.polygons, circles: area.circles),
      issuedAt: issuedAt, from: from, until: until, link: link.map(short), attribution: attribution,
      rights: rights, places: places)
  }

  /// The notice without the outlines of its area, for lists of hours: its places say where it applies.
  package var withoutShape: AirNotice {
    changed(self) { ($0.area.polygons, $0.area.circles) = ([], []) }
  }

  package mutating func addPlaces(of other: AirNotice) { places = Set(places + other.places).sorted() }
}

extension String {
  /// Returns the text; if it is longer than a number of bytes, it is cut and ends with three dots.
  package func shortened(to most: Int) -> String {
    guard utf8.count > most else { return self }
    // A single character may have any number of scalars.
    var end = utf8.index(startIndex, offsetBy: most - 3)
    while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
    return String(unicodeScalars[..<end]) + "…"
  }
}

extension [AirNotice] {
  /// Returns the notices; for each message in several languages (BCP 47), only those in the one preferred most, where `en`
  /// stands for `en-CA`, too. A message in none of them stays as it is; without a preference all notices do.
  package func preferring(_ languages: [String]) -> [AirNotice] {
    if languages.isEmpty { return self }
    let wanted = languages.map { $0.lowercased() }
    func rank(_ notice: AirNotice) -> Int {
      let own = notice.language?.lowercased()
      let main = own?.prefix { $0 != "-" }
      // The tag itself is better than the language in another script or region.
      let ranks = wanted.indices.compactMap { index -> Int? in
        if wanted[index] == own { return 2 * index }
        return wanted[index].prefix { $0 != "-" } == main ? 2 * index + 1 : nil
      }
      return ranks.min() ?? 2 * wanted.count
    }
    func key(_ notice: AirNotice) -> [String] { [notice.source.rawValue, notice.message] }
    let best = Dictionary(map { (key($0), rank($0)) }, uniquingKeysWith: Swift.min)
    return filter { best[key($0)] == rank($0) }
  }
}
