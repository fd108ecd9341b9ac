public import AQKit

/// AirGradient's public monitors, with the newest values of the whole world in one response
/// (api.airgradient.com/public/docs/api/v1).
///
/// `pm02` is the sensor's own PM2.5, and `pm02_corrected` AirGradient's correction of it; both are given, each marked
/// as what it is. The data are CC BY-SA 4.0, credited to the person or organisation that runs the monitor; some
/// contributors' monitors aren't verified.
public struct AirGradientCloud: StationNetwork {
  /// The declaration of AirGradient's offers and rights. It states no limit.
  public static let descriptor = SourceDescriptor.network(
    "airgradient-cloud", "AirGradient",
    "Public monitors of AirGradient: particles and CO₂, the newest values.",
    at: "https://api.airgradient.com",
    .hourly(in: .world, latency: 120, every: 300, [(columns.map(\.parameter), .instant, .instant)]),
    precedence: 200, siteKinds: [.lowCostSensor], limits: RequestLimits(placesPerRequest: 1000),
    credit: AirAttribution(
      "AirGradient", link: "https://www.airgradient.com/", licence: "CC BY-SA 4.0", licenceLink: licence),
    rights: .open(licence, shareAlike: true),
    near: (18.795, 98.95))

  private static let licence = "https://creativecommons.org/licenses/by-sa/4.0/"
  private static let columns = [
    ReportColumn("pm02", .pm25, "µg/m³"), ReportColumn("pm10", .pm10, "µg/m³"),
    ReportColumn("pm01", .pm1, "µg/m³"), ReportColumn("rco2", .co2, .ppm),
    ReportColumn("atmp", .temperature, .celsius), ReportColumn("rhum", .humidity, .percent),
  ]

  let baseURL: String?
  static let root = "/public/api/v1/world/locations/"
  static let template = AirSite(kind: .lowCostSensor)

  /// Asks for all monitors, or for one by its number.
  public func calls(for query: AirQuery, at now: AirTime) -> [HTTPCall<Void>] {
    if query.places.count == 1, case .site(let id)? = query.places.first, Int64(id) != nil {
      return [call("\(id)/measures/current", keepsFor: .seconds(300))]
    }
    return [call("measures/current", keepsFor: .seconds(300))]
  }

  /// Reads the monitors of the world or of an account, or one of them.
  public func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) throws -> [HTTPCall<Void>] {
    let body = try reply.json()
    guard let monitors = body.rows, body.kind == .array || !body["locationId"].isMissing else {
      throw Self.refusal(of: body, otherwise: .unavailable)
    }
    if monitors.isEmpty { report.note(.nothingNear, "AirGradient has no monitor there.") }
    try report.each(monitors, Self.read)
    return []
  }

  private static func read(_ monitor: AQJSON, _ report: inout ReportBuilder) throws {
    let id = try monitor.require("locationId").string(acceptingNumber: true)
    let name = monitor["publicLocationName"].filledText ?? monitor["locationName"].filledText
    var site = site(id, name, at: report.coordinate(of: monitor))
    // Names of indoor models begin with I-, as on the device itself.
    if monitor["model"].stringValue?.hasPrefix("I-") ?? false { site.isIndoor = true }
    let runner = monitor["publicContributorName"].filledText
    site.details.operatedBy = runner
    let credit = descriptor.attribution + [runner].compactMap { $0.map { AirAttribution($0) } }
    let reference = report.site(site, attribution: credit)
    if monitor["offline"].boolValue == true {
      return report.note(.notMeasured, "A monitor is offline: its last values are left out.")
    }
    let time = TimeStamp.text(try monitor.require("timestamp").string())
    for column in columns {
      report.add(monitor, [column], at: time, flags: [.raw], to: reference)
      report.add(
        column.parameter, monitor["\(column.name)_corrected"], missing: [], unit: column.unit, at: time,
        with: .init(
          flags: [.corrected], correction: AirOrigin.Correction(method: "AirGradient", author: .provider)),
        to: reference)
    }
  }
}

extension AQModule where Self == HTTPModule<AirGradientCloud> {
  /// Registers AirGradient's public monitors, and the format of their responses.
  public static var airGradientCloud: Self { Self(.airGradientCloud) { AirGradientCloud(baseURL: $0) } }
}
