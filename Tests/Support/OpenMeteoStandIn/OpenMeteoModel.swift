import AQKit

/// Generates the stand-in's values: always the same for the same variable, place and instant, with a daily cycle and
/// slow changes from day to day.
struct OpenMeteoModel {
  let now: AirTime

  // MARK: Places

  /// Returns whether CAMS Europe has a cell at a place: its cells' centres are at 30.05…71.95° N and 24.95° W…44.95° E.
  static func isEuropean(_ point: Coordinate) -> Bool {
    (30.0...72.0).contains(point.latitude) && (-25.0...45.0).contains(point.longitude)
  }

  /// Returns the coordinate in a response: a cell of 0.1°, in 32-bit numbers.
  static func cell(_ degrees: Double, from start: Float) -> Float {
    start + 0.1 * Float(((degrees - Double(start)) / 0.1).rounded())
  }

  /// Returns the metres above sea level.
  static func elevation(_ point: Coordinate) -> Double {
    (Self.unit(Self.hash("elevation", Self.key(point), 0)) * 400).rounded()
  }

  // MARK: Values

  /// Returns a value; NaN if the model has none.
  func value(
    of variable: OpenMeteoVariable, at point: Coordinate, second: Int64, from source: String = "auto"
  ) -> Double {
    if variable.domain == .index {
      return OpenMeteoIndex(model: self, point: point, second: second, source: source).value(
        of: variable.name)
    }
    guard has(variable, at: point, second, source) else { return .nan }
    if variable.name == "is_day" { return Double((second / 3600 + Int64(point.longitude / 15)) % 24 / 12) }
    return raw(variable, point, second, source)
  }

  /// Returns whether the source has a value: for the variables of its domain, from its first day to the end of its
  /// last run.
  private func has(_ variable: OpenMeteoVariable, at point: Coordinate, _ second: Int64, _ source: String)
    -> Bool
  {
    let today = now.dayNumber * 86_400
    let europe =
      Self.isEuropean(point) && source != "cams_global" && second < today + 97 * 3600
      && second >= Self.october2023
    let global = source != "cams_europe" && second < today + 121 * 3600 && second >= Self.august2022
    switch variable.domain {
    case .everywhere: return europe || global
    case .europe: return europe
    case .global: return global
    case .greenhouse:
      return source != "cams_europe" && second < today + 121 * 3600 && second >= Self.november2024
    case .index: return true
    case .weather: return second < today + 16 * 86_400
    }
  }

  private static let august2022: Int64 = Int64(CivilDate.days(2022, 8, 1)) * 86_400
  private static let october2023: Int64 = Int64(CivilDate.days(2023, 10, 1)) * 86_400
  private static let november2024: Int64 = Int64(CivilDate.days(2024, 11, 1)) * 86_400

  private func raw(_ variable: OpenMeteoVariable, _ point: Coordinate, _ second: Int64, _ source: String)
    -> Double
  {
    let hour = second.dividedDown(by: 3600)
    let day = second.dividedDown(by: 86_400)
    let name = variable.name + (["auto", "best_match"].contains(source) ? "" : source)
    let place = Self.key(point)
    let today = Self.unit(Self.hash(name, place, day))
    let tomorrow = Self.unit(Self.hash(name, place, day + 1))
    let part = Double(second - day * 86_400) / 86_400
    let slow = today + (tomorrow - today) * part
    let sun = (part * 24 + point.longitude / 15).truncatingRemainder(dividingBy: 24)
    let daily = 1 - abs(sun - 14) / 14
    let quick = Self.unit(Self.hash(name, place, hour &+ 1_000_003))
    let share = max(0, min(1, 0.55 * slow + 0.3 * daily + 0.15 * quick))
    return OpenMeteoNumber.rounded(variable.low + (variable.high - variable.low) * share, variable.decimals)
  }

  // MARK: Daily values of the climate models

