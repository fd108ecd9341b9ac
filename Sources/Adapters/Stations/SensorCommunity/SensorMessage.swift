import AQKit

/// A message of a sensor: the averages since the previous message, with the box that holds the sensor.
struct SensorMessage {
  static let parameters = quantities.map(\.parameter)
  /// The measured quantities by the service's names, in the order of the series; P1 is PM10, and P2 is PM2.5.
  static let quantities: [(name: String, parameter: AirParameter, unit: AirUnit)] = [
    ("P0", .pm1, "µg/m³"), ("P2", .pm25, "µg/m³"), ("P4", "pm4", "µg/m³"), ("P1", .pm10, "µg/m³"),
    ("temperature", .temperature, "°C"), ("humidity", .humidity, "%"), ("pressure", .surfacePressure, "Pa"),
    ("pressure_at_sealevel", .pressure, "Pa"),
  ]
  private static let particles = 0..<4
  /// The values that the boxes' sensors can give, whether a message names its sensor or not. SDS011 ends at 999.9 and
  /// 1999.9 µg/m³; a particle size between two has the upper end of the coarser one.
  static let bounds: [AirParameter: AirParameter.Bounds] = {
    let particles = AirSite.Instrument(model: "SDS011")
    let (fine, coarse) = (particles.bounds(of: .pm25), particles.bounds(of: .pm10))
    let humidity = AirSite.Instrument(model: "BME280").bounds(of: .humidity)
    let bounds: [AirParameter: AirParameter.Bounds?] = [
      .pm1: fine, .pm25: fine, "pm4": coarse, .pm10: coarse, .humidity: humidity,
    ]
    return bounds.compactMapValues(\.self)
  }()
  /// The values of the two compared sizes; others are refused individually.
  private static let possible = (
    pm10: bounds[.pm10]?.possible ?? 0...0, pm25: bounds[.pm25]?.possible ?? 0...0
  )
  private static let (pm25, pm10, humidity) = (1, 3, 5)

  let box: AirSite
  private let origin: AirOrigin
  /// The time; if it is unreadable, that is reported with each refused value.
  private let stamp: TimeStamp
  /// The value of each quantity: NaN if the message states its absence, nil if the message doesn't mention it.
  private(set) var values = [Double?](repeating: nil, count: SensorMessage.quantities.count)

  /// Whether the relative humidity in the box is so high that an unheated optical sensor reads too high.
  var isHumid: Bool { values[Self.humidity] ?? 0 > 70 }

  /// Creates a message. Its box isn't read again if it repeats the last one's text: messages of a box are adjacent.
  init(_ json: AQJSON, last: inout (text: String, box: AirSite)?, _ report: inout ReportBuilder) throws {
    let location = try json.require("location")
    let text = location.rawText
    let known = last.flatMap { $0.text == text ? $0.box : nil }
    box = try known ?? Self.site(location)
    last = (text, box)
    let sensor = json["sensor"]
    let type = sensor["sensor_type"]
    let words = [type["manufacturer"].stringValue, type["name"].stringValue].compactMap { $0 }.filter {
      $0 != "various"
    }
    origin = AirOrigin(
      instrument: AirSite.Instrument(
        try? sensor.require("id").string(acceptingNumber: true),
        model: words.isEmpty ? nil : words.joined(separator: " ")))
    stamp = Self.stamp(try json.require("timestamp").string(), report.receivedAt)
    for row in try json.require("sensordatavalues").elements {
      guard let index = row["value_type"].stringValue.flatMap(Self.index) else {
        report.note(Self.others)
        continue
      }
      let value = row["value"]
      set(index, value.doubleValue, value.isNull ? "" : value.stringValue, &report)
    }
  }

  init(
    _ row: AQCSV.Row, _ header: [String], isIndoor: Bool?, _ report: inout ReportBuilder
  ) throws {
    guard let latitude = try row["lat"].double(), let longitude = try row["lon"].double() else {
      throw AQError(.malformed, "a row has no position")
    }
    box = try Self.site(
      id: row["location"].string(), Coordinate(latitude, longitude), isIndoor: isIndoor)
    origin = AirOrigin(
      instrument: AirSite.Instrument(row["sensor_id"].content, model: row["sensor_type"].content))
    stamp = Self.stamp(try row["timestamp"].string(), report.receivedAt)
    for column in header {
      guard let index = Self.index(column == "pressure_sealevel" ? "pressure_at_sealevel" : column)
      else { continue }
      set(index, nil, try row[column].string(), &report)
    }
  }

