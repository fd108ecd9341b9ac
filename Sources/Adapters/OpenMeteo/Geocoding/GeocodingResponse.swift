import AQKit

/// A response of the place search: `{"results":[…]}`, or one place.
///
/// The service writes protocol buffers as JSON, which leaves out zeros and empty strings.
enum GeocodingResponse {
  /// Returns the readable places of a response, and the number of unreadable ones; throws if none is readable.
  static func read(_ body: [UInt8]) throws(AQError) -> (places: [AirPlace], refused: Int) {
    do {
      let root = try AQJSON(parsing: body, allowsNaN: true)
      guard root.kind == .object else { throw root.error(expected: "an object") }
      guard root["name"].isMissing else { return ([try place(root)], 0) }
      guard let results = root["results"].ifPresent else { return ([], 0) }
      var places: [AirPlace] = []
      var (refused, fault): (Int, (any Error)?) = (0, nil)
      for element in try results.array() {
        do { places.append(try place(element)) } catch { (refused, fault) = (refused + 1, fault ?? error) }
      }
      if places.isEmpty, let fault { throw fault }
      return (places, refused)
    } catch {
      throw AQError.wrapping(error, as: .malformed, source: OpenMeteoGeocoding.id)
    }
  }

  private static func place(_ json: AQJSON) throws -> AirPlace {
    let name = try json["name"].string()
    guard !name.isEmpty else { throw json["name"].error(expected: "a name") }
    let (latitude, longitude) = (try degrees(json["latitude"]), try degrees(json["longitude"]))
    guard let coordinate = try? Coordinate(latitude, longitude) else {
      throw json["latitude"].error(expected: "a point on Earth")
    }
    return AirPlace(
      name: name, coordinate: coordinate,
      serviceID: try json["id"].ifPresent.map { "\(try $0.int())" },
      adminAreas: ["admin1", "admin2", "admin3", "admin4"].compactMap { text(json[$0]) },
      countryCode: text(json["country_code"])?.uppercased(), country: text(json["country"]),
      elevation: elevation(json["elevation"]),
      timeZone: text(json["timezone"]), population: json["population"].intValue.flatMap { Int(exactly: $0) })
  }

  /// Returns a coordinate; a missing one is 0.
  private static func degrees(_ json: AQJSON) throws -> Double { try json.ifPresent?.double() ?? 0 }

  private static func text(_ json: AQJSON) -> String? {
    json.stringValue.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns metres above sea level; 9999 means unknown, and no place is above 9,000 m.
  private static func elevation(_ json: AQJSON) -> Double? {
    json.doubleValue.flatMap { $0 < 9000 ? $0 : nil }
  }

  /// Returns recorded places as reports without values, one for each.
  static func response(to body: [UInt8], receivedAt: AirTime) throws -> AirResponse {
    if case .failed(let error) = ServiceError.verdict(on: TransportResponse(status: 200, body: body)) {
      throw error.attributed(to: OpenMeteoGeocoding.id)
    }
    let (places, refused) = try read(body)
    let reports = places.map { place in
      AirReport(
        source: OpenMeteoGeocoding.id,
        site: AirSite(
          id: place.id, name: place.name, coordinate: place.coordinate, elevation: place.elevation,
          timeZone: place.timeZone, country: place.countryCode, kind: .area),
        kind: .observation, series: [], receivedAt: receivedAt, attribution: OpenMeteoGeocoding.attribution,
        rights: OpenMeteoGeocoding.rights)
    }
    var notes = reports.isEmpty ? [AirNote(.nothingNear, "No place was found.")] : []
    if refused > 0 { notes.append(AirNote(.refused, "Refused: a place can't be read.", count: refused)) }
    return AirResponse(reports: reports, notes: notes)
  }
}
