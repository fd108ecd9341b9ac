extension AirQuery {
  /// A place that a query asks about.
  ///
  /// ```swift
  /// let places: [AirQuery.Place] = [
  ///   .near(centre),  // the nearest site, or the model's cell
  ///   .site("DEBE010"), .city("Berlin"), .area(GeoShape.BoundingBox(around: centre, radius: 10_000)),
  /// ]
  /// let query = AirQuery(places: places)
  /// ```
  public enum Place: Hashable, Sendable {
    /// A point: the nearest site, or the model's cell.
    case near(Coordinate)
    /// A site, by the source's own identifier.
    case site(String)
    /// A city, by name.
    case city(String)
    /// Every site in a box.
    case area(GeoShape.BoundingBox)

    /// The kinds of place, for declarations.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
      /// A point.
      case coordinate
      /// A site's identifier.
      case site
      /// A city's name.
      case city
      /// A box.
      case area
    }

    /// The kind of this place.
    public var kind: Kind {
      switch self {
      case .near: .coordinate
      case .site: .site
      case .city: .city
      case .area: .area
      }
    }

    /// The coordinate of a point; nil for other kinds.
    public var coordinate: Coordinate? {
      if case .near(let coordinate) = self { coordinate } else { nil }
    }

    /// Returns the box to request from a service: the box itself, or one whose edges are at a distance from a point in
    /// metres; nil for an identifier or a name.
    public func boundingBox(radius metres: Double) -> GeoShape.BoundingBox? {
      switch self {
      case .area(let box): box
      case .near(let point): GeoShape.BoundingBox(around: point, radius: metres)
      case .site, .city: nil
      }
    }
  }
}

extension Array where Element == AirQuery.Place {
  /// Returns points from latitudes and longitudes in degrees, for a declaration: `testPlaces: .points((50.08, 14.42))`.
  ///
  /// Pairs that don't form a point on Earth are left out.
  public static func points(_ points: (latitude: Double, longitude: Double)...) -> [AirQuery.Place] {
    points.compactMap { point in (try? Coordinate(point.latitude, point.longitude)).map(Element.near) }
  }
}

extension AirQuery.Place: Codable {
  /// Reads an object with one member: `near`, `site`, `city` or `area`.
  public init(from decoder: any Decoder) throws {
    let coded = try CodedCase(from: decoder)
    switch coded.name {
    case "near": self = .near(try coded.held())
    case "site": self = .site(try coded.held())
    case "city": self = .city(try coded.held())
    case "area": self = .area(try coded.held())
    default: throw coded.unknown
    }
  }

  /// Writes an object with one member.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .near(let coordinate): try CodedCase.encode("near", coordinate, to: encoder)
    case .site(let id): try CodedCase.encode("site", id, to: encoder)
    case .city(let name): try CodedCase.encode("city", name, to: encoder)
    case .area(let box): try CodedCase.encode("area", box, to: encoder)
    }
  }
}

extension AirQuery {
  /// The time that a query asks about.
  ///
  /// ```swift
  /// let now: AirQuery.Window = .current  // the newest values, with what an index needs of the day before
  /// let yesterday: AirQuery.Window = .past(.seconds(86_400))
  /// let ahead: AirQuery.Window = .next(.seconds(2 * 86_400))
  /// ```
  public enum Window: Hashable, Sendable {
    /// The newest values and the 25 hours before them, which averages such as NowCast need. It ends when the response
    /// is received.
    case current
    /// A time up to now; it ends when the response is received.
    case past(Duration)
    /// A time from now on.
    case next(Duration)
    /// An explicit interval.
    case interval(AirInterval)

    /// Returns the window's interval at a moment. For `current` it is the 25 hours up to and including that moment.
    public func interval(at now: AirTime) -> AirInterval {
      switch self {
      case .current:
        AirInterval(uncheckedStart: now.adding(seconds: -Self.lookback), end: now.adding(seconds: 1))
      case .past(let duration): AirInterval(uncheckedStart: min(now - duration, now), end: now)
      case .next(let duration): AirInterval(uncheckedStart: now, end: max(now + duration, now))
      case .interval(let interval): interval
      }
    }

    /// Returns the time that a response may be about: a window that ends now ends when the response was received,
    /// including the moment of receipt.
    package func interval(askedAt: AirTime, receivedAt: AirTime) -> AirInterval {
      let asked = interval(at: askedAt)
      switch self {
      case .current, .past:
        return AirInterval(
          uncheckedStart: asked.start, end: max(asked.end, receivedAt.adding(seconds: 1)))
      case .next, .interval: return asked
      }
    }
  }
}

extension AirQuery.Window {
  /// The seconds before a value that averages such as NowCast need: those of 25 hours.
  package static var lookback: Int64 { 25 * 3600 }

  /// Returns a number of hours from a moment, with the 25 hours before them that averages such as NowCast and 24-hour
  /// means need: the window to ask for before `hourlyIndex(using:from:hours:)`.
  ///
  /// - Parameters:
  ///   - start: The end of the first hour.
  ///   - hours: The number of hours from that moment; at most those of a year.
  public static func hourlyIndex(from start: AirTime, hours: Int) -> AirQuery.Window {
    // Whole hours: within an hour the query stays the same, so that a cache has it.
    let hour = start.floored(toMultipleOf: 3600)
    let end = hour.adding(seconds: (Int64(min(max(0, hours), 8784)) + 1) * 3600)
    return .interval(AirInterval(uncheckedStart: hour.adding(seconds: -lookback), end: end))
  }
}

extension AirQuery.Window: Codable {
  /// Reads `"current"`, `{"past": "PT24H"}`, `{"next": "P3D"}` or `{"interval": [start, end]}`.
  public init(from decoder: any Decoder) throws {
    let coded = try CodedCase(from: decoder)
    switch coded.name {
    case "current": self = .current
    case "past": self = .past(try coded.held(ISODuration.self).duration)
    case "next": self = .next(try coded.held(ISODuration.self).duration)
    case "interval": self = .interval(try coded.held())
    default: throw coded.unknown
    }
  }

  /// Writes the word or an object with one member; durations are ISO 8601 in whole seconds.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .current: try CodedCase.encode("current", to: encoder)
    case .past(let duration): try CodedCase.encode("past", ISODuration(duration), to: encoder)
    case .next(let duration): try CodedCase.encode("next", ISODuration(duration), to: encoder)
    case .interval(let interval): try CodedCase.encode("interval", interval, to: encoder)
    }
  }
}
