import AQKit

/// Writes the body of the response to a call: an object for one place, an array for several.
struct OpenMeteoBody {
  private let asked: OpenMeteoSelection
  private let model: OpenMeteoModel
  private let now: AirTime

  init(_ asked: OpenMeteoSelection, at now: AirTime) {
    self.asked = asked
    self.now = now
    model = OpenMeteoModel(now: now)
  }

  var bytes: [UInt8] {
    var json = JSONText(capacity: 1 << 14)
    if asked.points.count == 1 {
      place(0, &json)
    } else {
      json.array { json in for index in asked.points.indices { place(index, &json) } }
    }
    return json.bytes
  }

  private func place(_ index: Int, _ json: inout JSONText) {
    let (point, zone) = (asked.points[index], asked.zones[index])
    json.object { json in
      head(index, &json)
      if !asked.current.isEmpty { current(point, zone, &json) }
      if !asked.minutely.isEmpty {
        columns("minutely_15", asked.minutely, point, zone, asked.quarterRange(zone), &json)
      }
      if !asked.hourly.isEmpty { columns("hourly", asked.hourly, point, zone, asked.hourRange(zone), &json) }
      if !asked.daily.isEmpty { daily(point, zone, &json) }
    }
  }

  private func head(_ index: Int, _ json: inout JSONText) {
    let (point, zone, elevation) = (asked.points[index], asked.zones[index], asked.elevations[index])
    json.name("latitude")
    json.value(json: "\(OpenMeteoModel.cell(point.latitude, from: -90))".utf8)
    json.name("longitude")
    json.value(json: "\(OpenMeteoModel.cell(point.longitude, from: -180))".utf8)
    // Differs in every call, like the service's; its last digits are the place's.
    json.member(
      "generationtime_ms", 0.25 + Double(now.secondsSince1970 % 4096) / 8192 + Double(index) / 65_536)
    json.member("utc_offset_seconds", zone.offset)
    json.member("timezone", zone.identifier)
    json.member("timezone_abbreviation", zone.abbreviation)
    if elevation.isFinite {
      json.name("elevation")
      json.value(json: OpenMeteoNumber.text(elevation, 1).utf8)
    }
    if asked.ids[index] != 0 { json.member("location_id", asked.ids[index]) }
  }

  // MARK: Times

  private var timeUnit: String { asked.isUnix ? "unixtime" : "iso8601" }

  private func time(_ second: Int64, _ zone: OpenMeteoZone, _ json: inout JSONText) {
    if asked.isUnix {
      json.value(second)
    } else {
      json.value(OpenMeteoLabel.minute(second + zone.offset))
    }
  }

  /// Returns the instant whose value belongs to a label: data are read at whole hours in UTC.
  private func read(_ second: Int64, _ zone: OpenMeteoZone) -> Int64 {
    second + zone.offset - zone.readingOffset
  }

  // MARK: Sections

  /// Returns the columns of some names and models: the keys, which have a model's name if there are several, and the
  /// variables.
  private func keys<Variable>(
    _ names: [String], of models: [String], _ known: (String) -> Variable?
  ) -> [(key: String, variable: Variable, source: String)] {
    models.flatMap { model in
      names.compactMap { name in
        known(name).map { (models.count > 1 ? "\(name)_\(model)" : name, $0, model) }
      }
    }
  }

  /// Returns whether the requested service or model lacks the variable altogether.
  private func isUndefined(_ variable: OpenMeteoVariable, _ source: String) -> Bool {
    guard asked.service == .airQuality else {
      return variable.domain != .weather && !variable.name.hasPrefix("uv_") && variable.name != "is_day"
    }
    switch variable.domain {
    case .weather: return true
    case .europe: return source == "cams_global"
    case .global, .greenhouse: return source == "cams_europe"
    case .everywhere, .index: return false
    }
  }

  private func units(
    _ name: String, _ keys: [(key: String, variable: OpenMeteoVariable, source: String)],
    hasInterval: Bool, _ json: inout JSONText
  ) {
    json.object("\(name)_units") { json in
      json.member("time", timeUnit)
      if hasInterval { json.member("interval", "seconds") }
      for (key, variable, source) in keys {
        let unit = asked.units.written(variable.unit, variable.decimals).unit
        json.member(key, isUndefined(variable, source) ? "undefined" : unit)
      }
    }
  }

