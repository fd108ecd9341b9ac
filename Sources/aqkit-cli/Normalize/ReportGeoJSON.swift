import AQKit
import AQKitDecoding

/// Reports as a FeatureCollection (RFC 7946): a feature for each site and kind of report, with the newest values that had
/// ended when they were received. The properties that a map shows are flat: `pm25`, `pm25_unit`, `pm25_end`,
/// `pm25_flags`; an average over more or less than an hour has the period in its name, such as `pm25_24h`. A parameter with
/// the name of a property of the site, such as `name`, is `parameter_name`.
struct ReportGeoJSON {
  fileprivate struct Feature {
    var report: AirReport
    var readings: [String: AirReading] = [:]
    var attribution: [AirAttribution] = []
  }

  private var features: [Feature] = []
  private var places: [AirReport.ID: Int] = [:]

  mutating func add(_ report: AirReport) {
    let place = places[report.id] ?? features.count
    if place == features.count {
      places[report.id] = place
      features.append(Feature(report: report))
      // The values are in the feature's readings.
      features[place].report.series = []
    }
    features[place].report.receivedAt = max(features[place].report.receivedAt, report.receivedAt)
    for one in report.attributionOfSeries where !features[place].attribution.contains(one) {
      features[place].attribution.append(one)
    }
    for series in report.series {
      guard let reading = series.newestReading(notAfter: report.receivedAt) else { continue }
      let key = Self.key(of: reading)
      if let known = features[place].readings[key], known.interval.end >= reading.interval.end { continue }
      features[place].readings[key] = reading
    }
  }

  var bytes: [UInt8] {
    var json = JSONText()
    json.object {
      $0.member("type", "FeatureCollection")
      $0.array("features") { for feature in features { Self.write(feature, to: &$0) } }
    }
    json.endLine()
    return json.bytes
  }

  private static let siteProperties = [
    "source", "site", "name", "country", "timeZone", "siteKind", "indoor", "kind", "received", "credit",
  ]

  private static func key(of reading: AirReading) -> String {
    let isShort = reading.averaging == .instant || reading.averaging == .oneHour
    let name = siteProperties.contains(reading.parameter.rawValue) ? "parameter_" : ""
    return "\(name)\(reading.parameter)\(isShort ? "" : "_\(reading.averaging)")"
  }

  private static func write(_ feature: Feature, to json: inout JSONText) {
    let (report, site) = (feature.report, feature.report.site)
    json.object {
      $0.member("type", "Feature")
      if let id = site.id { $0.member("id", "\(report.source)/\(id)/\(report.kind.rawValue)") }
      $0.name("geometry")
      if let coordinate = site.coordinate {
        $0.object {
          $0.member("type", "Point")
          // Longitude first (section 3.1.1).
          let position = [coordinate.longitude, coordinate.latitude] + [site.elevation].compactMap(\.self)
          $0.member("coordinates", position)
        }
      } else {
        // A feature without a place (section 3.2).
        $0.null()
      }
      $0.object("properties") {
        $0.member("source", report.source.rawValue)
        let texts = [
          ("site", site.id), ("name", site.name), ("country", site.country), ("timeZone", site.timeZone),
        ]
        for case (let name, let text?) in texts { $0.member(name, text) }
        $0.member("siteKind", site.kind.rawValue)
        if let isIndoor = site.isIndoor { $0.member("indoor", isIndoor) }
        $0.member("kind", report.kind.rawValue)
        $0.member("received", report.receivedAt.description)
        $0.member("credit", feature.attribution.map(\.textWithLicence).joined(separator: "; "))
        for (key, reading) in feature.readings.sorted(by: { $0.key < $1.key }) {
          $0.member(key, reading.value)
          $0.member("\(key)_unit", reading.unit.rawValue)
          $0.member("\(key)_end", reading.interval.end.description)
          if !reading.flags.isEmpty {
            $0.member("\(key)_flags", reading.flags.sorted().map(\.rawValue).joined(separator: ";"))
          }
        }
      }
    }
  }
}