  /// Returns the time that a string states, read once for all values.
  private static func stamp(_ text: String, _ receivedAt: AirTime) -> TimeStamp {
    let written = TimeStamp.written(text, as: .iso8601(in: .utc))
    return written.instant(receivedAt: receivedAt).map(TimeStamp.time) ?? written
  }

  private static func index(_ name: String) -> Int? { quantities.firstIndex { $0.name == name } }

  private static let others = AirNote(
    .remark, "Quantities other than particles and climate, such as noise, are left out.")

  private static func site(_ location: AQJSON) throws -> AirSite {
    try site(
      id: location.require("id").string(acceptingNumber: true), location.coordinate(acceptingText: true),
      elevation: location["altitude"].doubleValue ?? location["altitude"].stringValue.flatMap(number),
      country: location["country"].stringValue.flatMap { $0.isEmpty ? nil : $0 },
      isIndoor: flag(location["indoor"]), isExact: flag(location["exact_location"]))
  }

  private static func site(
    id: String, _ coordinate: Coordinate, elevation: Double? = nil, country: String? = nil,
    isIndoor: Bool? = nil, isExact: Bool? = nil
  ) throws(AQError) -> AirSite {
    guard coordinate.latitude != 0 || coordinate.longitude != 0 else {
      throw AQError(.malformed, "a box is at 0°, 0°, where there can't be one")
    }
    // Coordinates have three decimals unless the owner publishes the exact position.
    return AirSite(
      id: id, coordinate: coordinate, elevation: elevation, country: country, kind: .lowCostSensor,
      isIndoor: isIndoor, details: isExact == true ? Self.exact : Self.rounded)
  }

  private static let exact = AirSite.Details(network: "Sensor.Community")
  private static let rounded = AirSite.Details(network: "Sensor.Community", coordinateUncertainty: 100)

  /// Takes a value as a number or a string; an empty string means a missing value, and any other text is refused.
  private mutating func set(_ index: Int, _ number: Double?, _ text: String?, _ report: inout ReportBuilder) {
    values[index] = number ?? text.flatMap { $0.isEmpty ? Double.nan : Self.number($0) }
    if values[index] == nil { report.refuse("a value of \(Self.quantities[index].name) isn't a number") }
  }

  /// Returns the flag in a number, a string or a Boolean; nil if it is missing or means neither yes nor no.
  private static func flag(_ json: AQJSON) -> Bool? {
    switch json.stringValue?.lowercased() {
    case "0", "false": false
    case "1", "true": true
    default: try? json.bool(acceptingNumber: true)
    }
  }

  private static func number(_ text: String) -> Double? {
    Double(text).flatMap { $0.isFinite ? $0 : nil }
  }

  /// Adds the values that don't contradict each other; the others are refused with the reason.
  func add(
    to box: ReportBuilder.SiteReference, isHumid: Bool, in report: inout ReportBuilder
  ) {
    let plausible = plausible(&report)
    for index in Self.quantities.indices {
      guard let value = plausible[index] else { continue }
      let flags = Self.particles.contains(index) ? (isHumid ? Self.rawAndHumid : Self.raw) : []
      let (_, parameter, unit) = Self.quantities[index]
      report.add(parameter, value, unit: unit, at: stamp, with: .init(flags: flags, origin: origin), to: box)
    }
  }

  /// The flag for particles at a relative humidity of more than 70 %, where an unheated optical sensor reads too high.
  private static let humid = AirReading.QualityFlag(rawValue: "biased by humidity")
  private static let raw: Set<AirReading.QualityFlag> = [.raw]
  private static let rawAndHumid: Set<AirReading.QualityFlag> = [.raw, humid]

  /// Returns the values without contradictory ones: two sizes that are both zero, or fine particles that outweigh the coarse.
  private func plausible(_ report: inout ReportBuilder) -> [Double?] {
    var plausible = values
    func drop(because reason: String) {
      report.refuse(reason, count: 2)
      (plausible[Self.pm10], plausible[Self.pm25]) = (nil, nil)
    }
    guard let pm10 = values[Self.pm10], let pm25 = values[Self.pm25],
      Self.possible.pm10.contains(pm10), Self.possible.pm25.contains(pm25)
    else { return plausible }
    if pm10 <= 0, pm25 <= 0 {
      drop(because: "PM10 and PM2.5 are both zero or less, as from a failing sensor")
    } else if pm25 > pm10 * 1.2 {
      drop(because: "PM2.5 outweighs PM10, as if the two were exchanged")
    }
    return plausible
  }
}
