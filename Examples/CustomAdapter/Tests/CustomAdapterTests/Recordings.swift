import AQKit
import AQKitTesting

/// Responses in OpenAQ's format, reduced to the necessary parts; the figures are made up.
enum Recordings {
  static let recordedAt = AirTime(secondsSince1970: 1_790_856_000)  // 2026-10-01T12:00:00Z

  static let licences = #"""
    {"meta": {"name": "openaq-api", "page": 1, "limit": 1000, "found": 2}, "results": [
      {"id": 41, "name": "CC BY 4.0", "commercialUseAllowed": true, "attributionRequired": true,
       "shareAlikeRequired": false, "modificationAllowed": true, "redistributionAllowed": true,
       "sourceUrl": "https://creativecommons.org/licenses/by/4.0/"},
      {"id": 42, "name": "Unused", "commercialUseAllowed": false, "attributionRequired": true,
       "shareAlikeRequired": true, "modificationAllowed": false, "redistributionAllowed": false,
       "sourceUrl": "https://example.org/licence"}]}
    """#

  /// The stations in two pages; the service gives fewer a page than were asked for.
  static let stations = [
    #"""
    {"meta": {"name": "openaq-api", "page": 1, "limit": 1000, "found": 5}, "results": [
      {"id": 2201, "name": "Beroun", "country": {"id": 9, "code": "CZ"}, "isMonitor": true, "licenses": null,
       "coordinates": {"latitude": 49.958, "longitude": 14.058}},
      {"id": 2190, "name": "Praha 6-Suchdol", "country": {"id": 9, "code": "CZ"}, "isMonitor": true, "licenses": [
        {"id": 42, "name": "Unused", "attribution": {"name": "ČHMÚ", "url": null}, "dateFrom": "2016-01-30",
         "dateTo": null}], "coordinates": {"latitude": 50.126, "longitude": 14.384}},
      {"id": 2202, "name": "Kladno", "country": {"id": 9, "code": "CZ"}, "isMonitor": true, "licenses": [],
       "coordinates": {"latitude": 50.143, "longitude": 14.101}}]}
    """#,
    #"""
    {"meta": {"name": "openaq-api", "page": 2, "limit": 1000, "found": 5}, "results": [
      {"id": 2178, "name": "Praha 2-Legerova", "country": {"id": 9, "code": "CZ"}, "isMonitor": true, "licenses": [
        {"id": 42, "name": "Unused", "attribution": {"name": "Former owner", "url": null},
         "dateFrom": "2016-01-30", "dateTo": "2020-12-31"},
        {"id": 41, "name": "CC BY 4.0", "attribution": {"name": "ČHMÚ", "url": "https://www.chmi.cz"},
         "dateFrom": "2021-01-01", "dateTo": null}], "coordinates": {"latitude": 50.072, "longitude": 14.431}},
      {"id": 2179, "name": "Praha 8-Karlín", "country": {"id": 9, "code": "CZ"}, "isMonitor": true, "licenses": null,
       "coordinates": {"latitude": 50.094, "longitude": 14.443}}]}
    """#,
  ]

  /// The sensors of each station: identifier, parameter, the end of the latest value, and the value.
  static let sensors: [Int: [(id: Int, parameter: String, end: String, value: Double)]] = [
    2178: [
      (3900, "pm25", "2019-04-01T04:00:00Z", 99.5), (3916, "no2", "2026-10-01T11:00:00Z", 34.25),
      (3919, "pm25", "2026-10-01T11:00:00Z", 17.5), (3920, "no", "2026-10-01T11:00:00Z", 3.5),
    ],
    2190: [(4021, "o3", "2026-10-01T10:00:00Z", 61)],
    2179: [(4030, "pm10", "2026-10-01T11:00:00Z", 28.5)],
  ]

  static let hours: [Int: [Double?]] = [
    3916: [31.5, 34.25], 3919: [14.75, 17.5], 4021: [61, nil], 4030: [27.5, 28.5],
  ]

  static func sensors(of station: Int) -> String {
    let rows = (sensors[station] ?? []).map { sensor in
      #"""
      {"id": \#(sensor.id), "name": "\#(sensor.parameter) µg/m³", "parameter": {"id": 2, "name": "\#(sensor.parameter)",
       "units": "µg/m³"}, "latest": {"datetime": {"utc": "\#(sensor.end)"}, "value": \#(sensor.value)}}
      """#
    }
    return #"{"meta": {"page": 1, "found": \#(rows.count)}, "results": [\#(rows.joined(separator: ","))]}"#
  }

  static func values(of sensor: Int) -> String {
    let rows = (hours[sensor] ?? []).enumerated().map { index, value in
      #"""
      {"value": \#(value.map { "\($0)" } ?? "null"), "parameter": {"id": 2, "units": "µg/m³"}, "period": {"label": "raw",
       "datetimeFrom": {"utc": "2026-10-01T\#(9 + index):00:00Z", "local": "2026-10-01T\#(11 + index):00:00+02:00"},
       "datetimeTo": {"utc": "2026-10-01T\#(10 + index):00:00Z", "local": "2026-10-01T\#(12 + index):00:00+02:00"}}}
      """#
    }
    // The total of a long list is a text.
    return
      #"{"meta": {"page": 1, "limit": 1000, "found": ">1000"}, "results": [\#(rows.joined(separator: ","))]}"#
  }

  /// Responds like OpenAQ, as far as it was recorded.
  static let transport = StubTransport { request in
    TransportResponse(status: 200, text: text(for: request))
  }

  static func text(for request: TransportRequest) -> String {
    let parts = request.url.split { "/?&".contains($0) }.map(String.init)
    if parts.contains("licenses") { return licences }
    guard let number = parts.compactMap({ Int($0) }).first else {
      return stations[parts.contains("page=2") ? 1 : 0]
    }
    return parts.contains("hours") ? values(of: number) : sensors(of: number)
  }
}
