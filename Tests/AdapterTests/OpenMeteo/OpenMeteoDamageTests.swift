import AQKit
import AQKitOpenMeteo
import Testing

/// Replies with a damaged part: the rest is kept, and the loss is noted.
@Suite("Damaged replies of Open-Meteo")
struct OpenMeteoDamageTests {
  private static let head = #""latitude":52.5,"longitude":13.4,"utc_offset_seconds":0,"timezone":"GMT""#
  private static let units = #""hourly_units":{"time":"unixtime","pm2_5":"μg/m³","ozone":"μg/m³"}"#
  private static let time = #""time":[1790805600,1790809200,1790812800]"#
  private static let whole = #"{\#(head),\#(units),"hourly":{\#(time),"pm2_5":[1,2,3]}}"#
  private let receivedAt = AirTime(secondsSince1970: 1_790_980_240)

  private func decode(_ text: String, places: Int = 1) throws -> AirResponse {
    let adapter = OpenMeteoAirQuality()
    let query = AirQuery(places: try (0..<places).map { .near(try Coordinate(52.5, 13.4 + Double($0))) })
    var report = ReportBuilder(adapter.descriptor, receivedAt: receivedAt)
    let reply = HTTPReply(
      TransportResponse(status: 200, text: text), step: (), query: query, receivedAt: receivedAt)
    _ = try adapter.decode(reply, into: &report)
    return report.response()
  }

  private func values(_ text: String, _ parameter: AirParameter = .pm25) throws -> [Double]? {
    try decode(text).reports.first?[parameter].map { Array($0.values) }
  }

  @Test(
    "one bad place of several fails alone",
    arguments: [
      "null", "[]", "3", #"{"error":true,"reason":"No data is available for this location"}"#,
      #"{\#(head),"hourly":[]}"#, #"{\#(head),\#(units),"hourly":{"time":[true],"pm2_5":[1]}}"#,
      #"{\#(head),\#(units),"hourly":{"pm2_5":[1]}}"#,
    ])
  func places(damaged: String) throws {
    let response = try decode("[\(Self.whole),\(damaged),\(Self.whole)]", places: 3)
    #expect(response.reports.map(\.places) == [[0], [2]])
    #expect(response.isPartial)
    #expect(response.notes.filter { $0.code == .failed }.map(\.places) == [[1]])
    #expect(response.notes.first { $0.code == .failed }?.failure == .malformed)
    // If every place fails, so does the reply, and also if the document is broken.
    #expect(throws: AQError.self) { try decode("[\(damaged),\(damaged)]", places: 2) }
    #expect(throws: AQError.self) { try decode("[\(Self.whole),\(damaged)", places: 2) }
    #expect(throws: AQError.self) { try decode("[\(Self.whole),]", places: 2) }
  }

