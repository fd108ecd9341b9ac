import AQKit

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

  /// The newest available run at a moment by the model's schedule; nil for an unknown model.
  init?(of model: String, at now: AirTime) {
    guard let schedule = Self.schedules[model] else { return nil }
    let seconds = now.secondsSince1970 - schedule.delay
    let start = OpenMeteoLabel.floor(seconds, schedule.interval) * schedule.interval
    self.init(
      initialised: AirTime(secondsSince1970: start),
      available: AirTime(secondsSince1970: start + schedule.delay), model: model)
  }

  /// The interval of a model's runs, the delay from a run's first step to its availability, and its step.
  ///
  /// CAMS: the download jobs of the service's `docs/cronjobs.md`; the weather models' are round figures.
  private static let schedules: [String: (interval: Int64, delay: Int64, resolution: Int64)] = [
    "cams_europe": (86_400, 34_200, 3600), "cams_global": (43_200, 30_600, 10_800),
    "cams_global_greenhouse_gases": (86_400, 34_200, 10_800), "ecmwf_ifs025": (21_600, 25_200, 10_800),
    "dwd_icon": (21_600, 14_400, 3600), "dwd_icon_eu": (10_800, 10_800, 3600),
    "dwd_icon_d2": (10_800, 7200, 3600), "ncep_gfs013": (21_600, 14_400, 3600),
    "ncep_gfs025": (21_600, 14_400, 3600), "meteofrance_arpege_europe": (21_600, 14_400, 3600),
  ]

  /// The metadata as JSON.
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
