import AQKit
import AQKitDevices
import AQKitStations
import AQKitTesting
import Testing

/// Devices that state no time, or a wrong one.
@Suite("Devices without a time", .timeLimit(.minutes(10))) struct DeviceReceiptTests {
  static let now = AirTime(secondsSince1970: 1_790_856_000)

  /// A reply of each device, with a place for its time.
  static let replies: [(device: String, time: String, body: String)] = [
    (
      "airrohr", #""age": "#,
      #"{"software_version": "NRZ-2024-135", %"sensordatavalues": [{"value_type": "SDS_P2", "value": "6.10"}]}"#
    ),
    (
      "purpleair-device", #""DateTime": "#,
      #"{"SensorId": "84:f3:eb:1:2:3", %"pm2_5_atm": 6.1, "pm2_5_cf_1": 6.1, "place": "outside"}"#
    ),
    (
      "davis-airlink", #""last_report_time": "#,
      #"{"data": {"did": "001D0A100001", "conditions": [{"lsid": 1, "data_structure_type": 6, %"pm_2p5_last": 6.1}]}, "error": null}"#
    ),
    ("awair", #""timestamp": "#, #"{%"score": 90, "pm25": 6.1}"#),
    (
      "ikea-dirigera", #""lastSeen": "#,
      #"[{"id": "a_1", "deviceType": "environmentSensor", %"attributes": {"customName": "Hall", "currentPM25": 6.1}}, {"id": "b_1", "deviceType": "environmentSensor", "lastSeen": "2026-10-01T11:59:00.000Z", "attributes": {"currentPM25": 3}}]"#
    ),
    (
      "tasmota", #""Time": "#,
      #"{"StatusSNS": {%"PMS5003": {"PM2.5": 6.1}, "BME280": {"Temperature": 20.5}, "TempUnit": "C"}}"#
    ),
    (
      "iqair-node", #""ts": "#,
      #"{"serial_number": "N1", "current": {%"p2": 6.1}, "settings": {"is_indoor": false}}"#
    ),
  ]

  private static func decode(_ format: PayloadFormat, _ body: String) throws -> AirResponse {
    try format.decode(Array(body.utf8), PayloadFormat.Context(receivedAt: now))
  }

  /// Checks that the reading is kept at the time of receipt, with a note if the time can't be read.
  private static func expectKept(_ format: PayloadFormat, _ body: String, note: Bool) throws {
    let response = try decode(format, body)
    let readings = response.reports.flatMap { $0.series(of: .pm25).flatMap { Array($0.readings) } }
    let reading = try #require(readings.first { $0.value == 6.1 }, "\(body): \(response.notes)")
    #expect(reading.interval.end == now && reading.flags.contains(.timeOfReceipt), "\(body)")
    #expect(!response.notes.contains { $0.code == .refused }, "\(response.notes)")
    let notes = response.notes.filter { $0.message.contains("can't be read") }
    #expect(notes.isEmpty == !note, "\(body): \(response.notes)")
  }

  @Test("an absent, null or blank time loses no value", arguments: replies.map(\.device))
  func missing(device: String) throws {
    let format = try AQContainer().installing(.devices).format(device)
    let reply = try #require(Self.replies.first { $0.device == device })
    for time in ["", reply.time + "null, ", reply.time + #""", "#, reply.time + #""  ", "#] {
      try Self.expectKept(format, reply.body.replacing("%", with: time), note: false)
    }
  }

  @Test("a time that can't be read loses no value, and is noted", arguments: replies.map(\.device))
  func unreadable(device: String) throws {
    let format = try AQContainer().installing(.devices).format(device)
    let reply = try #require(Self.replies.first { $0.device == device })
    // A Tasmota device's time counts with a zone only.
    let note = device != "tasmota"
    try Self.expectKept(format, reply.body.replacing("%", with: reply.time + #""soon", "#), note: note)
  }

  @Test("an interval with an end that can't be read loses no value, and is noted", arguments: ["from", "to"])
  func unreadableEnd(end: String) throws {
    let adapter = try MappedAdapter(
      DeviceDescription(
        json: #"""
          {"id": "x", "name": "X", "request": {"path": "/"}, "time": {"from": "from", "to": "to"},
           "readings": {"parameter": "pm25", "at": "pm", "unit": "µg/m³", "averaging": "1h"}}
          """#))
    let other = end == "to" ? "from" : "to"
    try Self.expectKept(
      PayloadFormat(adapter), #"{"pm": 6.1, "\#(end)": "soon", "\#(other)": "2026-10-01T11:00:00Z"}"#,
      note: true)
  }

  @Test(
    "a device whose clock was never set, and is in 1970, loses no value",
    arguments: [
      ("purpleair-device", #""1970/01/01T00:00:09z""#), ("davis-airlink", "9"),
      ("awair", #""1970-01-01T00:00:09.000Z""#), ("iqair-node", #""1970-01-01T00:00:09.000Z""#),
    ])
  func neverSet(_ device: String, _ time: String) throws {
    let format = try AQContainer().installing(.devices).format(device)
    let reply = try #require(Self.replies.first { $0.device == device })
    try Self.expectKept(format, reply.body.replacing("%", with: reply.time + time + ", "), note: false)
  }

  @Test("the PurpleAir adapter keeps a reading without its time")
  func purpleAirLocal() throws {
    let times = [
      ("", false), (#""DateTime": null, "#, false), (#""DateTime": "", "#, false),
      (#""DateTime": "soon", "#, true),
    ]
    for (time, note) in times {
      try Self.expectKept(
        .purpleAirLocal, #"{"SensorId": "84:f3:eb:1:2:3", \#(time)"pm2_5_cf_1": 6.1, "pm2_5_atm": 6.1}"#,
        note: note)
    }
  }

  private static let log = #"""
    {
      "id": "logger", "name": "Logger", "summary": "A logger of hours.", "request": {"path": "/log"},
      "rows": "hours", "time": {"at": "t"},
      "readings": [{"parameter": "pm25", "at": "pm", "unit": "µg/m³"}]
    }
    """#

  @Test("one of a site's rows without a time is refused and counted: it needn't be the newest")
  func rows() throws {
    let adapter = try MappedAdapter(DeviceDescription(json: Self.log))
    let response = try Self.decode(
      PayloadFormat(adapter),
      #"{"hours": [{"t": "2026-10-01T10:00:00Z", "pm": 1}, {"pm": 2}, {"t": "2026-10-01T11:00:00Z", "pm": 3}]}"#
    )
    #expect(response.reports.first?[.pm25]?.values == [1, 3])
    #expect(response.notes.filter { $0.code == .refused }.map(\.count) == [1])
  }

  @Test("a site's only row is its newest, although something else is among the rows")
  func onlyRow() throws {
    let adapter = try MappedAdapter(DeviceDescription(json: Self.log))
    let response = try Self.decode(PayloadFormat(adapter), #"{"hours": ["none", {"pm": 6.1}]}"#)
    #expect(response.reports.first?[.pm25]?.values == [6.1])
    #expect(response.notes.filter { $0.code == .refused }.map(\.count) == [1])
  }

  static let leads: [(Int64, Bool)] = [
    (0, true), (1, true), (60, true), (600, true), (601, false), (3700, false),
  ]

  @Test(
    "a device whose clock is ahead keeps its value up to ten minutes, and loses it beyond", arguments: leads)
  func ahead(seconds: Int64, isKept: Bool) async throws {
    let clock = ManualClock(Self.now)
    let place = try Coordinate(50.08, 14.42)
    for device in ["awair", "purpleair-device", "ikea-dirigera"] {
      let reply = try #require(Self.replies.first { $0.device == device })
      let time = Self.now.adding(seconds: seconds)
      let written =
        device == "purpleair-device"
        ? "\(time)".replacing("-", with: "/") : "\(time)"
      let body = reply.body.replacing("%", with: "\(reply.time)\"\(written)\", ")
      var container = AQContainer()
      container.set(.httpTransport, to: StubTransport(always: .json(body)))
      container.set(.clock, to: clock)
      // An option that a device doesn't have is refused.
      let options = device == "ikea-dirigera" ? ["token": "t"] : [:]
      try container.install(
        .devices([.init(device, at: "https://192.168.1.21", id: "d", near: place, options: options)]))
      let response = try await container.source("d").fetch(AirQuery(near: place, parameters: [.pm25]))
      let values = response.reports.flatMap { $0.series.flatMap { $0.readings.map(\.value) } }
      #expect(values.contains(6.1) == isKept, "\(device): \(response)")
      let notes = response.notes.filter { $0.message.contains("clock") }
      #expect(notes.isEmpty == (seconds == 0), "\(device): \(response.notes)")
    }
  }
}
