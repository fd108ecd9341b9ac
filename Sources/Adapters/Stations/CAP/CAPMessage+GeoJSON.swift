import AQKit

extension CAPMessage {
  /// Reads a feature of the U.S. National Weather Service or of Environment and Climate Change Canada.
  ///
  /// Sources: api.weather.gov/openapi.json (November 2026); the collection `weather-alerts` of api.weather.gc.ca.
  init(feature: AQJSON) throws {
    let properties = feature["properties"]
    if properties["alert_code"].filledText != nil || properties["alert_name_en"].filledText != nil {
      try self.init(canadian: properties, feature)
    } else if properties["event"].filledText != nil, properties["sent"].filledText != nil {
      try self.init(american: properties, feature)
    } else {
      throw AQError(
        .malformed, "A feature isn't a warning of NWS or ECCC: it has neither an event nor an alert code.")
    }
  }

  private init(american properties: AQJSON, _ feature: AQJSON) throws {
    self.init(try properties.require("id").string(), type: "messageType") { properties[$0].filledText }
    references = ((try? properties["references"].array()) ?? []).flatMap { reference -> [String] in
      guard let identifier = reference["identifier"].filledText else { return [] }
      return [Self.key(reference["sender"].filledText, identifier), identifier]
    }
    var info = Info { properties[$0].filledText }
    info.codes = properties["eventCode"].codes
    info.categories = [properties["category"].filledText].compactMap(\.self)
    info.from = properties["onset"].time ?? properties["effective"].time
    info.end(properties["ends"], properties["expires"])
    info.isOver =
      properties["urgency"].stringValue == "Past" || properties["response"].stringValue == "AllClear"
      || properties["replacedBy"].filledText != nil
    info.area.names = (properties["areaDesc"].stringValue ?? "").split(separator: ";").map(String.init)
      .map { String($0.drop(while: \.isWhitespace)) }
    for (system, code) in properties["geocode"].codes { info.area.codes[system, default: []].append(code) }
    info.area.polygons = try Self.polygons(feature["geometry"])
    infos = [info]
  }

  /// Creates a block by the code or either name: names have changed. Times ahead are the event's, else the bulletin's.
  private init(canadian properties: AQJSON, _ feature: AQJSON) throws {
    identifier = try (feature["id"].ifPresent ?? properties.require("id")).string(acceptingNumber: true)
    sent = properties["publication_datetime"].time
    let polygons = try Self.polygons(feature["geometry"])
    let names = ["en", "fr"].map { properties["alert_name_\($0)"].filledText }
    let code = properties["alert_code"].filledText.map { [(system: "ECCC", code: $0)] } ?? []
    for (language, name) in zip(["en", "fr"], names) {
      func text(_ member: String) -> String? { properties["\(member)_\(language)"].filledText }
      guard name != nil || text("alert_text") != nil else { continue }
      var info = Info()
      info.language = "\(language)-CA"
      info.event = name
      // The other language's name counts, too.
      info.codes = code + names.compactMap(\.self).map { (system: "name", code: $0) }
      info.severity = text("impact") ?? properties["alert_type"].filledText
      info.from = properties["validity_datetime"].time
      info.end(properties["event_end_datetime"], properties["expiration_datetime"])
      info.publisher =
        language == "en"
        ? "Environment and Climate Change Canada" : "Environnement et Changement climatique Canada"
      info.headline = name
      info.description = text("alert_text")
      info.isOver = properties["status_en"].stringValue?.lowercased() == "ended"
      info.area.names = [text("feature_name"), properties["province"].filledText].compactMap(\.self)
      info.area.polygons = polygons
      infos.append(info)
    }
  }

  /// Returns the polygons of a geometry, each with its holes; empty for `null` or points.
  private static func polygons(_ geometry: AQJSON) throws -> [[[Coordinate]]] {
    func ring(_ positions: AQJSON) throws -> [Coordinate] {
      try positions.elements.map { position in
        try Coordinate(position.require(1).double(), position.require(0).double())
      }
    }
    func polygon(_ rings: AQJSON) throws -> [[Coordinate]] {
      try rings.elements.map(ring).filter { $0.count >= 3 }
    }
    guard let geometry = geometry.ifPresent else { return [] }
    let polygons =
      switch geometry["type"].stringValue {
      case "Polygon": [try polygon(geometry.require("coordinates"))]
      case "MultiPolygon": try geometry.require("coordinates").elements.map(polygon)
      default: [[[Coordinate]]]()
      }
    return polygons.filter { !$0.isEmpty }
  }
}

extension CAPMessage.Info {
  /// Sets the end: that of the event or, if it has none, that of the message.
  fileprivate mutating func end(_ event: AQJSON, _ message: AQJSON) {
    until = event.time ?? message.time
    hasUnreadableEnd = until == nil && (event.filledText ?? message.filledText) != nil
  }
}

extension AQJSON {
  /// The time of an ISO 8601 string with an offset; nil for anything else.
  fileprivate var time: AirTime? { stringValue.flatMap { AirTime($0) } }

  /// The codes in an object of lists, such as `{"UGC": ["AZC013"]}`.
  fileprivate var codes: [(system: String, code: String)] {
    ((try? members).map { Array($0) } ?? []).flatMap { member in
      ((try? member.value.array()) ?? []).compactMap(\.filledText).map { (system: member.name, code: $0) }
    }
  }
}