  private func value(
    _ variable: OpenMeteoVariable, _ source: String, _ point: Coordinate, _ second: Int64,
    _ json: inout JSONText
  ) {
    let value =
      isUndefined(variable, source)
      ? .nan : model.value(of: variable, at: point, second: second, from: source)
    write(value, variable.unit, variable.decimals, &json)
  }

  private func write(_ value: Double, _ unit: String, _ decimals: Int, _ json: inout JSONText) {
    let (_, decimals, convert) = asked.units.written(unit, decimals)
    json.value(json: OpenMeteoNumber.text(convert(value), decimals).utf8)
  }

  private func current(_ point: Coordinate, _ zone: OpenMeteoZone, _ json: inout JSONText) {
    // Current values have no model in their names: only the first model's are written.
    let keys = keys(asked.current, of: Array(asked.models.prefix(1)), OpenMeteoVariable.known)
    let (second, interval) = asked.currentTime
    units("current", keys, hasInterval: true, &json)
    json.object("current") { json in
      json.name("time")
      time(second, zone, &json)
      json.member("interval", interval)
      for (key, variable, source) in keys {
        json.name(key)
        value(variable, source, point, second, &json)
      }
    }
  }

  private func columns(
    _ section: String, _ names: [String], _ point: Coordinate, _ zone: OpenMeteoZone,
    _ range: OpenMeteoSelection.Range, _ json: inout JSONText
  ) {
    let keys = keys(names, of: asked.models, OpenMeteoVariable.known)
    let seconds = (0..<max(0, range.count)).map { range.start + $0 * range.step }
    units(section, keys, hasInterval: false, &json)
    json.object(section) { json in
      json.array("time") { json in for second in seconds { time(second, zone, &json) } }
      for (key, variable, source) in keys {
        json.array(key) { json in
          for second in seconds { value(variable, source, point, read(second, zone), &json) }
        }
      }
    }
  }

  // MARK: Days

  private func daily(_ point: Coordinate, _ zone: OpenMeteoZone, _ json: inout JSONText) {
    let columns = keys(asked.daily, of: asked.models, OpenMeteoDailyVariable.known)
    let (first, count) = asked.dayRange(zone)
    let days = (0..<max(0, count)).map { first + $0 }
    json.object("daily_units") { json in
      json.member("time", timeUnit)
      for (key, variable, _) in columns {
        switch variable.kind {
        case .sunrise, .sunset: json.member(key, timeUnit)
        default: json.member(key, asked.units.written(variable.unit, variable.decimals).unit)
        }
      }
    }
    json.object("daily") { json in
      json.array("time") { json in
        for day in days {
          if asked.isUnix {
            json.value(day * 86_400 - zone.offset)
          } else {
            json.value(OpenMeteoLabel.date(day))
          }
        }
      }
      for (key, variable, source) in columns {
        json.array(key) { json in for day in days { daily(variable, source, point, zone, day, &json) } }
      }
    }
  }

  private func daily(
    _ variable: OpenMeteoDailyVariable, _ source: String, _ point: Coordinate, _ zone: OpenMeteoZone,
    _ day: Int64,
    _ json: inout JSONText
  ) {
    let midnight = day * 86_400 - zone.offset
    let sun = OpenMeteoSun(day: day, midnight: midnight, at: point)
    switch variable.kind {
    case .sunrise: time(sun.rise, zone, &json)
    case .sunset: time(sun.set, zone, &json)
    case .daylight: write(sun.daylight, variable.unit, variable.decimals, &json)
    default:
      let value =
        asked.service == .climate
        ? OpenMeteoModel.climate(variable, point, day: day, model: source)
        : aggregate(variable, source, point, read(midnight, zone))
      write(value, variable.unit, variable.decimals, &json)
    }
  }

  /// Aggregates the 24 hours from a midnight; NaN if an hour has no value.
  private func aggregate(
    _ variable: OpenMeteoDailyVariable, _ source: String, _ point: Coordinate, _ midnight: Int64
  ) -> Double {
    guard let base = variable.base else { return .nan }
    let hours = (0..<24).map { hour in
      model.value(of: base, at: point, second: midnight + hour * 3600, from: source)
    }
    guard !hours.contains(where: \.isNaN) else { return .nan }
    let sum = hours.reduce(0, +)
    switch variable.kind {
    case .greatest: return hours.max() ?? .nan
    case .least: return hours.min() ?? .nan
    case .mean, .prevailing: return sum / 24
    case .hours: return Double(hours.count { $0 > 0 })
    default: return variable.unit == "MJ/m²" ? sum * 0.0036 : sum
    }
  }
}
