import AQKit
import AQKitDevices
import AQKitStations
import AQKitTesting
import Testing

@Suite("The ranges of a device's sensors") struct DeviceRangeTests {
  private static let now = AirTime(secondsSince1970: 1_790_856_000)

  private func response(_ description: String, _ text: String) throws -> AirResponse {
    let device = try DeviceDescription(json: description)
    return try response(MappedAdapter(device, options: ["baseURL": "http://192.168.1.20"]), text)
  }

  private func response(_ adapter: MappedAdapter, _ text: String) throws -> AirResponse {
    var report = ReportBuilder(adapter.descriptor, receivedAt: Self.now)
    let reply = HTTPReply(
      TransportResponse(status: 200, body: Array(text.utf8)), step: (), query: AirQuery(places: []),
      receivedAt: Self.now)
    _ = try adapter.decode(reply, into: &report)
    return report.response()
  }

  private func format(_ device: String) throws -> PayloadFormat {
    PayloadFormat(try MappedAdapter(DeviceCatalog.standard.description(device)))
  }

  private static func refusals(_ response: AirResponse) -> Int {
    response.notes.filter { $0.code == .refused }.reduce(0) { $0 + $1.count }
  }

  private static func suspects(_ response: AirResponse) -> [AirParameter] {
    response.reports.flatMap(\.series).filter { $0.newestReading()?.flags.contains(.suspect) ?? false }.map(
      \.parameter)
  }

  @Test("impossible numbers are refused, even if the description doesn't mention them")
  func implausible() throws {
    let response = try response(
      #"""
      {"id": "box", "name": "Box", "request": {"path": "/"},
       "readings": [
         {"parameter": "pm25", "at": "pm25", "unit": "µg/m³"}, {"parameter": "pm10", "at": "pm10", "unit": "µg/m³"},
         {"parameter": "co2", "at": "co2", "unit": "ppm"}, {"parameter": "temperature", "at": "t", "unit": "°C"},
         {"parameter": "humidity", "at": "h", "unit": "%"}, {"parameter": "surface_pressure", "at": "p", "unit": "Pa"},
         {"parameter": "pm1", "at": "pm1", "unit": "µg/m³"}]}
      """#,
      #"{"pm25": 65535, "pm10": -3276.8, "co2": -2, "t": -327.68, "h": 655.35, "p": -1, "pm1": 4}"#)
    #expect(response.reports.flatMap(\.series).map(\.parameter) == [.pm1])
    #expect(Self.refusals(response) == 6)
  }

  @Test("a range in a description holds: beyond it a value is refused and counted")
  func numbers() throws {
    let response = try response(
      #"""
      {"id": "box", "name": "Box", "request": {"path": "/"},
       "readings": [
         {"parameter": "pm25", "at": "pm25", "unit": "µg/m³", "range": [0, 1000]},
         {"parameter": "co2", "at": "co2", "unit": {"at": "unit"}, "range": [400, 5000]},
         {"parameter": "humidity", "at": "h", "unit": "%", "scale": 0.1, "range": [1, 99]}]}
      """#, #"{"pm25": 1000.5, "co2": 5001, "unit": "ppm", "h": 500}"#)
    #expect(response.reports.flatMap(\.series).map(\.parameter) == [.humidity])
    #expect(response.notes.contains { $0.message.contains("0 to 1000 µg/m³: the description of the device") })
    #expect(Self.refusals(response) == 2)
  }

  @Test("a sensor's name stands for its range, for one reading or for all readings of a part")
  func models() throws {
    let response = try response(
      #"""
      {"id": "box", "name": "Box", "request": {"path": "/"}, "range": ["PMS5003", "BME280"],
       "readings": [
         {"parameter": "pm25", "at": "pm25", "unit": "µg/m³"}, {"parameter": "temperature", "at": "t", "unit": "°F"},
         {"parameter": "co2", "at": "co2", "unit": "ppm"}, {"parameter": "pm10", "at": "pm10", "unit": "µg/m³", "range": "SDS011"}]}
      """#, #"{"pm25": 3333, "t": -230.35, "co2": 9000, "pm10": 1999.9}"#)
    #expect(response.reports.flatMap(\.series).map(\.parameter) == [.pm25, .co2])
    #expect(Self.suspects(response) == [.pm25])
    #expect(Self.refusals(response) == 2)
  }

  @Test(
    "a range that makes no sense is an error that names it",
    arguments: ["[1]", "[5, 1]", "[1, 2, 3]", "\"XYZ-1\"", "\"BME280\"", "7", "[]"])
  func mistakes(_ range: String) throws {
    let error = try #require(
      #expect(throws: AQError.self) {
        try DeviceDescription(
          json: #"""
            {"id": "box", "name": "Box", "request": {"path": "/"},
             "readings": [{"parameter": "pm25", "at": "pm25", "unit": "µg/m³", "range": \#(range)}]}
            """#)
      })
    #expect(error.code == .malformed && error.message.contains("readings[0].range"))
  }

  @Test("a sensor has the same limits in its own device and at Sensor.Community")
  func alike() throws {
    let values = [
      ("SDS_P1", "P1", "SDS011", "1999.90"), ("SDS_P2", "P2", "SDS011", "999.90"),
      ("BME280_temperature", "temperature", "BME280", "-145.75"),
      ("BME280_humidity", "humidity", "BME280", "100.00"),
      ("BME280_pressure", "pressure", "BME280", "0.00"), ("SPS30_P0", "P0", "SPS30", "1200"),
      ("PMS_P2", "P2", "PMS5003", "-3"), ("BME280_temperature", "temperature", "BME280", "21.5"),
    ]
    for (name, other, model, value) in values {
      let device = try format("airrohr").decode(
        Array(#"{"age": "1", "sensordatavalues": [{"value_type": "\#(name)", "value": "\#(value)"}]}"#.utf8),
        PayloadFormat.Context(receivedAt: Self.now))
      let network = try PayloadFormat.sensorCommunity.decode(
        Array(
          #"""
          [{"timestamp": "2026-10-01 11:59:00", "sensor": {"id": 1, "sensor_type": {"name": "\#(model)", "manufacturer": "various"}},
            "location": {"id": 2, "latitude": "51.466", "longitude": "-2.566"},
            "sensordatavalues": [{"value_type": "\#(other)", "value": "\#(value)"}]}]
          """#.utf8), PayloadFormat.Context(receivedAt: Self.now))
      let found = device.reports.flatMap(\.series).map(\.values)
      #expect(found == network.reports.flatMap(\.series).map(\.values), "\(name) \(value)")
      #expect(Self.suspects(device) == Self.suspects(network), "\(name) \(value)")
      #expect(Self.refusals(device) == Self.refusals(network), "\(name) \(value)")
    }
  }

  @Test("a PurpleAir channel stuck at 3,333 is suspect, but the other isn't")
  func stuck() throws {
    let response = try format("purpleair-device").decode(
      Array(
        #"""
        {"SensorId": "aa:bb", "DateTime": "2026/10/01T11:59:00z", "Geo": "PurpleAir-test", "lat": 37.4, "lon": -122.1,
         "place": "outside", "current_temp_f": 87, "current_humidity": 45, "pressure": 1010.19, "pm2_5_atm": 3333.0,
         "pm2_5_cf_1": 3333.0, "pm2_5_atm_b": 15.3, "pm2_5_cf_1_b": 15.3}
        """#.utf8), PayloadFormat.Context(receivedAt: Self.now))
    #expect(Self.suspects(response) == [.pm25, .pm25])
    #expect(response.reports.flatMap(\.series).count == 7)
  }
}
