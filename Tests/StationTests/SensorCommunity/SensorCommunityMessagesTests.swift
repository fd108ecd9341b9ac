import AQKit
import AQKitStations
import AQKitTesting
import Testing

/// Messages are read the same with and without an escape in their time, alone and among others.
@Suite("Sensor.Community's messages") struct SensorCommunityMessagesTests {
  private func read(_ text: String) throws -> AirResponse {
    try PayloadFormat.sensorCommunity.decode(
      Array(text.utf8), PayloadFormat.Context(receivedAt: AirTime(secondsSince1970: 1_790_856_000)))
  }

  /// The same messages, each with an escape in its time.
  private func oneByOne(_ text: String) throws -> AirResponse {
    var text = text
    for colon in [":", ": "] { text = text.replacing("\"\(colon)\"20", with: "\"\(colon)\"\\u00320") }
    return try read(text)
  }

  @Test(
    "recorded files give the same either way",
    arguments: [
      "area.json", "indoor.json", "sensor_id_two_readings.json", "swapped_and_bad_values_shaped.json",
    ])
  func recorded(file: String) throws {
    let text = try Payload.text("sensor-community/\(file)")
    #expect(try read(text) == oneByOne(text))
  }

  /// A message about a box.
  private static func message(
    box: String = #""id": 7, "latitude": "48.8", "longitude": "9.0", "altitude": "12.5", "country": "DE", "#
      + #""exact_location": 0, "indoor": 0"#,
    sensor: String =
      #""id": 12, "pin": "1", "sensor_type": {"id": 14, "name": "SDS011", "manufacturer": "Nova Fitness"}"#,
    time: String = "2026-10-01 11:57:12",
    values: String = #"{"id": 1, "value": "9.5", "value_type": "P1"}, {"value": "4.1", "value_type": "P2"}"#
  ) -> String {
    """
    {"id": 1, "sampling_rate": null, "timestamp": "\(time)", "location": {\(box)}, "sensor": {\(sensor)},
     "sensordatavalues": [\(values)]}
    """
  }

  private static let odd: [String] = [
    message(box: #""id": 7, "latitude": 48.8, "longitude": 9"#),
    message(box: #""id": "7", "latitude": " 48.8", "longitude": "9.0", "altitude": "", "country": """#),
    message(box: #""id": 7, "latitude": "0.0", "longitude": "0"#), message(box: #""id": 7"#),
    message(box: #""id": 7, "latitude": "48.8", "longitude": "9.0", "country": "FR", "indoor": 1"#),
    message(box: #""id": 7, "latitude": "48.8", "longitude": "9.0", "altitude": "high", "indoor": "1""#),
    message(sensor: ""), message(sensor: #""id": null, "sensor_type": {"name": "various"}"#),
    message(sensor: #""id": "x", "sensor_type": {"id": 1, "name": "various", "manufacturer": "various"}"#),
    message(time: "2026-10-01T11:57:12Z"), message(time: "yesterday"), message(time: "1826-10-01 11:57:12"),
    message(values: ""), message(values: "7"), message(values: #"{"value_type": "P1"}"#),
    message(values: #"{"value": null, "value_type": "P1"}, {"value": "", "value_type": "P2"}"#),
    message(values: #"{"value": "1e1", "value_type": "P1"}, {"value": " 3", "value_type": "P2"}"#),
    message(values: #"{"value": "inf", "value_type": "P1"}, {"value": -1.5, "value_type": "temperature"}"#),
    message(values: #"{"value": "-999", "value_type": "temperature"}, {"value": "3", "value_type": "P2"}"#),
    message(
      values: #"{"value": "62", "value_type": "noise_LAeq"}, {"value": "80", "value_type": "humidity"}"#),
    message(values: #"{"value": "9", "value_type": "P1"}, {"value": "bad", "value_type": "P1"}"#),
    message(values: #"{"value": "2000", "value_type": "P1"}, {"value": "1e99", "value_type": "pressure"}"#),
    "7", "null", "[]", "{}",
  ]

  @Test("every message is read as if it were alone", arguments: odd.indices)
  func messages(index: Int) throws {
    let all = [Self.message(), Self.odd[index], Self.message(time: "2026-10-01 11:59:40"), Self.odd[index]]
    let text = "[\(all.joined(separator: ",\n"))]"
    let plain = try? read(text)
    #expect(plain == (try? oneByOne(text)))
  }

  @Test("the order of members and unknown members don't matter")
  func order() throws {
    let usual = Self.message()
    let other = """
      {"sensordatavalues": [{"value_type": "P1", "value": "9.5"}, {"value": "4.1", "id": 2, "value_type": "P2"}],
       "sensor": {"sensor_type": {"manufacturer": "Nova Fitness", "x": [{}], "name": "SDS011"}, "id": 12},
       "note": {"a": [1, "]"]}, "location": {"indoor": 0, "country": "DE", "altitude": "12.5", "longitude": "9.0",
       "latitude": "48.8", "exact_location": 0, "id": 7}, "timestamp": "2026-10-01 11:57:12"}
      """
    let expected = try read("[\(usual)]")
    #expect(expected.reports.first?.series.count == 2)
    #expect(try read("[\(other)]").reports == expected.reports)
    #expect(try read("[\(other),\(usual),\(other)]").reports == expected.reports)
  }

  @Test(
    "separate entries of one box are one site, and the humidity of one applies to the other"
  )
  func sameBox() throws {
    let humid = Self.message(values: #"{"value": "80", "value_type": "humidity"}"#)
    let between = Self.message(box: #""id": 8, "latitude": "48.9", "longitude": "9.1""#)
    let response = try read("[\(Self.message()),\(between),\(humid)]")
    #expect(response.reports.count == 2)
    let flags = response.reports.map { $0[.pm25]?.newestReading()?.flags.count }
    #expect(flags == [2, 1])
  }

  @Test("a truncated file is malformed either way")
  func broken() throws {
    let text = "[\(Self.message()),\(Self.message().dropLast(30))"
    let error = try #require(throws: AQError.self) { try read(text) }
    #expect(error.code == .malformed)
  }
}