  /// Returns a day's value of a climate model: the yearly cycle, a slow rise, and the day's weather.
  static func climate(_ variable: OpenMeteoDailyVariable, _ point: Coordinate, day: Int64, model: String)
    -> Double
  {
    guard let base = variable.base else { return .nan }
    let date = CivilDate(daysSinceEpoch: Int(clamping: day))
    let season = 1 - abs(Double(date.month) - 7) / 6 * (point.latitude < 0 ? -1 : 1)
    let chance = unit(hash(variable.name + model, key(point), day))
    let rise = Double(date.year - 1950) / 100 * 0.1
    var share = max(0, min(1, 0.15 + 0.45 * season + 0.3 * chance + rise))
    switch variable.kind {
    case .greatest: share = min(1, share + 0.1)
    case .least: share = max(0, share - 0.1)
    default: break
    }
    return base.low + (base.high - base.low) * share
  }

  // MARK: Chance

  private static func key(_ point: Coordinate) -> Int64 {
    Int64((point.latitude * 10).rounded()) &* 10_000 &+ Int64((point.longitude * 10).rounded())
  }

  /// Returns a hash: FNV-1a over a name and two numbers, with a final mixing.
  private static func hash(_ name: String, _ place: Int64, _ time: Int64) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    for number in [place, time] {
      for shift in stride(from: 0, to: 64, by: 8) {
        hash = (hash ^ UInt64(truncatingIfNeeded: number >> Int64(shift)) & 0xFF) &* 0x100_0000_01B3
      }
    }
    hash ^= hash >> 32
    hash = hash &* 0xD6E8_FEB8_6659_FD93
    return hash ^ hash >> 32
  }

  private static func unit(_ hash: UInt64) -> Double { Double(hash >> 11) / Double(UInt64(1) << 53) }
}

/// The last run of a model, as in the service's metadata.
struct OpenMeteoModelRun: Sendable {
  let initialised: AirTime
  let available: AirTime
  let updateInterval: Int64
  let resolution: Int64

  init(initialised: AirTime, available: AirTime, model: String) {
    self.initialised = initialised
    self.available = available
    let schedule = Self.schedules[model]
    updateInterval = schedule?.interval ?? 21_600
    resolution = schedule?.resolution ?? 3600
  }

  /// Creates the newest available run at a moment by the model's schedule; nil for an unknown model.
  init?(of model: String, at now: AirTime) {
    guard let schedule = Self.schedules[model] else { return nil }
    let start = now.adding(seconds: -schedule.delay).floored(toMultipleOf: schedule.interval)
    self.init(initialised: start, available: start.adding(seconds: schedule.delay), model: model)
  }

  /// The interval of a model's runs, the delay from a run's first step to its availability, and its step.
  ///
  /// CAMS: the download jobs of the service's `docs/cronjobs.md`; those of the weather models are round figures.
  private static let schedules: [String: (interval: Int64, delay: Int64, resolution: Int64)] = [
    "cams_europe": (86_400, 34_200, 3600), "cams_global": (43_200, 30_600, 10_800),
    "cams_global_greenhouse_gases": (86_400, 34_200, 10_800), "ecmwf_ifs025": (21_600, 25_200, 10_800),
    "dwd_icon": (21_600, 14_400, 3600), "dwd_icon_eu": (10_800, 10_800, 3600),
    "dwd_icon_d2": (10_800, 7200, 3600), "ncep_gfs013": (21_600, 14_400, 3600),
    "ncep_gfs025": (21_600, 14_400, 3600), "meteofrance_arpege_europe": (21_600, 14_400, 3600),
  ]

  var body: [UInt8] {
    var json = JSONText()
    json.object {
      $0.member("chunk_time_length", 168)
      $0.member("data_end_time", initialised.secondsSince1970 + 5 * 86_400)
      $0.member("last_run_availability_time", available.secondsSince1970)
      $0.member("last_run_initialisation_time", initialised.secondsSince1970)
      $0.member("last_run_modification_time", available.secondsSince1970 - 120)
      $0.member("temporal_resolution_seconds", resolution)
      $0.member("update_interval_seconds", updateInterval)
    }
    return json.bytes
  }
}
