import AQKit

extension CAPMessage {
  /// Reads an element `alert` of CAP 1.0 to 1.2, with any prefix of its namespace.
  init(_ alert: AQXML, into report: inout ReportBuilder) throws {
    guard let identifier = alert.line("identifier") else {
      throw AQError(.malformed, "A message has no identifier.")
    }
    self.init(identifier, type: "msgType") { alert.line($0) }
    references = Self.references(alert.line("references") ?? "")
    for info in alert.all("info") { infos.append(Info(info: info, into: &report)) }
  }

  /// Returns the messages of a list `sender,identifier,sent sender,identifier,sent`.
  static func references(_ text: String) -> [String] {
    text.split(whereSeparator: \.isWhitespace).flatMap { reference -> [String] in
      let parts = reference.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      guard parts.count >= 3 else { return [String(reference)] }
      let identifier = parts.dropFirst().dropLast().joined(separator: ",")
      return [key(parts[0], identifier), identifier]
    }
  }
}

extension CAPMessage.Info {
  init(info: AQXML, into report: inout ReportBuilder) {
    self.init { info.line($0) }
    codes = info.named("eventCode")
    categories = info.all("category").compactMap(\.line)
    from = (info.line("onset") ?? info.line("effective")).flatMap { AirTime($0) }
    let end = info.line("expires")
    until = end.flatMap { AirTime($0) }
    hasUnreadableEnd = end != nil && until == nil
    // These are CAP's only words for the end of a warning; Canada states it area by area.
    isOver =
      info.line("urgency")?.lowercased() == "past"
      || info.all("responseType").contains { $0.line?.lowercased() == "allclear" }
      || info.named("parameter").contains {
        $0.system.hasSuffix("Alert_Location_Status") && $0.code.lowercased() == "ended"
      }
    for area in info.all("area") { self.area.add(area, into: &report) }
  }
}

extension AirNotice.Area {
  /// Adds an element `area`. An empty polygon or circle is ignored; an unreadable one is refused, and the rest is kept.
  mutating func add(_ area: AQXML, into report: inout ReportBuilder) {
    if let name = area.line("areaDesc") { names.append(name) }
    for (system, code) in area.named("geocode") { codes[system, default: []].append(code) }
    for polygon in area.all("polygon").compactMap(\.line) {
      // Pairs `latitude,longitude`.
      let pairs = polygon.split(whereSeparator: \.isWhitespace)
      if pairs.isEmpty { continue }
      let ring = pairs.compactMap(Self.point)
      guard ring.count == pairs.count, Set(ring).count >= 3 else {
        report.refuse("a polygon of a warning can't be read")
        continue
      }
      polygons.append([ring])
    }
    for circle in area.all("circle").compactMap(\.line) {
      let parts = circle.split(whereSeparator: \.isWhitespace)
      guard parts.count == 2, let center = Self.point(parts[0]), let kilometres = Double(parts[1]),
        (0...20_000).contains(kilometres)
      else {
        report.refuse("a circle of a warning can't be read")
        continue
      }
      // A point isn't an area.
      if kilometres > 0 { circles.append(Circle(center: center, radius: kilometres * 1000)) }
    }
  }

  private static func point(_ text: Substring) -> Coordinate? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).compactMap { Double($0) }
    return parts.count == 2 ? try? Coordinate(parts[0], parts[1]) : nil
  }
}

extension AQXML {
  var localName: Substring {
    let name = name
    return name.lastIndex(of: ":").map { name[name.index(after: $0)...] } ?? name[...]
  }

  func all(_ name: String) -> [AQXML] { children().filter { $0.localName == name } }

  var line: String? { text.filled }

  func line(_ name: String) -> String? { all(name).first?.line }

  fileprivate func named(_ name: String) -> [(system: String, code: String)] {
    all(name).compactMap { child in
      child.line("value").map { (child.line("valueName") ?? "", $0) }
    }
  }
}
