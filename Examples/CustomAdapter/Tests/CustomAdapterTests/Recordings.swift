import AQKit
import AQKitTesting

/// Answers in the shape of OpenAQ's, cut down to what is needed; the figures are made up.
enum Recordings {
  static let recordedAt = AirTime(secondsSince1970: 1_790_856_000)  // 2026-10-01T12:00:00Z

  static let stations = #"""
    {"meta": {"name": "openaq-api", "page": 1, "limit": 1000, "found": 2}, "results": [
      {"id": 2178, "name": "Praha 2-Legerova", "timezone": "Europe/Prague", "country": {"id": 9, "code": "CZ"},
       "isMonitor": true, "coordinates": {"latitude": 50.072, "longitude": 14.431}, "sensors": [
        {"id": 3916, "name": "no2 µg/m³", "parameter": {"id": 5, "name": "no2", "units": "µg/m³"}},
        {"id": 3919, "name": "pm25 µg/m³", "parameter": {"id": 2, "name": "pm25", "units": "µg/m³"}},
        {"id": 3920, "name": "no µg/m³", "parameter": {"id": 35, "name": "no", "units": "µg/m³"}}]},
      {"id": 2190, "name": "Praha 6-Suchdol", "timezone": "Europe/Prague", "country": {"id": 9, "code": "CZ"},
       "isMonitor": true, "coordinates": {"latitude": 50.126, "longitude": 14.384}, "sensors": [
        {"id": 4021, "name": "o3 µg/m³", "parameter": {"id": 3, "name": "o3", "units": "µg/m³"}}]}]}
    """#

  static let hours: [Int: [Double?]] = [3916: [31.5, 34.25], 3919: [14.75, 17.5], 4021: [61, nil]]

  static func values(of sensor: Int) -> String {
    let rows = (hours[sensor] ?? []).enumerated().map { index, value in
      #"""
      {"value": \#(value.map { "\($0)" } ?? "null"), "parameter": {"id": 2, "units": "µg/m³"}, "period": {"label": "raw",
       "datetimeFrom": {"utc": "2026-10-01T\#(9 + index):00:00Z", "local": "2026-10-01T\#(11 + index):00:00+02:00"},
       "datetimeTo": {"utc": "2026-10-01T\#(10 + index):00:00Z", "local": "2026-10-01T\#(12 + index):00:00+02:00"}}}
      """#
    }
    return
      #"{"meta": {"page": 1, "limit": 1000, "found": \#(rows.count)}, "results": [\#(rows.joined(separator: ","))]}"#
  }

  /// Answers as OpenAQ would, as far as it was recorded.
  static let transport = StubTransport { request in
    let sensor = request.url.split(separator: "/").compactMap { Int($0) }.last
    return TransportResponse(status: 200, text: sensor.map(values) ?? stations)
  }
}