  @Test(
    "a block that can't be read doesn't lose another one",
    arguments: [
      #""current":3"#, #""current":[]"#, #""current":{"pm2_5":3}"#, #""current":{"time":"x","pm2_5":3}"#,
      #""daily":"no""#, #""minutely_15":{"pm2_5":[1]}"#, #""minutely_15":{"time":[1],"pm2_5":{}}"#,
    ])
  func blocks(damaged: String) throws {
    for text in [
      #"{\#(Self.head),\#(Self.units),\#(damaged),"hourly":{\#(Self.time),"pm2_5":[1,2,3]}}"#,
      #"{\#(Self.head),"hourly":{\#(Self.time),"pm2_5":[1,2,3]},\#(damaged),\#(Self.units)}"#,
    ] {
      let response = try decode(text)
      #expect(response.reports.first?[.pm25]?.values == [1, 2, 3])
      #expect(response.notes.contains { $0.code == .refused && $0.message.contains("a block of values") })
    }
    #expect(throws: AQError.self) { try decode("{\(Self.head),\(damaged)}") }
    #expect(
      try values(#"{\#(Self.units),"current":null,"hourly":{\#(Self.time),"pm2_5":[1,2,3]}}"#) == [1, 2, 3])
  }

  @Test(
    "a column that isn't an array, or of another length, doesn't lose another one",
    arguments: ["{}", "3", "null", "\"x\"", "[]", "[1,2]", "[1,2,3,4]"])
  func columns(damaged: String) throws {
    for pair in [#""pm2_5":\#(damaged),"ozone":[1,2,3]"#, #""ozone":[1,2,3],"pm2_5":\#(damaged)"#] {
      let response = try decode(#"{\#(Self.head),\#(Self.units),"hourly":{\#(Self.time),\#(pair)}}"#)
      #expect(response.reports.first?[.o3]?.values == [1, 2, 3])
      #expect(response.reports.first?[.pm25] == nil)
      #expect(response.notes.contains { $0.code == .refused })
    }
  }

  @Test(
    "an unreadable time loses only its own values",
    arguments: ["null", "nan", "\"x\"", "1.5", "92233720368547758070", "1e999", "{}", "true"])
  func times(damaged: String) throws {
    for (times, left) in [
      ("\(damaged),1790809200,1790812800", [2.0, 3]), ("1790805600,\(damaged),1790812800", [1, 3]),
      ("1790805600,1790809200,\(damaged)", [1, 2]),
    ] {
      let response = try decode(
        #"{\#(Self.head),\#(Self.units),"hourly":{"time":[\#(times)],"pm2_5":[1,2,3]}}"#)
      #expect(response.reports.first?[.pm25]?.readings.map(\.value) == left)
      #expect(response.notes.contains { $0.code == .refused && $0.message.contains("time") })
    }
  }

  @Test("the last of several members with one name counts, and nothing of the earlier ones")
  func duplicates() throws {
    let (head, units, time) = (Self.head, Self.units, Self.time)
    #expect(
      try values(#"{\#(head),\#(units),"hourly":{\#(time),"pm2_5":[9,9,9],"pm2_5":[1,2,3]}}"#) == [1, 2, 3])
    #expect(
      try values(
        #"{\#(head),\#(units),"hourly":{"time":[1,2],"ozone":[8,8]},"hourly":{\#(time),"pm2_5":[1,2,3]}}"#)
        == [1, 2, 3])
    #expect(throws: AQError.self) {
      try decode(#"{\#(head),\#(units),"hourly":{\#(time),"pm2_5":[9,9,9]},"hourly":{"pm2_5":[1,2,3]}}"#)
    }
  }

  @Test(
    "an offset that no zone has leaves labels without an offset unread, and says nothing about unix times",
    arguments: ["1e300", "-1e300", "nan", "1.5", "86400", "-99999999999", "\"3600\"", "null"])
  func offsets(offset: String) throws {
    let head = #""latitude":1,"longitude":1,"utc_offset_seconds":\#(offset)"#
    #expect(throws: AQError.self) {
      try decode(#"{\#(head),\#(Self.units),"hourly":{"time":["2026-10-01T00:00"],"pm2_5":[1]}}"#)
    }
    let text = #"{\#(head),\#(Self.units),"hourly":{\#(Self.time),"pm2_5":[1,2,3]}}"#
    #expect(try decode(text).reports.first?[.pm25]?.timeline.first?.start.secondsSince1970 == 1_790_805_600)
  }

  @Test("times beyond the calendar never reach a zone's rules")
  func farTimes() throws {
    let times = "-9223372036854775808,1790809200,9223372036854775807"
    let text = """
      {"latitude":52.5,"longitude":13.4,"utc_offset_seconds":7200,"timezone":"Europe/Berlin",
      "daily_units":{"time":"unixtime","temperature_2m_max":"°C","sunrise":"unixtime"},
      "daily":{"time":[\(times)],"temperature_2m_max":[1,2,3],"sunrise":[\(times)]},
      "hourly_units":{"time":"unixtime","temperature_2m":"°C"},
      "hourly":{"time":[\(times)],"temperature_2m":[1,2,3]}}
      """
    let adapter = OpenMeteoWeather()
    var report = ReportBuilder(adapter.descriptor, receivedAt: receivedAt)
    let query = AirQuery(near: try Coordinate(52.5, 13.4))
    let reply = HTTPReply(
      TransportResponse(status: 200, text: text), step: (), query: query, receivedAt: receivedAt)
    _ = try adapter.decode(reply, into: &report)
    let response = report.response()
    #expect(response.reports.first?[.temperature]?.readings.map(\.value) == [2])
    #expect(response.notes.contains { $0.code == .refused && $0.message.contains("time is out of range") })
  }

  @Test("a block of more columns than there are variables is too large, whatever they are called")
  func manyColumns() {
    for name in ["pm2_5", "x", "ozone_cams_europe"] {
      let columns = String(repeating: ",\"\(name)\":[1,2,3]", count: 3000)
      let error = #expect(throws: AQError.self) {
        try decode(#"{\#(Self.head),\#(Self.units),"hourly":{\#(Self.time)\#(columns)}}"#)
      }
      #expect(error?.code == .tooLarge)
    }
  }

  @Test("a byte order mark is skipped once; NUL or another document after the reply is malformed")
  func edges() throws {
    #expect(try values("\u{feff}\(Self.whole)") == [1, 2, 3])
    for text in [
      "\u{feff}\u{feff}\(Self.whole)", "\(Self.whole)\u{0}", "\(Self.whole){}", "\u{0}\(Self.whole)",
    ] {
      let error = #expect(throws: AQError.self) { try decode(text) }
      #expect(error?.code == .malformed)
    }
  }

  @Test(
    "a column that doesn't fit its times, and out-of-range times and numbers, are counted; the rest is kept",
    arguments: [
      (#""time":[1790805600,1790809200],"pm2_5":[1,2,3],"ozone":[4,5]"#, 3, nil, [4.0, 5]),
      (#""time":[1790805600,1790809200,1790812800],"pm2_5":[1,2],"ozone":[4,5,6]"#, 2, nil, [4, 5, 6]),
      (#""time":[1790805600,9223372036854775807],"pm2_5":[1,2],"ozone":[3,4]"#, 2, [1.0], [3]),
      (#""time":[1790805600,-9223372036854775808],"pm2_5":[1,2],"ozone":[3,4]"#, 2, [1], [3]),
      (#""time":[1790805600,9223372036854775808],"pm2_5":[1,2],"ozone":[3,4]"#, 1, [1], [3]),
      (#""time":[1790805600,1790809200],"pm2_5":[1e400,2],"ozone":[3,-1e400]"#, 1, [.nan, 2], [3, .nan]),
    ] as [(String, Int, [Double]?, [Double])])
  func counted(columns: String, refused: Int, pm25: [Double]?, ozone: [Double]) throws {
    let response = try decode(#"{\#(Self.head),\#(Self.units),"hourly":{\#(columns)}}"#)
    func text(_ values: [Double]?) -> String { "\(values ?? [])" }
    #expect(text(response.reports.first?[.pm25]?.values) == text(pm25))
    #expect(text(response.reports.first?[.o3]?.values) == text(ozone))
    #expect(response.notes.contains { $0.code == .refused && $0.count >= refused })
    #expect(response.notes.contains { $0.code == .notMeasured && $0.parameters == [.pm25] } == (pm25 == nil))
  }

  @Test(
    "a wholly damaged reply says what was refused, and what the place lacks",
    arguments: [
      (#""hourly":{"time":[1790805600,1790809200],"pm2_5":[1,2,3]}"#, 3),
      (#""hourly":{"time":[9223372036854775807,-9223372036854775808],"pm2_5":[1,2]}"#, 2),
      (#""hourly":{"time":[1790805600],"pm2_5":[1e400]}"#, 1),
      (
        #""current":{"time":9223372036854775807,"interval":3600,"pm2_5":1},"current_units":{"pm2_5":"μg/m³"}"#,
        1
      ),
      (#""current":{"time":1790805600,"interval":3600,"pm2_5":1e400},"current_units":{"pm2_5":"μg/m³"}"#, 1),
    ])
  func nothing(block: String, refused: Int) throws {
    let response = try decode(#"{\#(Self.head),\#(Self.units),\#(block)}"#)
    #expect(response.reports.isEmpty)
    #expect(response.notes.first { $0.code == .refused }?.count == refused)
    #expect(
      response.notes.contains { $0.code == .notMeasured && $0.parameters == [.pm25] && $0.places == [0] })
  }

  @Test("times without a variable are noted")
  func timesAlone() throws {
    let response = try decode(#"{\#(Self.head),"hourly":{\#(Self.time)}}"#)
    #expect(response.reports.isEmpty)
    #expect(response.notes.map(\.code) == [.notMeasured])
  }
}
