import AQKit
import AQKitDevices
import AQKitTesting
import Testing

@Suite("Descriptions of devices") struct DeviceDescriptionTests {
  private static let good = #"""
    {"id": "sniffer", "name": "Sniffer", "request": {"path": "/now"},
     "readings": [{"parameter": "pm25", "at": "dust.fine", "unit": "µg/m³"}]}
    """#

  private static func error(_ json: String) -> AQError? {
    #expect(throws: AQError.self) { try DeviceDescription(json: json) }
  }

  @Test(
    "a mistake is an error that names the member",
    arguments: [
      (#""name": "Sniffer""#, #""nmae": "Sniffer""#, "nmae"),
      (#""name": "Sniffer", "#, "", "“name” is missing"),
      (#""name": "Sniffer""#, #""name": 7"#, "at name"),
      (#""id": "sniffer""#, #""id": "My Sniffer""#, "at id"),
      (#""id": "sniffer""#, #""schema": 2, "id": "sniffer""#, "at schema"),
      (#""id": "sniffer""#, #""id": "sniffer", "id": "other""#, "“id” occurs twice"),
      (#", "request": {"path": "/now"}"#, "", "“request” is missing"),
      (#""path": "/now""#, #""path": "now""#, "at request.path"),
      (#""path": "/now""#, #""path": "/now?key=1""#, "at request.path"),
      (#""path": "/now""#, #""path": "/{node}""#, "{node}"),
      (#""path": "/now""#, #""path": "/{node""#, "at request.path"),
      (#""path": "/now""#, #""path": "/{latitude}""#, "required or have a default"),
      (#""path": "/now""#, #""path": "/now", "method": "PUT""#, "at request.method"),
      (#""path": "/now""#, #""path": "/now", "headers": {"X-Key": "{key}"}"#, #"at request.headers.X-Key"#),
      (#""path": "/now""#, #""path": "/now", "query": {"a": 1}"#, "at request.query.a"),
      (#""path": "/now""#, #""path": "/now", "baseURL": "example.org""#, "at request.baseURL"),
      (#""parameter": "pm25""#, #""parameter": "pm52""#, "at readings[0].parameter"),
      (#""unit": "µg/m³""#, #""unit": "µg/l""#, "at readings[0].unit"),
      (#""unit": "µg/m³""#, #""unit": "°C""#, "at readings[0].unit"),
      (#""parameter": "pm25""#, #""parameter": "birch_pollen""#, "at readings[0].unit"),
      (#""unit": "µg/m³""#, #""unit": {"at": "unit", "else": "K"}"#, "at readings[0].unit"),
      (#""unit": "µg/m³""#, #""unit": ["µg/m³"]"#, "at readings[0].unit"),
      (#", "unit": "µg/m³""#, "", "“unit” is missing"),
      (#""at": "dust.fine""#, #""at": "dust..fine""#, "at readings[0].at"),
      (#""at": "dust.fine""#, #""at": "'dust.fine""#, "at readings[0].at"),
      (#""at": "dust.fine""#, #""at": "@""#, "at readings[0].at"),
      (#""at": "dust.fine""#, #""at": []"#, "at readings[0].at"),
      (#""at": "dust.fine", "#, "", "“at” is missing"),
      (#""at": "dust.fine""#, #""at": "dust.fine", "scale": 0"#, "at readings[0].scale"),
      (#""at": "dust.fine""#, #""at": "dust.fine", "averaging": "hour""#, "at readings[0].averaging"),
      (#""at": "dust.fine""#, #""at": "dust.fine", "when": {"at": "x"}"#, "at readings[0].when"),
      (#""at": "dust.fine""#, #""at": "dust.fine", "when": {"at": "x", "is": 1}"#, "“is”"),
      (#""at": "dust.fine""#, #""at": "dust.fine", "flag": "raw""#, "“flag”"),
      (#""at": "dust.fine""#, #""at": "dust.fine", "edition": "2012""#, "at readings[0].edition"),
      (#""at": "dust.fine""#, #""at": "dust.fine", "flags": "suspct""#, "did you mean “suspect”"),
      (#""request""#, #""site": {"id": ""}, "request""#, "at site.id"),
      (#""request""#, #""time": {"at": "t", "format": "yyyy-QQ"}, "request""#, "at time.format"),
      (#""request""#, #""time": {"at": "t", "zone": "{zone}"}, "request""#, "at time.zone"),
      (#""request""#, #""time": {"at": "t", "zone": "Mars/Olympus"}, "request""#, "at time.zone"),
      (#""request""#, #""time": {"at": "t", "zone": ""}, "request""#, "at time.zone"),
      (#""request""#, #""time": {"format": "age"}, "request""#, "at time"),
      (#""request""#, #""time": {"at": "t", "to": "e"}, "request""#, "at time"),
      (#""request""#, #""cadence": "60", "request""#, "at cadence"),
      (#""request""#, #""credit": {"text": "X"}, "request""#, "“terms” is missing"),
      (#""request""#, #""credit": {"text": "X", "terms": "X"}, "request""#, "at credit.terms"),
      (#""request""#, #""sentinels": [0], "request""#, "at sentinels"),
      (#""request""#, #""limit": {"requests": 0, "seconds": 1}, "request""#, "at limit"),
      (#""request""#, #""limit": {"requests": 0.5, "seconds": 1}, "request""#, "at least one request"),
      (
        #""request""#, #""errors": [{"when": {"at": "e", "present": true}, "code": "oops"}], "request""#,
        "at errors[0].code"
      ),
      (#""request""#, #""options": [{"name": "baseURL"}], "request""#, "at options"),
      (
        #""request""#, #""options": [{"name": "key", "secret": true, "default": "1"}], "request""#,
        "at options"
      ),
    ])
  func mistakes(_ part: String, _ mistake: String, _ named: String) throws {
    let text = try replacing(part, by: mistake)
    let error = try #require(Self.error(text))
    #expect(error.code == .malformed)
    #expect(error.message.contains(named), "\(error.message)")
  }

  private func replacing(_ part: String, by mistake: String) throws -> String {
    let parts = Self.good.split(separator: part, maxSplits: 1, omittingEmptySubsequences: false)
    try #require(parts.count == 2)
    return parts.joined(separator: mistake)
  }

  @Test("a description without readings, or that isn't an object, is an error")
  func empty() {
    #expect(Self.error("[]") != nil && Self.error("") != nil && Self.error("null") != nil)
    #expect(
      Self.error(#"{"id": "x", "name": "X", "request": {"path": "/"}}"#)?.message.contains("readings") == true
    )
  }

  @Test("a credential is sent in a header, and in the address only if the option says so")
  func secrets() throws {
    func text(_ option: String) -> String {
      #"{"id": "x", "name": "X", "options": [{"name": "key", "secret": true\#(option)}], "request": {"path": "/", "query": {"k": "{key}"}}, "readings": {"parameter": "pm25", "at": "p", "unit": "µg/m³"}}"#
    }
    #expect(Self.error(text(""))?.message.contains("request.query.k") == true)
    #expect(throws: Never.self) { try DeviceDescription(json: text(#", "inAddress": true"#)) }
  }

  @Test(
    "path, query and headers take the options; those without a value are left out; a credential is a secret header"
  )
  func request() throws {
    let description = try DeviceDescription(
      json: #"""
        {"id": "x", "name": "X",
         "options": [{"name": "node", "required": true}, {"name": "token", "secret": true}, {"name": "room"}],
         "request": {"path": "/api/{node}", "query": {"room": "{room}", "all": "yes"},
                     "headers": {"Authorization": "Bearer {token}"}},
         "readings": {"parameter": "pm25", "at": "p", "unit": "µg/m³"}}
        """#)
    let adapter = try MappedAdapter(
      description, options: ["baseURL": "http://10.0.0.2/", "node": "a b/c", "token": "t-4711"])
    let request = try #require(try adapter.calls(for: AirQuery(places: []), at: DeviceReplyTests.now).first)
      .request
    #expect(request.url == "http://10.0.0.2/api/a%20b%2Fc?all=yes")
    #expect(request.headers == [TransportRequest.Header("Authorization", secret: "Bearer t-4711")])
  }

  @Test(
    "options that make no sense are named",
    arguments: [
      (["latitude": "91", "longitude": "0"], "latitude"), (["latitude": "50"], "longitude"),
      (["indoor": "maybe"], "indoor"), (["baseURL": "kitchen"], "baseURL"), (["colour": "red"], "colour"),
    ])
  func options(values: [String: String], named: String) throws {
    let description = try DeviceDescription(json: Self.good)
    let error = #expect(throws: AQError.self) { try MappedAdapter(description, options: values) }
    #expect(error?.code == .notConfigured && error?.message.contains(named) == true)
  }

  @Test("a device covers the surroundings of its coordinate; without one, its area is unknown")
  func coverage() throws {
    let description = try DeviceDescription(json: Self.good.utf8)
    let placed = try MappedAdapter(description, options: ["latitude": "50.08", "longitude": "14.42"])
    let offer = try #require(placed.descriptor.offers.first)
    #expect(offer.coverage.covers(.near(try Coordinate(50.1, 14.4))) == true)
    #expect(offer.coverage.covers(.near(try Coordinate(51, 14.4))) == false)
    #expect(try MappedAdapter(description).descriptor.offers.first?.coverage == .unknown)
  }

  @Test("a device at home is queried without encryption, as its declaration says")
  func protection() throws {
    let airGradient = try DeviceCatalog.standard.description("airgradient")
    let plain = try MappedAdapter(airGradient, options: ["baseURL": "http://192.168.1.20"])
    #expect(plain.descriptor.endpoints.map(\.protection) == [.none])
    let hub = try MappedAdapter(
      DeviceCatalog.standard.description("ikea-dirigera"), options: ["baseURL": "https://192.168.1.21:8443"]
    )
    #expect(hub.descriptor.endpoints.map(\.protection) == [.privateCertificate])
  }

  @Test("numbers in tenths, sentinels, texts, a unit after the number, aliases, and a foreign unit")
  func numbers() throws {
    let description = try DeviceDescription(
      json: #"""
        {"id": "x", "name": "X", "request": {"path": "/"}, "sentinels": [-999],
         "readings": [
          {"parameter": "pm25", "at": ["fine", "pm2"], "unit": "µg/m³", "scale": 0.1},
          {"parameter": "pm10", "at": "coarse", "unit": "µg/m³"},
          {"parameter": "co", "at": "co", "unit": "mg/m³"},
          {"parameter": "temperature", "at": "t", "unit": "°C"},
          {"parameter": "humidity", "at": "h", "unit": "%"}]}
        """#)
    let format = PayloadFormat(try MappedAdapter(description))
    let body = #"{"pm2": "125", "coarse": -999, "co": "300 µg/m³", "t": "21 hPa", "h": "41,5"}"#
    let response = try format.decode(
      Array(body.utf8), PayloadFormat.Context(receivedAt: DeviceReplyTests.now))
    let report = try #require(response.reports.first)
    #expect(report.value(.pm25) == 12.5)
    #expect(report.value(.pm10) == nil)
    #expect(report.shown(.co)?.unit == .microgramsPerCubicMetre)
    #expect(report.value(.temperature) == nil && report.value(.humidity) == nil)
    #expect(response.notes.filter { $0.code == .refused }.reduce(0) { $0 + $1.count } == 3)
  }

  @Test("a scaled number is the nearest to its decimal", arguments: [(3, 0.3), (9999, 999.9), (0, 0)])
  func scaled(number: Int, value: Double) throws {
    let description = try DeviceDescription(
      json: #"""
        {"id": "x", "name": "X", "request": {"path": "/"},
         "readings": {"parameter": "no2", "at": "p", "unit": "µg/m³", "scale": 0.1}}
        """#)
    let response = try PayloadFormat(try MappedAdapter(description))
      .decode(Array(#"{"p": \#(number)}"#.utf8), PayloadFormat.Context(receivedAt: DeviceReplyTests.now))
    #expect(response.reports.first?.value(.no2) == value)
  }

  @Test(
    "a number that only becomes a sentinel when it is scaled is a value",
    arguments: [(-10, -1.0), (-1, nil)])
  func scaledSentinel(number: Int, value: Double?) throws {
    let description = try DeviceDescription(
      json: #"""
        {"id": "x", "name": "X", "request": {"path": "/"}, "sentinels": -1,
         "readings": {"parameter": "temperature", "at": "t", "unit": "°C", "scale": 0.1}}
        """#)
    let response = try PayloadFormat(try MappedAdapter(description))
      .decode(Array(#"{"t": \#(number)}"#.utf8), PayloadFormat.Context(receivedAt: DeviceReplyTests.now))
    #expect(response.reports.first?.value(.temperature) == value)
    #expect(response.notes.contains { $0.code == .refused } == (value == nil))
  }

  @Test(
    "a number with its own unit isn't scaled, and a range is in the unit of the description",
    arguments: [("300", 0.3), ("\"300 µg/m³\"", 300), ("\"0.3 mg/m³\"", 0.3), ("\"20000 µg/m³\"", nil)])
  func ownUnit(number: String, value: Double?) throws {
    let description = try DeviceDescription(
      json: #"""
        {"id": "x", "name": "X", "request": {"path": "/"},
         "readings": {"parameter": "co", "at": "p", "unit": "mg/m³", "scale": 0.001, "range": [0, 10]}}
        """#)
    let response = try PayloadFormat(try MappedAdapter(description))
      .decode(Array(#"{"p": \#(number)}"#.utf8), PayloadFormat.Context(receivedAt: DeviceReplyTests.now))
    #expect(response.reports.first?.value(.co) == value)
  }

  @Test(
    "a range is in a number's own unit if the unit that the reply states is unknown",
    arguments: [("3 mg/m³", 3.0), ("30 mg/m³", nil)])
  func unknownUnit(number: String, value: Double?) throws {
    let description = try DeviceDescription(
      json: #"""
        {"id": "x", "name": "X", "request": {"path": "/"},
         "readings": {"parameter": "co", "at": "p", "unit": {"at": "u"}, "range": [0, 10]}}
        """#)
    let response = try PayloadFormat(try MappedAdapter(description))
      .decode(
        Array(#"{"p": "\#(number)", "u": "?"}"#.utf8),
        PayloadFormat.Context(receivedAt: DeviceReplyTests.now))
    #expect(response.reports.first?.value(.co) == value)
  }

  @Test("a non-row, or a sentinel before scaling, is refused and counted; null isn't a row")
  func rows() throws {
    let description = try DeviceDescription(
      json: #"""
        {"id": "x", "name": "X", "request": {"path": "/"}, "rows": "list", "sentinels": [-999],
         "site": {"id": {"at": "id"}},
         "readings": {"parameter": "pm25", "at": "p", "unit": "µg/m³", "scale": 0.1}}
        """#)
    let body = #"{"list": [{"id": "a", "p": 52}, "text", null, {"id": "b", "p": -999}, {"p": 7}]}"#
    let response = try PayloadFormat(try MappedAdapter(description))
      .decode(Array(body.utf8), PayloadFormat.Context(receivedAt: DeviceReplyTests.now))
    #expect(response.reports.first { $0.site.id == "a" }?.value(.pm25) == 5.2)
    #expect(response.notes.filter { $0.code == .refused }.reduce(0) { $0 + $1.count } == 3)
  }

  @Test(
    "a device can be indoors because it lacks a member",
    arguments: [(#"{"p": 5}"#, true), (#"{"p": 5, "probe": {"id": 1}}"#, false)])
  func indoorByAbsence(body: String, isIndoor: Bool) throws {
    let description = try DeviceDescription(
      json: #"""
        {"id": "x", "name": "X", "request": {"path": "/"},
         "site": {"indoor": {"at": "probe", "present": false}},
         "readings": {"parameter": "pm25", "at": "p", "unit": "µg/m³"}}
        """#)
    let response = try PayloadFormat(try MappedAdapter(description))
      .decode(Array(body.utf8), PayloadFormat.Context(receivedAt: DeviceReplyTests.now))
    #expect(response.reports.first?.site.isIndoor == isIndoor)
  }

  @Test("of a condition's several paths the first with a value counts, a row's name among them")
  func pathsOfCondition() throws {
    let description = try DeviceDescription(
      json: #"""
        {"id": "x", "name": "X", "request": {"path": "/"}, "rows": "sensors.*",
         "when": {"at": ["type", "@"], "equals": "dust"}, "instrument": {"at": "@"},
         "readings": {"parameter": "pm25", "at": "p", "unit": "µg/m³"}}
        """#)
    let body = """
      {"sensors": {"a": {"type": "dust", "p": 5}, "dust": {"p": 6}, "b": {"type": "gas", "p": 7}}}
      """
    let response = try PayloadFormat(try MappedAdapter(description))
      .decode(Array(body.utf8), PayloadFormat.Context(receivedAt: DeviceReplyTests.now))
    #expect(response.reports.first?.series(of: .pm25).map(\.values) == [[5], [6]])
  }

  @Test("a row's name can be one of the fields of its time")
  func nameAsField() throws {
    let description = try DeviceDescription(
      json: #"""
        {"id": "x", "name": "X", "request": {"path": "/"}, "rows": "days.*",
         "time": {"fields": ["@", "hour"], "format": "yyyy-MM-dd H", "zone": "UTC"},
         "readings": {"parameter": "pm25", "at": "p", "unit": "µg/m³"}}
        """#)
    let body = #"{"days": {"2026-09-30": {"hour": 11, "p": 5}, "2026-10-01": {"hour": 9, "p": 6}}}"#
    let response = try PayloadFormat(try MappedAdapter(description))
      .decode(Array(body.utf8), PayloadFormat.Context(receivedAt: DeviceReplyTests.now))
    let readings = response.reports.first?[.pm25].map { Array($0.readings) } ?? []
    let times = readings.map { "\($0.interval.end)" }
    #expect(times == ["2026-09-30T11:00:00Z", "2026-10-01T09:00:00Z"])
  }

  @Test("both ends of an interval, and a date and an hour in two members")
  func times() throws {
    let description = try DeviceDescription(
      json: #"""
        {"id": "x", "name": "X", "request": {"path": "/"},
         "readings": {"parameter": "pm25", "at": "a", "unit": "µg/m³", "averaging": "1h"},
         "time": {"from": "from", "to": "to"},
         "parts": [{"time": {"fields": ["date", "hour"], "format": "dd.MM.yyyy H", "zone": "+02:00", "convention": "start"},
          "readings": {"parameter": "pm10", "at": "b", "unit": "µg/m³", "averaging": "1h"}}]}
        """#)
    let body =
      #"{"a": 1, "b": 2, "from": "2026-10-01T10:00:00Z", "to": "2026-10-01T11:00:00Z", "date": "01.10.2026", "hour": 11}"#
    let response = try PayloadFormat(try MappedAdapter(description))
      .decode(Array(body.utf8), PayloadFormat.Context(receivedAt: DeviceReplyTests.now))
    let report = try #require(response.reports.first)
    #expect(report.shown(.pm25)?.interval.end == AirTime("2026-10-01T11:00:00Z"))
    #expect(report.shown(.pm10)?.interval.start == AirTime("2026-10-01T09:00:00Z"))
  }
}
