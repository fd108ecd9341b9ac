import AQKit
import AQKitTesting

/// Replies in the shape of OpenAQ's; the figures are made up.
enum OpenAQReplies {
  static let now = AirTime(secondsSince1970: 1_790_856_000)  // 2026-10-01T12:00:00Z

  static let licences = #"""
    {"meta": {"page": 1, "limit": 1000, "found": 2}, "results": [
      {"id": 41, "name": "CC BY 4.0", "commercialUseAllowed": true, "attributionRequired": true,
       "shareAlikeRequired": false, "modificationAllowed": true, "redistributionAllowed": true,
       "sourceUrl": "https://creativecommons.org/licenses/by/4.0/"},
      {"id": 42, "name": "Unused", "commercialUseAllowed": false, "attributionRequired": true,
       "shareAlikeRequired": true, "modificationAllowed": false, "redistributionAllowed": false,
       "sourceUrl": "https://example.org/licence"}]}
    """#

  static func station(
    _ id: Int, _ name: String, _ latitude: Double, _ last: String, licences: String = "null"
  ) -> String {
    #"""
    {"id": \#(id), "name": "\#(name)", "locality": null, "timezone": "Europe/Prague", "country": {"id": 9, "code": "CZ"},
     "owner": {"id": 4, "name": "ČHMÚ"}, "provider": {"id": 70, "name": "EEA"}, "isMobile": false, "isMonitor": true,
     "sensors": [
       {"id": \#(id)1, "name": "no2 µg/m³", "parameter": {"id": 5, "name": "no2", "units": "µg/m³"}},
       {"id": \#(id)2, "name": "pm25 µg/m³", "parameter": {"id": 2, "name": "pm25", "units": "µg/m³"}}],
     "coordinates": {"latitude": \#(latitude), "longitude": 14.43}, "licenses": \#(licences), "distance": null,
     "datetimeFirst": {"utc": "2016-01-30T01:00:00Z"}, "datetimeLast": {"utc": "\#(last)"}}
    """#
  }

  /// The nearest to Prague's centre fell silent in 2021.
  static let stations = """
    {"meta": {"page": 1, "limit": 1000, "found": "3"}, "results": [
    \(station(2179, "Karlín", 50.081, "2021-01-01T00:00:00Z")),
    \(station(2178, "Legerova", 50.072, "2026-10-01T11:00:00Z", licences: ended + current)),
    \(station(2190, "Suchdol", 50.126, "2026-10-01T11:00:00Z"))]}
    """

  private static let ended = #"""
    [{"id": 42, "name": "Unused", "attribution": {"name": "Former owner", "url": null},
      "dateFrom": "2016-01-30", "dateTo": "2020-12-31"},
    """#
  private static let current = #"""
     {"id": 41, "name": "CC BY 4.0", "attribution": {"name": "ČHMÚ", "url": "https://www.chmi.cz"},
      "dateFrom": "2021-01-01", "dateTo": null}]
    """#

  static func sensor(_ id: Int, _ name: String, _ value: Double) -> String {
    #"""
    {"id": \#(id), "name": "\#(name) µg/m³", "parameter": {"id": 2, "name": "\#(name)", "units": "µg/m³"},
     "coverage": {"expectedCount": 900, "expectedInterval": "900:00:00", "observedCount": 850,
     "observedInterval": "850:00:00", "percentComplete": 94.0}, "latest": {"datetime": {"utc": "2026-10-01T11:00:00Z"},
     "value": \#(value), "coordinates": {"latitude": 50.072, "longitude": 14.43}}}
    """#
  }

  static func hour(_ end: Int, _ value: String) -> String {
    #"""
    {"value": \#(value), "flagInfo": {"hasFlags": false}, "parameter": {"id": 5, "name": "no2", "units": "µg/m³"},
     "period": {"label": "1hour", "interval": "01:00:00", "datetimeFrom": {"utc": "2026-10-01T0\#(end - 1):00:00Z"},
     "datetimeTo": {"utc": "2026-10-01T0\#(end):00:00Z"}}, "coordinates": null}
    """#
  }

  static func reply(to request: TransportRequest) -> TransportResponse {
    let path = request.url.prefix { $0 != "?" }
    let text =
      if path.hasSuffix("/licenses") { licences } else if path.hasSuffix("/locations") {
        stations
      } else if path.hasSuffix(
        "/sensors")
      {
        #"{"meta": {"found": 2}, "results": [\#(sensor(21781, "no2", 34.25)), \#(sensor(21782, "pm25", 17.5))]}"#
      } else {
        #"{"meta": {"found": ">1000"}, "results": [\#(hour(8, "31.5")), \#(hour(9, "null")), \#(hour(7, "29"))]}"#
      }
    return TransportResponse(status: 200, text: text)
  }
}
