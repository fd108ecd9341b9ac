import AQKit

/// One message of a sensor: what it measured on average since the one before, with the box in which it is.
struct SensorMessage {
  /// The parameters that are read.
  static let parameters = names.map(\.parameter)
  /// The service's names, in the order of the series; P1 is PM10, and P2 is PM2.5.
  private static let names: [(name: String, parameter: AirParameter, unit: AirUnit)] = [
    ("P0", .pm1, "µg/m³"), ("P2", .pm25, "µg/m³"), ("P4", "pm4", "µg/m³"), ("P1", .pm10, "µg/m³"),
    ("temperature", .temperature, "°C"), ("humidity", .humidity, "%"), ("pressure", .surfacePressure, "Pa"),
    ("pressure_at_sealevel", .pressure, "Pa"),
  ]
  private static let known = Set(names.map(\.name))

  /// The box.
  let site: AirSite
  /// The values by the service's names; nil where there is none.
  private(set) var values: [String: Double?] = [:]
  private let instrument: AirSite.Instrument
  private let time: TimeStamp

  /// A message in JSON.
  init(_ json: AQJSON, _ report: inout ReportBuilder) throws {
    let (location, sensor) = (try json.require("location"), json["sensor"])
    site = try Self.site(
      id: location.require("id").string(acceptingNumber: true), location.coordinate(acceptingText: true),
      elevation: location["altitude"].double ?? location["altitude"].string.flatMap(Self.number),
      country: location["country"].string.flatMap { $0.isEmpty ? nil : $0 },
      isIndoor: Self.flag(location["indoor"]),
      isExact: Self.flag(location["exact_location"]))
    let type = sensor["sensor_type"]
    let words = [type["manufacturer"].string, type["name"].string].compactMap { $0 }.filter {
      $0 != "various"
    }
    instrument = AirSite.Instrument(
      try? sensor.require("id").string(acceptingNumber: true),
      model: words.isEmpty ? nil : words.joined(separator: " "))
    time = Self.time(try json.require("timestamp").string(), report.receivedAt)
    for row in try json.require("sensordatavalues").elements {
      guard let name = row["value_type"].string, Self.known.contains(name) else {
        report.note(Self.others)
        continue
      }
      let value = row["value"]
      values[name] = Self.value(named: name, value.double, value.isNull ? "" : value.string, &report)
    }
  }

  /// A row of the archive.
  init(_ row: AQCSV.Row, _ header: [String], _ report: inout ReportBuilder) throws {
    guard let latitude = try row["lat"].double(), let longitude = try row["lon"].double() else {
      throw AQError(.malformed, "a row has no position")
    }
    site = try Self.site(
      id: row["location"].string(), Coordinate(latitude, longitude), elevation: nil, country: nil,
      isIndoor: nil, isExact: nil)
    instrument = AirSite.Instrument(row["sensor_id"].content, model: row["sensor_type"].content)
    time = Self.time(try row["timestamp"].string(), report.receivedAt)
    for column in header {
      let name = column == "pressure_sealevel" ? "pressure_at_sealevel" : column
      guard Self.known.contains(name) else { continue }
      // A short row lacks its last fields.
      values[name] = Self.value(named: name, nil, row[column].content ?? "", &report)
    }
  }

  /// The time, read once for all values.
  private static func time(_ text: String, _ receivedAt: AirTime) -> TimeStamp {
    let written = TimeStamp.written(text, as: .iso8601(in: .utc))
    return written.instant(receivedAt: receivedAt).map(TimeStamp.time) ?? written
  }

  private static let others = AirNote(
    .remark, "Quantities other than particles and climate, such as noise, are left out.")

  private static func site(
    id: String, _ coordinate: Coordinate, elevation: Double?, country: String?, isIndoor: Bool?,
    isExact: Bool?
  ) throws(AQError) -> AirSite {
    guard coordinate.latitude != 0 || coordinate.longitude != 0 else {
      throw AQError(.malformed, "a box lies at 0°, 0°, where none is")
    }
    return AirSite(
      id: id, coordinate: coordinate, elevation: elevation, country: country, kind: .lowCostSensor,
      isIndoor: isIndoor,
      // Positions have three decimals unless the owner wants them exact.
      details: AirSite.Details(
        network: "Sensor.Community", coordinateUncertainty: isExact == true ? nil : 100))
  }

  /// A value as a number or a text, of which the empty one is none; another text is refused.
  private static func value(
    named name: String, _ number: Double?, _ text: String?, _ report: inout ReportBuilder
  ) -> Double?? {
    if let value = number ?? text.flatMap(Self.number) { return value }
    if text?.isEmpty ?? false { return .some(nil) }
    report.refuse("a value of \(name) is no number")
    return nil
  }

  /// A flag as a number, a text or a word; nil for none, and for what says neither yes nor no.
  private static func flag(_ json: AQJSON) -> Bool? {
    switch json.string?.lowercased() {
    case "0", "false": false
    case "1", "true": true
    default: try? json.bool(acceptingNumber: true)
    }
  }

  private static func number(_ text: String) -> Double? {
    Double(text).flatMap { $0.isFinite ? $0 : nil }
  }

  /// Adds the plausible values; of the others it says why they are refused.
  ///
  /// - Parameters:
  ///   - box: The box.
  ///   - isHumid: Whether the air is so humid that particles are counted with their water.
  ///   - report: Receives the values.
  func add(to box: ReportBuilder.SiteReference, isHumid: Bool, in report: inout ReportBuilder) {
    let refused = implausible(&report)
    let origin = AirOrigin(instrument: instrument)
    for (name, parameter, unit) in Self.names {
      guard let value = values[name], !refused.contains(name) else { continue }
      let isOfParticles = name.utf8.first == UInt8(ascii: "P")
      report.add(
        parameter, value, unit: unit, at: time,
        flags: isOfParticles ? (isHumid ? Self.rawAndHumid : Self.raw) : [], origin: origin, to: box)
    }
  }

  /// Particles at a relative humidity of more than 70 %, where an unheated optical sensor reads too high.
  private static let humid = AirReading.QualityFlag(rawValue: "biased by humidity")
  private static let raw: Set<AirReading.QualityFlag> = [.raw]
  private static let rawAndHumid: Set<AirReading.QualityFlag> = [.raw, humid]

  /// The names of values that can't be true: at the end of the range, both zero, finer particles that outweigh the
  /// coarser ones that contain them, and a hygrometer that is stuck or saturated.
  private func implausible(_ report: inout ReportBuilder) -> Set<String> {
    var names: Set<String> = []
    for (name, end) in [("P1", 1999.9), ("P2", 999.9)] where values[name].flatMap(\.self) ?? 0 >= end {
      report.refuse("a value of \(name) is the end of the sensor's range")
      names.insert(name)
    }
    if let humidity = values["humidity"] ?? nil, humidity >= 99.5 {
      report.refuse("a humidity of 99.5 % or more is that of a stuck or saturated sensor")
      names.insert("humidity")
    }
    guard names.isDisjoint(with: ["P1", "P2"]), let pm10 = values["P1"] ?? nil, let pm25 = values["P2"] ?? nil
    else { return names }
    if pm10 <= 0, pm25 <= 0 {
      report.refuse("PM10 and PM2.5 are both zero or less, as of a sensor that fails", count: 2)
      names.formUnion(["P1", "P2"])
    } else if pm25 > pm10 * 1.2 {
      report.refuse("PM2.5 outweighs PM10, as where the two are exchanged", count: 2)
      names.formUnion(["P1", "P2"])
    }
    return names
  }
}
