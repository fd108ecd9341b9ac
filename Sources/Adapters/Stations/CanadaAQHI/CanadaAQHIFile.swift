import AQKit

struct CanadaAQHIFile {
  let root: AQXML

  func read(_ report: inout ReportBuilder) throws {
    switch root.name {
    case "conditionAirQuality": try readObservation(&report)
    case "forecastAirQuality": try readForecast(&report)
    case "dataFile": try readCommunities(&report)
    default: throw AQError(.malformed, "This isn't a file about Canada's index.")
    }
  }

  private func community() throws -> AirSite {
    let region = try root.require("region")
    return CanadaAQHICommunities.site(try region.text.string(), region.attribute("nameEn").content)
  }

  private func readObservation(_ report: inout ReportBuilder) throws {
    let site = report.site(try community(), kind: .observation)
    let stamp = try root.require("dateStamp").require("UTCStamp").text.string()
    guard let time = Self.time(stamp) else { throw AQError(.malformed, "The time can't be read.") }
    report.add(
      CanadaAQHICommunities.column, openEnded: try root.require("airQualityHealthIndex").text,
      at: .time(time), to: site)
  }

  private func readForecast(_ report: inout ReportBuilder) throws {
    let stamps = root.children("dateStamp")
    guard
      let stamp = stamps.first(where: { $0.attribute("name").content == "aqForecastIssued" })
        ?? stamps.first,
      let issued = (stamp["UTCStamp"]?.text.content).flatMap(Self.time), let local = Self.localTime(stamp)
    else { throw AQError(.malformed, "The time of issue can't be read.") }
    let site = report.site(try community(), kind: .forecast, issuedAt: issued)
    // Midnight of the local day of issue.
    let sinceMidnight = local.secondsSince1970 - local.secondsSince1970 / 86_400 * 86_400
    let midnight = issued.adding(seconds: -sinceMidnight)
    try report.each(root["forecastGroup"]?.children("forecast") ?? []) { forecast, report in
      let names = forecast.children("period").compactMap {
        $0.attribute("forecastName").content?.lowercased()
      }
      guard let hour = names.compactMap({ Self.firstHour[$0] }).first else {
        throw AQError(.malformed, "A period of the forecast has no known time.")
      }
      let start = midnight.adding(seconds: hour * 3600)
      report.add(
        CanadaAQHICommunities.column, openEnded: try forecast.require("airQualityHealthIndex").text,
        at: .interval(from: .time(start), to: .time(start.adding(seconds: 12 * 3600))), to: site)
    }
    try report.each(root["hourlyForecastGroup"]?.children("hourlyForecast") ?? []) { hour, report in
      guard let time = hour.attribute("UTCTime").content.flatMap(Self.time) else {
        throw AQError(.malformed, "An hour of the forecast has no time.")
      }
      report.add(CanadaAQHICommunities.column, openEnded: hour.text, at: .time(time), to: site)
    }
  }

  private func readCommunities(_ report: inout ReportBuilder) throws {
    for zone in root.children("EC_administrativeZone") {
      try report.each(zone.children("regionList").flatMap { $0.children("region") }) { region, report in
        let north = try region.attribute("latitude").double()
        let east = try region.attribute("longitude").double()
        let place = report.coordinate(north, east)
        var site = CanadaAQHICommunities.site(
          try region.attribute("cgndb").string(), region.attribute("nameEn").content, at: place)
        let stations = region.children("associatedStations").flatMap { $0.children("station") }
        let numbers = stations.compactMap { $0.attribute("napsid").content }
        if !numbers.isEmpty { site.details.further["naps"] = numbers.joined(separator: " ") }
        site.details.further["zone"] = zone.attribute("abreviation").content
        if region["pathToCurrentObservation"] != nil {
          site.details.measures = [.init(CanadaAQHICommunities.column.parameter)]
        }
        _ = report.site(site)
      }
    }
  }

  /// The first hour of a period, from midnight of the day of issue. The periods are those of the weather service's public
  /// forecasts: from 06:00 to 18:00, and from 18:00 to 06:00; the file names them without stating the times. An abbreviation
  /// such as `CST` doesn't tell whether the clocks change.
  private static let firstHour: [String: Int64] = [
    "today": 6, "tonight": 18, "tomorrow": 30, "tomorrow night": 42,
    "aujourd'hui": 6, "ce soir et cette nuit": 18, "demain": 30, "demain soir et nuit": 42,
  ]

  /// Returns the time that digits `yyyyMMddHHmm` state, with or without seconds, in UTC.
  private static func time(_ digits: String) -> AirTime? {
    let pattern = digits.count == 14 ? "yyyyMMddHHmmss" : "yyyyMMddHHmm"
    return TimeStamp.written(digits, as: .pattern(pattern, in: .utc)).instant
  }

  /// Returns the local time of a stamp, as if it were UTC.
  private static func localTime(_ stamp: AQXML) -> AirTime? {
    let half =
      stamp["hour"]?.attribute("clock").content == "24h" ? nil : stamp["hour"]?.attribute("ampm").content
    let fields = ["year", "month", "day", "hour", "minute"].map { stamp[$0]?.text.content ?? "0" }
    let isHalf = half.map { ["AM", "PM"].contains($0.uppercased()) } ?? false
    return TimeStamp.written(
      fields: fields + (isHalf ? [half ?? ""] : []),
      as: .pattern(isHalf ? "yyyy M d h m a" : "yyyy M d H m", in: .utc)
    ).instant
  }
}

extension TimeStamp {
  fileprivate var instant: AirTime? { instant(receivedAt: AirTime(secondsSince1970: 0)) }
}
