import AQKit
import AQKitDevices
import AQKitTesting
import Testing

@testable import MQTTFeeds

private let noon = AirTime(secondsSince1970: 1_790_856_000)

/// A waiver: no declaration can name the devices of a home.
private let unnamed = ["descriptor.test-places": "The devices are named by their home."]

/// Returns the response that a feed makes of messages that arrive at noon.
private func decode(_ feed: some FeedDecoder, _ messages: FeedMessage...) throws -> AirResponse {
  var report = ReportBuilder(feed.descriptor, receivedAt: noon)
  try report.each(messages) { message, report in
    try feed.decode(message, for: AirQuery(places: []), into: &report)
  }
  return report.response()
}

private func message(_ topic: String, _ text: String, _ age: MQTTAge = .fresh) -> FeedMessage {
  FeedMessage(topic: topic, Array(text.utf8), age)
}

extension AirReport {
  fileprivate func reading(_ parameter: AirParameter, of instrument: String? = nil) -> AirReading? {
    let found = series.first { series in
      series.parameter == parameter && series.correction == nil
        && (instrument == nil || series.origin?.instrument?.id == instrument)
    }
    return found.flatMap { Array($0.readings).first }
  }
}

@Suite(.timeLimit(.minutes(10))) struct AirGradientPayloadTests {
  /// Firmware 3.1.21; airgradienthq/python-airgradient, `tests/fixtures/current_measures_2.json` (MIT).
  static let payload = #"""
    {"pm01":0,"pm02":2,"pm10":2,"pm01Standard":0,"pm02Standard":2,"pm10Standard":2,"pm003Count":256,"atmp":20.35,
     "atmpCompensated":20.35,"rhum":32.51,"rhumCompensated":32.51,"pm02Compensated":6.83,"rco2":566,"tvocIndex":138,
     "tvocRaw":33774.83,"noxIndex":1,"noxRaw":15568.08,"boot":309,"bootCount":309,"wifi":-40,"ledMode":"co2",
     "serialno":"aaaaaaaaaa","firmware":"3.1.21","model":"I-9PSL"}
    """#
  static let topic = "airgradient/readings/aaaaaaaaaa"
  static func feed() throws -> MQTTFeed<MQTTDeviceFeed> { MQTTFeed(try .airGradient()) }

  @Test("the local server's JSON, published: the serial number is the site, the time that of receipt")
  func reads() throws {
    let response = try decode(try Self.feed(), message(Self.topic, Self.payload))
    let report = try #require(response.reports.first)
    #expect(report.site.id == "aaaaaaaaaa" && report.site.isIndoor == true)
    #expect(report.reading(.pm25)?.value == 2)
    #expect(report.reading(.co2)?.flags == [.timeOfReceipt])
    #expect(report.reading(.co2)?.interval.end == noon)
  }

  @Test("an old message gives no reading, but a note", arguments: [MQTTAge.retained, .queued])
  func old(age: MQTTAge) throws {
    let response = try decode(try Self.feed(), message(Self.topic, Self.payload, age))
    #expect(response.reports.flatMap(\.series).isEmpty)
    #expect(response.notes.map(\.code) == [.refused])
    #expect(response.notes.first?.message.contains(age.rawValue) == true)
  }

  @Test("another topic, and the empty message that removes a retained one, aren't errors")
  func others() throws {
    let response = try decode(
      try Self.feed(), message("airgradient/config/aaaaaaaaaa", "{"), message(Self.topic, ""))
    #expect(response.reports.isEmpty && response.notes.isEmpty)
  }

  @Test("the source keeps every rule")
  func source() async throws {
    var contract = SourceContract(
      decoder: try Self.feed(), messages: [message(Self.topic, Self.payload)], at: noon,
      queries: [AirQuery(places: [.site("aaaaaaaaaa")])])
    contract.onRule = nil
    contract.waivers = unnamed
    for rule in contract.rules { try await contract.verify(rule) }
  }

  @Test("truncated or corrupt input never crashes the decoder", arguments: AdapterRule.allCases)
  func decoder(rule: AdapterRule) async throws {
    try await AdapterContract(
      try Self.feed(), messages: [message(Self.topic, Self.payload)], for: AirQuery(places: []), at: noon
    ).verify(rule)
  }
}

@Suite(.timeLimit(.minutes(10))) struct TasmotaPayloadTests {
  /// A payload as public set-ups show it.
  static let payload = #"""
    {"Time":"2026-03-07T12:54:34","BME280":{"Temperature":20.7,"Humidity":24.4,"DewPoint":-0.4,"Pressure":1013.4},
     "PMS5003":{"CF1":22,"CF2.5":32,"CF10":49,"PM1":22,"PM2.5":32,"PM10":49,"PB0.3":4146,"PB0.5":934,"PB1":153,
     "PB2.5":48,"PB5":8,"PB10":2},"PressureUnit":"hPa","TempUnit":"C"}
    """#
  static let topic = "tele/airsensor/SENSOR"

  @Test("an instrument for each sensor, at the device's time in the given zone")
  func zone() throws {
    let response = try decode(
      MQTTFeed(try MQTTDeviceFeed.tasmota(timeZone: "+01:00")), message(Self.topic, Self.payload, .retained))
    let report = try #require(response.reports.first)
    #expect(report.site.id == "airsensor" && report.site.name == "airsensor")
    #expect(report.reading(.pm25, of: "PMS5003")?.value == 32)
    #expect(report.reading(.temperature, of: "BME280")?.unit == .celsius)
    #expect(
      report.series.flatMap { Array($0.readings) }.allSatisfy {
        $0.interval.end == AirTime("2026-03-07T11:54:34Z")
      })
    #expect(response.notes.isEmpty)
  }

  @Test("without a zone the time of receipt counts, so that nothing old is read")
  func noZone() throws {
    let feed = MQTTFeed(try MQTTDeviceFeed.tasmota())
    let fresh = try decode(feed, message(Self.topic, Self.payload))
    #expect(fresh.reports.first?.reading(.pm25)?.flags.contains(.timeOfReceipt) == true)
    let old = try decode(feed, message(Self.topic, Self.payload, .queued))
    #expect(old.reports.flatMap(\.series).isEmpty && old.notes.map(\.code) == [.refused])
  }

  @Test("a device whose clock isn't set gives no old reading either")
  func unsetClock() throws {
    let payload = Self.payload.replacing("2026-03-07", with: "1970-01-01")
    let feed = MQTTFeed(try MQTTDeviceFeed.tasmota(timeZone: "+01:00"))
    #expect(try decode(feed, message(Self.topic, payload, .retained)).reports.flatMap(\.series).isEmpty)
    #expect(
      try decode(feed, message(Self.topic, payload)).reports.first?.reading(.pm25)?.interval.end == noon)
  }

  @Test("its last will and its state aren't errors")
  func others() throws {
    let response = try decode(
      MQTTFeed(try MQTTDeviceFeed.tasmota()), message("tele/airsensor/LWT", "Offline"),
      message("tele/airsensor/STATE", "{}"), message("stat/airsensor/RESULT", "{"))
    #expect(response.reports.isEmpty && response.notes.isEmpty)
  }

  @Test("an unknown zone, and a pattern without a device, are errors")
  func errors() {
    #expect(throws: AQError.self) { _ = try MQTTDeviceFeed.tasmota(timeZone: "Mars/Base") }
    #expect(throws: AQError.self) {
      _ = try MQTTDeviceFeed(DeviceCatalog.standard.description("tasmota"), topics: "tele/+/SENSOR")
    }
  }

  @Test("truncated or corrupt input never crashes the decoder", arguments: AdapterRule.allCases)
  func decoder(rule: AdapterRule) async throws {
    try await AdapterContract(
      MQTTFeed(try MQTTDeviceFeed.tasmota(timeZone: "+01:00")), messages: [message(Self.topic, Self.payload)],
      for: AirQuery(places: []), at: noon
    ).verify(rule)
  }
}

@Suite(.timeLimit(.minutes(10))) struct Zigbee2MQTTPayloadTests {
  /// A payload as public set-ups show it.
  static let payload = #"""
    {"humidity":60.99,"linkquality":98,"nox_index":1,"pm1":7.6,"pm10":8.1,"pm25":8,"pm4":8.2,"state":"OFF",
     "temperature":21.85,"voc_index":137}
    """#
  static let feed = MQTTFeed(Zigbee2MQTTFeed())
  static let recorded = [message("zigbee2mqtt/Living room/Window", payload)]

  @Test("a friendly name may have slashes, and is the site")
  func reads() throws {
    let response = try decode(Self.feed, Self.recorded[0])
    let report = try #require(response.reports.first)
    #expect(report.site.id == "Living room/Window")
    #expect(report.series.count == 8)
    #expect(report.reading(.pm25)?.value == 8 && report.reading(.pm25)?.unit == .microgramsPerCubicMetre)
    #expect(report.reading(.humidity)?.value == 60.99)
    #expect(response.notes.isEmpty)
  }

  @Test(
    "the time is that at which the sensor was heard, as a text or a number",
    arguments: [
      #""2019-03-01T15:32:45.941Z""#, #""2019-03-01T16:32:45.941+01:00""#, "1551454365941",
    ])
  func time(seen: String) throws {
    let text = #"{"pm25":8,"last_seen":\#(seen)}"#
    for age in [MQTTAge.fresh, .retained, .queued] {
      let response = try decode(Self.feed, message("zigbee2mqtt/Kitchen", text, age))
      #expect(
        response.reports.first?.reading(.pm25)?.interval.end == AirTime(secondsSince1970: 1_551_454_365))
    }
  }

  @Test("without a time an old message gives no reading")
  func old() throws {
    let response = try decode(Self.feed, message("zigbee2mqtt/Kitchen", Self.payload, .retained))
    #expect(response.reports.flatMap(\.series).isEmpty)
    #expect(response.notes.map(\.count) == [8])
  }

  @Test(
    "the time of a clock that isn't set gives no old reading either",
    arguments: [MQTTAge.retained, .queued])
  func unsetClock(age: MQTTAge) throws {
    let text = #"{"pm25":8,"last_seen":86400000}"#
    let response = try decode(Self.feed, message("zigbee2mqtt/Kitchen", text, age))
    #expect(response.reports.flatMap(\.series).isEmpty)
    #expect(response.notes.map(\.code) == [.refused])
  }

  @Test("volatile compounds are read in the given unit, or else left out")
  func voc() throws {
    let message = message("zigbee2mqtt/Kitchen", #"{"voc":120,"formaldehyd":0.02,"co2":612}"#)
    let silent = try decode(Self.feed, message)
    #expect(Set(silent.reports.first?.series.map(\.parameter) ?? []) == [.co2, .hcho])
    let said = try decode(MQTTFeed(Zigbee2MQTTFeed(vocUnit: .ppb)), message)
    #expect(said.reports.first?.reading(.voc)?.unit == .ppb)
    #expect(said.reports.first?.reading(.hcho)?.unit == .milligramsPerCubicMetre)
  }

  @Test(
    "5 µg/m³ of formaldehyde of an air housekeeper aren't read as 5 mg/m³",
    arguments: [
      (#"{"co2":358,"formaldehyd":5,"humidity":59.1,"pm25":12,"voc":15}"#, AirUnit.microgramsPerCubicMetre),
      (#"{"formaldehyd":5,"device":{"model":"TS0601_smart_air_house_keeper"}}"#, .microgramsPerCubicMetre),
      (
        #"{"formaldehyd":0.05,"pm25":3,"device":{"model":"TS0601_air_quality_sensor"}}"#,
        .milligramsPerCubicMetre
      ),
      (#"{"hcho":0.03,"pm25":9,"aqi":20}"#, .milligramsPerCubicMetre),
    ])
  func formaldehyde(_ payload: String, _ unit: AirUnit) throws {
    let response = try decode(Self.feed, message("zigbee2mqtt/Kitchen", payload))
    #expect(response.reports.first?.reading(.hcho)?.unit == unit)
  }

  @Test("formaldehyde is in the given unit")
  func formaldehydeUnit() throws {
    let feed = MQTTFeed(Zigbee2MQTTFeed(formaldehydeUnit: .ppb))
    let response = try decode(feed, message("zigbee2mqtt/Kitchen", #"{"formaldehyd":5,"pm25":3}"#))
    #expect(response.reports.first?.reading(.hcho)?.unit == .ppb)
  }

  @Test("the bridge, its devices' availability, and lamps give nothing, without an error")
  func others() throws {
    let response = try decode(
      Self.feed, message("zigbee2mqtt/bridge/state", "online"), message("zigbee2mqtt/bridge/devices", "[]"),
      message("zigbee2mqtt/Kitchen/availability", "online"), message("zigbee2mqtt/Kitchen/set", "ON"),
      message("zigbee2mqtt/Lamp", #"{"state":"ON","linkquality":98}"#), message("other/Kitchen", "{"),
      FeedMessage(text: "not of MQTT"))
    #expect(response.reports.isEmpty && response.notes.isEmpty)
  }

  @Test("an invalid value is refused, an absent one is a gap, and the others are kept")
  func broken() throws {
    let response = try decode(
      Self.feed, message("zigbee2mqtt/Kitchen", #"{"pm25":"high","pm10":null,"co2":612}"#),
      message("zigbee2mqtt/Kitchen", "[]"), message("zigbee2mqtt/Kitchen", "{"))
    #expect(response.reports.first?.reading(.co2)?.value == 612)
    #expect(response.notes.filter { $0.code == .refused }.reduce(0) { $0 + $1.count } == 3)
  }

  @Test("what was left out is a note")
  func leftOut() throws {
    let response = try decode(Self.feed, FeedMessage(leftOut: 1, largerThan: 1000))
    #expect(response.notes.map(\.count) == [1])
    #expect(response.notes.first?.message.contains("1000") == true)
  }

  @Test("the source keeps every rule", arguments: Self.contract.rules)
  func source(rule: ContractRule) async throws { try await Self.contract.verify(rule) }

  static let contract: SourceContract = {
    var contract = SourceContract(
      decoder: feed, messages: recorded, at: noon,
      queries: [AirQuery(places: [.site("Living room/Window")])])
    contract.waivers = unnamed
    return contract
  }()

  @Test("truncated or corrupt input never crashes the decoder", arguments: AdapterRule.allCases)
  func decoder(rule: AdapterRule) async throws {
    try await AdapterContract(Self.feed, messages: Self.recorded, for: AirQuery(places: []), at: noon)
      .verify(rule)
  }
}

@Suite struct BacklogTests {
  @Test(
    "a full window of replies is followed by more; a smaller or empty one isn't",
    arguments: [
      ([0], 1), ([20, 20, 20, 5, 9], 4), ([20, 20, 0], 3), ([5, 5, 4], 3), ([1, 1, 1, 0], 4),
    ])
  func rounds(counts: [Int], end: Int) {
    var backlog = MQTTBacklog()
    var ended: Int?
    for (index, count) in counts.enumerated() where ended == nil {
      for _ in 0..<count { backlog.count() }
      if backlog.endsRound() { ended = index + 1 }
    }
    #expect(ended == end)
  }
}
