import AQKit
import AQKitDevices
import AQKitTesting
import Testing

/// Replies in the formats of public bug reports, in which values were lost or misread.
@Suite("Replies of devices in the field") struct DeviceFieldTests {
  typealias Replies = DeviceReplyTests

  // MARK: AirGradient

  @Test(
    "AirGradient: a kit for indoors isn't outdoors, and a model that doesn't say is unknown",
    arguments: [
      ("DIY-PRO-I-4.2PS", true), ("DIY-BASIC-I-4.0PS", true), ("I-9PSL", true), ("O-1PST", false),
      ("P-1PSG", nil), ("X-1", nil),
    ] as [(String, Bool?)])
  func airGradientPlace(_ model: String, _ isIndoor: Bool?) throws {
    let report = try Replies.report(
      "airgradient", reading: #"{"serialno":"ecda3b1eaaaf","rco2":447,"pm02":7,"model":"\#(model)"}"#)
    #expect(report.site.isIndoor == isIndoor)
  }

  @Test("AirGradient: without a model it is unknown whether it is indoors")
  func airGradientWithoutModel() throws {
    let report = try Replies.report("airgradient", reading: #"{"serialno":"a","pm02":7}"#)
    #expect(report.site.isIndoor == nil)
  }

  static let goReply = #"""
    {"serialNumber":"d0cf13000001","model":"P-1PSG","firmware":"1.0.2","boot":7,"co2":640,"pm01":2.5,"pm25":4.75,
     "pm10":6,"temperature":22.25,"humidity":41.5,"tvocIndex":99,"noxIndex":1,"battPercent":80}
    """#

  @Test(
    "AirGradient Go: values that the device corrected are flagged corrected, not raw, and never corrected again"
  )
  func go() throws {
    let report = try Replies.report("airgradient", reading: Self.goReply)
    #expect(report.site.id == "d0cf13000001")
    for (parameter, value) in [(AirParameter.pm25, 4.75), (.temperature, 22.25), (.humidity, 41.5)] {
      #expect(report.value(parameter, isCorrected: true) == value)
      #expect(report.shown(parameter, isCorrected: true)?.flags == [.corrected, .timeOfReceipt])
      #expect(report.series(of: parameter).count == 1)
    }
    #expect(report.shown(.pm10)?.flags == [.raw, .timeOfReceipt])
    #expect(throws: AQError.self) { try report.corrected(by: .epaExtended2022ATM) }
  }

  @Test("AirGradient Go replies at another path, which is tried if the usual one is missing")
  func goPath() async throws {
    let transport = StubTransport { request in
      request.url.hasSuffix("/api/v1/measures")
        ? TransportResponse(status: 200, text: Self.goReply)
        : TransportResponse(status: 404, text: "Not found")
    }
    let adapter = try MappedAdapter(
      DeviceCatalog.standard.description("airgradient"), options: ["baseURL": "http://192.168.1.20"])
    let source = HTTPSource(adapter, transport: transport, clock: ManualClock(Replies.now))
    let report = try await source.fetch(AirQuery(places: [])).reports.first
    #expect(report?.value(.co2) == 640)
    #expect(
      transport.requests.map(\.url) == [
        "http://192.168.1.20/measures/current", "http://192.168.1.20/api/v1/measures",
      ])
  }

  @Test("a device without any of its paths is an error, and asked once for each")
  func noPath() async throws {
    let transport = StubTransport(always: .status(404, text: "Not found"))
    let adapter = try MappedAdapter(
      DeviceCatalog.standard.description("airgradient"), options: ["baseURL": "http://192.168.1.20"])
    let source = HTTPSource(adapter, transport: transport, clock: ManualClock(Replies.now))
    let error = await #expect(throws: AQError.self) { try await source.fetch(AirQuery(places: [])) }
    #expect(error?.code == .invalidRequest)
    #expect(transport.requests.count == 2)
  }

  @Test("two paths that become the same address are asked once")
  func samePaths() async throws {
    let description = try DeviceDescription(
      json: #"""
        {"id": "x", "name": "X", "options": {"name": "page", "default": "now"},
         "request": {"path": ["/now", "/{page}", "/old"], "baseURL": "http://192.168.1.20"},
         "readings": {"parameter": "co2", "at": "a", "unit": "ppm"}}
        """#)
    let transport = StubTransport(always: .status(404, text: "Not found"))
    let source = HTTPSource(
      try MappedAdapter(description), transport: transport, clock: ManualClock(Replies.now))
    await #expect(throws: AQError.self) { try await source.fetch(AirQuery(places: [])) }
    #expect(
      transport.requests.map(\.url) == ["http://192.168.1.20/now", "http://192.168.1.20/old"])
  }

  @Test("a path that needs an unset option keeps no other path from being tried")
  func unsetPath() async throws {
    let description = try DeviceDescription(
      json: #"""
        {"id": "x", "name": "X", "options": {"name": "page", "required": true},
         "request": {"path": ["/now", "/old", "/{page}"], "baseURL": "http://192.168.1.20"},
         "readings": {"parameter": "co2", "at": "a", "unit": "ppm"}}
        """#)
    let transport = StubTransport { request in
      request.url.hasSuffix("/old")
        ? TransportResponse(status: 200, text: #"{"a": 640}"#)
        : TransportResponse(status: 404, text: "Not found")
    }
    let source = HTTPSource(
      try MappedAdapter(description), transport: transport, clock: ManualClock(Replies.now))
    #expect(try await source.fetch(AirQuery(places: [])).reports.first?.value(.co2) == 640)
  }

  @Test(
    "a condition with literals of several kinds holds for each of them, and for nothing else",
    arguments: [
      ("true", true), ("1", true), (#""1""#, true), (#""on""#, true), ("false", false), ("0", false),
      (#""off""#, false), ("null", false),
    ])
  func mixedLiterals(ready: String, holds: Bool) throws {
    let description = try DeviceDescription(
      json: #"""
        {"id": "x", "name": "X", "request": {"path": "/now"},
         "readings": {"parameter": "co2", "at": "a", "unit": "ppm",
                      "when": {"at": "ready", "equals": [true, 1, "on"]}}}
        """#)
    let response = try PayloadFormat(MappedAdapter(description)).decode(
      Array(#"{"a": 400, "ready": \#(ready)}"#.utf8), PayloadFormat.Context(receivedAt: Replies.now))
    #expect(response.reports.first?[.co2]?.values == (holds ? [400] : nil))
    #expect(!response.notes.contains { $0.code == .refused })
  }

  // MARK: Ecowitt

  @Test("Ecowitt: the combined sensor's PM1, PM4 and 24-hour means, each with its own averaging")
  func ecowittCombined() throws {
    let report = try Replies.report(
      "ecowitt",
      reading:
        #"{"co2":[{"temp":"23.4","unit":"C","humidity":"58%","PM25":"5.4","PM25_24H":"7.2","PM10":"6.1","PM10_24H":"8.3","PM1":"4.2","PM1_24H":"5.9","PM4":"5.8","PM4_24H":"7.9","CO2":"612","CO2_24H":"588","battery":"6"}]}"#
    )
    let expected: [(AirParameter, Double, Double)] = [
      (.pm1, 4.2, 5.9), (.pm25, 5.4, 7.2), ("pm4", 5.8, 7.9), (.pm10, 6.1, 8.3),
    ]
    for (parameter, now, day) in expected {
      #expect(report.value(parameter, averaging: "instant", instrument: "co2") == now)
      #expect(report.value(parameter, averaging: "24h", instrument: "co2") == day)
    }
    #expect(report.shown("pm4", averaging: "24h", instrument: "co2")?.flags == [.raw, .timeOfReceipt])
  }

  @Test("Ecowitt: 1,000 µg/m³ from a sensor with a low battery is suspect, from another it isn't")
  func ecowittBattery() throws {
    let report = try Replies.report(
      "ecowitt",
      reading:
        #"{"ch_pm25":[{"channel":"1","PM25":"990.0","battery":"1"},{"channel":"2","PM25":"6.0","battery":"5"},{"channel":"3","PM25":"7.0"},{"channel":"4","PM25":"8.0","battery":"--"}]}"#
    )
    let suspects = ["1", "2", "3", "4"].map { report.shown(.pm25, instrument: $0)?.flags.contains(.suspect) }
    #expect(suspects == [true, false, false, false])
  }

  // MARK: Tasmota, airrohr, DIRIGERA

  @Test(
    "Tasmota: a pressure in mmHg or inHg is read",
    arguments: [("mmHg", 733.6, 978.053), ("inHg", 28.88, 977.989)])
  func tasmotaPressure(_ unit: String, _ pressure: Double, _ hectopascals: Double) throws {
    let report = try Replies.report(
      "tasmota",
      reading:
        #"{"StatusSNS":{"BME280":{"Temperature":70.1,"Pressure":\#(pressure)},"PressureUnit":"\#(unit)","TempUnit":"F"}}"#
    )
    let series = try #require(report.series(of: .surfacePressure).first)
    #expect(series.values == [pressure] && series.unit == AirUnit(unit))
    #expect(abs(try series.converted(to: .hectopascal).values[0] - hectopascals) < 0.001)
  }

  @Test("Tasmota: the indices of SEN5x and SGP40, and no raw signal in their place")
  func tasmotaIndices() throws {
    let report = try Replies.report(
      "tasmota",
      reading:
        #"{"SEN5X":{"PM1":3.1,"PM2.5":3.9,"PM4":4.2,"PM10":4.4,"NOx":1.0,"VOC":101.0,"Temperature":22.1,"Humidity":50.2},"SGP40":{"VOC":32110,"VOC_INDEX":103},"TempUnit":"C"}"#
    )
    #expect(report.value("voc_index", instrument: "SEN5X") == 101)
    #expect(report.value("nox_index", instrument: "SEN5X") == 1)
    #expect(report.value("voc_index", instrument: "SGP40") == 103)
    #expect(
      report.value("pm4", instrument: "SEN5X") == 4.2 && report.value(.humidity, instrument: "SEN5X") == 50.2)
  }

  @Test("airrohr: everything that a SEN55 measures is read")
  func airrohrSEN55() throws {
    let report = try Replies.report(
      "airrohr",
      reading:
        #"{"age":"40","sensordatavalues":[{"value_type":"SEN5X_P0","value":"3.10"},{"value_type":"SEN5X_P2","value":"3.90"},{"value_type":"SEN5X_P4","value":"4.20"},{"value_type":"SEN5X_P1","value":"4.40"},{"value_type":"SEN5X_temperature","value":"19.31"},{"value_type":"SEN5X_humidity","value":"52.90"},{"value_type":"SEN5X_voc","value":"101"},{"value_type":"SEN5X_nox","value":"1"}]}"#
    )
    let expected: [(AirParameter, Double)] = [
      (.pm1, 3.1), (.pm25, 3.9), ("pm4", 4.2), (.pm10, 4.4), (.temperature, 19.31), (.humidity, 52.9),
      ("voc_index", 101), ("nox_index", 1),
    ]
    for (parameter, value) in expected { #expect(report.value(parameter, instrument: "SEN5x") == value) }
  }

  @Test("DIRIGERA: an air purifier measures, too, and 65535 means a missing value")
  func dirigera() throws {
    let format = try AQContainer().installing(.devices).format("ikea-dirigera")
    let body =
      #"[{"id":"a_1","deviceType":"airPurifier","lastSeen":"2026-10-01T11:59:28.000Z","attributes":{"customName":"Living room","currentPM25":11}},{"id":"a_2","deviceType":"environmentSensor","lastSeen":"2026-10-01T11:53:28.000Z","attributes":{"customName":"Garage","currentTemperature":20,"currentPM25":65535}},{"id":"a_3","deviceType":"light","attributes":{}}]"#
    let response = try format.decode(Array(body.utf8), PayloadFormat.Context(receivedAt: Replies.now))
    #expect(response.reports.map(\.site.name) == ["Living room", "Garage"])
    #expect(response.reports.map { $0.value(.pm25) } == [11, nil])
    #expect(response.reports.map { $0.value(.temperature) } == [nil, 20])
  }

  // MARK: PurpleAir

  @Test("PurpleAir: smoke of cf_1 = 300 at 50 % is 158.6, and each correction takes its own conversion")
  func purpleAirSmoke() throws {
    let report = try Replies.report(
      "purpleair-device",
      reading:
        #"{"SensorId":"x","DateTime":"2026/10/01T11:58:00z","place":"outside","pm2_5_atm":199,"pm2_5_cf_1":300,"current_humidity":50}"#
    )
    #expect(try report.corrected(by: .epaExtended2022).series.values == [158.64])
    #expect(try report.corrected(by: .epaExtended2022ATM).series.values == [157.854])
    #expect(report.site.isIndoor == false)
  }

  @Test("PurpleAir: a place that is neither inside nor outside is unknown")
  func purpleAirPlace() throws {
    let report = try Replies.report(
      "purpleair-device",
      reading: #"{"SensorId":"x","place":"unknown","pm2_5_atm":1,"DateTime":"2026/10/01T11:58:00z"}"#)
    #expect(report.site.isIndoor == nil)
  }

  // MARK: Descriptions

  @Test("a description says which part of a reply is a forecast")
  func forecast() throws {
    let description = try DeviceDescription(
      json: #"""
        {"id": "airly", "name": "Airly", "request": {"baseURL": "https://air.example", "path": "/v2"},
         "time": {"from": "fromDateTime", "to": "tillDateTime"}, "averaging": "1h", "rows": "current",
         "readings": {"parameter": "pm25", "at": "values[name=PM25].value", "unit": "µg/m³"},
         "parts": {"rows": "forecast", "kind": "forecast",
                   "readings": {"parameter": "pm25", "at": "values[name=PM25].value", "unit": "µg/m³"}}}
        """#)
    let adapter = try MappedAdapter(description)
    let body =
      #"{"current":{"fromDateTime":"2026-10-01T11:00:00Z","tillDateTime":"2026-10-01T12:00:00Z","values":[{"name":"PM25","value":4.37}]},"forecast":[{"fromDateTime":"2026-10-01T12:00:00.000Z","tillDateTime":"2026-10-01T13:00:00.000Z","values":[{"name":"PM25","value":4.01}]}]}"#
    let response = try PayloadFormat(adapter).decode(
      Array(body.utf8), PayloadFormat.Context(receivedAt: Replies.now))
    #expect(response.reports.map(\.kind) == [.observation, .forecast])
    #expect(response.reports.map { $0.value(.pm25) } == [4.37, 4.01])
    #expect(adapter.descriptor.offers.map(\.capabilities) == [[.current], [.forecast]])
    #expect(adapter.descriptor.offers.map(\.kinds) == [[.observation], [.forecast]])
  }

  @Test(
    "a bare nan or inf in a device's reply costs one value", arguments: ["nan", "-NAN", "inf", "Infinity"])
  func notFinite(_ word: String) throws {
    let description = try DeviceDescription(
      json: #"""
        {"id": "easy", "name": "Easy", "request": {"path": "/json"},
         "readings": [{"parameter": "pm25", "at": "Sensors.0.pm25", "unit": "µg/m³"},
                      {"parameter": "pm10", "at": "Sensors.0.pm10", "unit": "µg/m³"}]}
        """#)
    let response = try PayloadFormat(MappedAdapter(description)).decode(
      Array(#"{"Sensors":[{"pm25":6.1,"pm10":\#(word)}]}"#.utf8),
      PayloadFormat.Context(receivedAt: Replies.now))
    #expect(response.reports.first?.value(.pm25) == 6.1)
    #expect(response.reports.first?.value(.pm10) == nil)
  }

  @Test(
    "an impossible description is refused",
    arguments: [
      #""kind": "guess""#, #""flags": [{"flag": "suspect"}]"#, #""site": {"indoor": {"maybe": true}}"#,
      #""site": {"indoor": {}}"#,
      #""flags": [{"flag": {"flag": "x", "when": {"at": "a", "equals": 1}}, "then": 1}]"#,
    ])
  func refused(_ member: String) {
    let error = #expect(throws: AQError.self) {
      try DeviceDescription(
        json:
          #"{"id": "x", "name": "X", "request": {"path": "/"}, \#(member), "readings": {"parameter": "co2", "at": "a", "unit": "ppm"}}"#
      )
    }
    #expect(error?.code == .malformed)
  }
}
