public import AQKit

/// IQAir's AirVisual: the nearest city's American and Chinese index, and its weather. The free plan has no
/// concentrations. Values are renewed every hour.
///
/// Source: api-docs.iqair.com, "nearest_city".
public struct AirVisual: HTTPAdapter {
  static let scales = [("us-epa", "aqius", "mainus"), ("cn-aqi", "aqicn", "maincn")]
  static let pollutants: [String: AirParameter] = [
    "p2": .pm25, "p1": .pm10, "o3": .o3, "n2": .no2, "s2": .so2, "co": .co,
  ]
  static let weather: [(String, AirParameter, AirUnit)] = [
    ("tp", .temperature, .celsius), ("hu", .humidity, .percent), ("pr", .pressure, .hectopascal),
    ("ws", .windSpeed, .metresPerSecond), ("wd", .windDirection, .degrees),
  ]

  /// The declaration of what AirVisual offers; its terms are IQAir's own.
  public static let descriptor = SourceDescriptor(
    id: "airvisual", name: "IQAir AirVisual",
    summary: "Indices and weather of the nearest city; no concentrations.",
    offers: [
      SourceDescriptor.Offer(
        capabilities: [.current], placeKinds: [.coordinate],
        parameters: scales.flatMap { scale in
          [.publishedIndex(scale: scale.0)]
            + pollutants.keys.sorted().map { .publishedIndex(scale: scale.0, pollutant: pollutants[$0]) }
        } + weather.map(\.1),
        kinds: [.observation], timeConvention: .instant, averaging: .instant, cadence: .seconds(3600),
        latency: .seconds(3600))
    ],
    precedence: 90, siteKinds: [.city],
    // The free plan: 5 calls a minute, 500 a day.
    limits: RequestLimits(windows: [.init(5, perSeconds: 60), .init(500, perSeconds: 86_400)]),
    options: [.init("apiKey", summary: "Your key of IQAir.", isRequired: true, isSecret: true)],
    attribution: [AirAttribution("IQAir AirVisual", link: "https://www.iqair.com")],
    rights: AirRights(redistribution: .forbidden, terms: "https://www.iqair.com/commercial-data-api"),
    endpoints: [.init("https://api.airvisual.com")], testPlaces: .points((34.05, -118.24)))

  let apiKey: AirSecret

  /// Creates the adapter with a key.
  public init(apiKey: AirSecret) { self.apiKey = apiKey }

  /// Returns a request for the city nearest to a point.
  public func calls(for query: AirQuery, at now: AirTime) throws -> [HTTPCall<Void>] {
    guard case .near(let point)? = query.places.first else {
      throw AQError(.unsupported, "AirVisual can only be asked about a point.")
    }
    let items = [
      ("lat", Coordinate.text(degrees: point.latitude)), ("lon", Coordinate.text(degrees: point.longitude)),
      ("key", apiKey.exposed),
    ]
    return [
      HTTPCall(TransportRequest(base: "https://api.airvisual.com", path: "/v2/nearest_city", query: items))
    ]
  }

  /// Judges a refusal by its body, whatever the status.
  public func verdict(on response: TransportResponse) -> TransportResponse.Verdict {
    if let words = try? AQJSON(parsing: response.body)["data"]["message"].stringValue, !words.isEmpty {
      return Self.verdict(on: words)
    }
    return AQError(response: response, limits: Self.descriptor.limits).map(TransportResponse.Verdict.failed)
      ?? .read
  }

  static func verdict(on words: String) -> TransportResponse.Verdict {
    let told = "AirVisual says “\(words.prefix(100))”."
    switch words {
    case "no_nearest_city", "no_nearest_station", "city_not_found":
      return .nothing(AirNote(.nothingNear, "AirVisual has no city near."))
    case "incorrect_api_key", "api_key_expired", "permission_denied":
      return .failed(AQError(.unauthorized, told))
    case "too_many_requests", "call_per_minute_limit_reached": return .failed(AQError(.rateLimited, told))
    case "call_limit_reached": return .failed(AQError(.rateLimited, told, retry: .after(.seconds(3600))))
    case "feature_not_available": return .failed(AQError(.unsupported, told))
    case "wrong_coordinates": return .failed(AQError(.invalidRequest, told))
    default: return .failed(AQError(.unavailable, told))
    }
  }

  /// Reads both indices with their main pollutants, and the weather.
  public func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) throws -> [HTTPCall<Void>] {
    let city = try reply.json().require("data")
    var site = AirSite(name: try city.require("city").string(), kind: .city)
    // Longitude first, as GeoJSON has it.
    if let place = city["location"]["coordinates"].ifPresent {
      site.coordinate = try Coordinate(place.require(1).double(), place.require(0).double())
    }
    if case .near(let point)? = reply.query.places.first, let own = site.coordinate,
      point.distance(to: own) > reply.query.radius ?? 50_000
    {
      report.note(AirNote(.nothingNear, "AirVisual's nearest city is too far away."))
      return []
    }
    let reference = report.site(site)
    // Weather and pollution have separate times.
    let (air, weather) = (city["current"]["pollution"], city["current"]["weather"])
    if let air = air.ifPresent {
      let time = TimeStamp.text(try air.require("ts").string())
      for (scale, number, main) in Self.scales {
        report.add(.publishedIndex(scale: scale), air[number], unit: .one, at: time, to: reference)
        // The index is that of its main pollutant.
        guard let pollutant = air[main].stringValue.flatMap({ Self.pollutants[$0] }) else { continue }
        let part = AirParameter.publishedIndex(scale: scale, pollutant: pollutant)
        report.add(part, air[number], unit: .one, at: time, to: reference)
      }
    }
    if let weather = weather.ifPresent {
      let time = TimeStamp.text(try weather.require("ts").string())
      for (name, parameter, unit) in Self.weather {
        report.add(parameter, weather[name], unit: unit, at: time, to: reference)
      }
    }
    return []
  }
}

extension AQModule where Self == HTTPModule<AirVisual> {
  /// Registers AirVisual, whose option `apiKey` the application sets.
  public static var airVisual: HTTPModule<AirVisual> {
    HTTPModule(countedBy: "apiKey") { AirVisual(apiKey: $0.secret("apiKey") ?? "") }
  }
}
