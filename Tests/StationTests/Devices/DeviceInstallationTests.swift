import AQKit
import AQKitDevices
import AQKitTesting
import Testing

@Suite("Devices in a container") struct DeviceInstallationTests {
  private static let home = try? Coordinate(50.08, 14.42)

  private func container(_ transport: StubTransport) -> AQContainer {
    AQContainer().setting(.httpTransport, to: transport).setting(
      .clock, to: ManualClock(DeviceReplyTests.now))
  }

  private static func devices() throws -> StubTransport {
    let files = [
      "http://192.168.1.20/measures/current": "airgradient-3.1",
      "http://192.168.1.21/measures/current": "airgradient-outdoor",
      "http://192.168.1.22/v1/current_conditions": "airlink-type6",
    ]
    return StubTransport { request in
      guard let file = files[request.url] else { return TransportResponse(status: 404) }
      return TransportResponse(status: 200, body: try Payload.bytes("devices/\(file).json"))
    }
  }

  @Test("two devices of a kind are two sources, and a hub asks each at its address")
  func twoOfAKind() async throws {
    let home = try #require(Self.home)
    let container = try container(Self.devices()).installing(
      .devices([
        .init(
          "airgradient", at: "http://192.168.1.20", id: "airgradient-kitchen", near: home, isIndoor: true),
        .init("airgradient", at: "http://192.168.1.21", id: "airgradient-balcony", near: home),
      ]))
    let answer = try await AirHub(container).answer(for: AirQuery(near: home))
    #expect(Set(answer.reports.map(\.source)) == ["airgradient-kitchen", "airgradient-balcony"])
    #expect(answer.reports.allSatisfy { $0.site.coordinate == home })
  }

  @Test("one request to a device serves many places, and queries in quick succession")
  func oneRequest() async throws {
    let transport = try Self.devices()
    let clock = ManualClock(DeviceReplyTests.now)
    let adapter = try MappedAdapter(
      DeviceCatalog.standard.description("airgradient"),
      options: ["baseURL": "http://192.168.1.20", "latitude": "50.08", "longitude": "14.42"])
    let source = HTTPSource(adapter, transport: transport, clock: clock)
    let places = try [(50.08, 14.42), (50.081, 14.42), (50.08, 14.421)].map {
      AirQuery.Place.near(try Coordinate($0.0, $0.1))
    }
    _ = try await source.fetch(AirQuery(places: places))
    _ = try await source.fetch(AirQuery(places: places))
    #expect(transport.requests.count == 1)
    await clock.advance(by: .seconds(11))
    _ = try await source.fetch(AirQuery(places: places))
    #expect(transport.requests.count == 2)
  }

  @Test("without its coordinate a device's values are for no place, and a note says so")
  func unplaced() async throws {
    let adapter = try MappedAdapter(
      DeviceCatalog.standard.description("airgradient"), options: ["baseURL": "http://192.168.1.20"])
    let source = HTTPSource(
      adapter, transport: try Self.devices(), clock: ManualClock(DeviceReplyTests.now))
    let response = try await source.fetch(AirQuery(near: #require(Self.home)))
    #expect(!response.reports.isEmpty && response.reports.allSatisfy(\.places.isEmpty))
    let note = response.notes.first { $0.code == .nothingNear }
    #expect(note?.places == [0] && note?.message.contains("position isn't known") == true)
  }

  @Test("no text of a device shows its place or its credentials, and they are still found to be hidden")
  func descriptions() throws {
    let options = ["baseURL": "https://192.168.1.22:8443", "token": "hush-hush"]
    let device = DevicesModule.Device(
      "ikea-dirigera", at: "https://192.168.1.22:8443", near: Self.home, options: options)
    let adapter = try MappedAdapter(
      DeviceCatalog.standard.description("ikea-dirigera"),
      options: options.merging(["latitude": "50.08", "longitude": "14.42"]) { $1 })
    let source = HTTPSource(adapter, transport: StubTransport(always: .json("{}")))
    var text = "\(source) \(String(reflecting: source)) "
    for value in [device, DevicesModule([device]), adapter] as [Any] {
      text += "\(value) \(String(reflecting: value)) "
      dump(value, to: &text)
    }
    for hidden in ["hush", "50.0", "14.4"] { #expect(!text.contains(hidden), "\(text)") }
    #expect(adapter.credentials.map(\.exposed) == ["hush-hush"])
  }

  @Test("a hub doesn't ask a device far from its place")
  func farAway() async throws {
    let home = try #require(Self.home)
    let transport = try Self.devices()
    let container = try container(transport).installing(
      .devices([.init("airgradient", at: "http://192.168.1.20", near: home)]))
    _ = try await AirHub(container).answer(for: AirQuery(near: Coordinate(35.7, 139.7)))
    #expect(transport.requests.isEmpty)
  }

  @Test("a device at an unknown place is asked, but its values represent no place")
  func unknownPlace() async throws {
    let container = try container(Self.devices()).installing(
      .devices([.init("airgradient", at: "http://192.168.1.20")]))
    let answer = try await AirHub(container).answer(for: AirQuery(near: Coordinate(35.7, 139.7)))
    #expect(answer.reports.map(\.source) == ["airgradient"])
    #expect(answer.reports.allSatisfy { $0.places.isEmpty })
  }

  @Test("a credential never shows")
  func secrets() throws {
    let adapter = try MappedAdapter(
      DeviceCatalog.standard.description("ikea-dirigera"), options: ["token": "token-of-the-test"])
    var text = ""
    dump(adapter, to: &text)
    #expect(!text.contains("token-of-the-test"))
  }

  @Test("an option that the address needs is named if it is empty or missing")
  func emptyOption() throws {
    let cases: [(String, [String: String], String)] = [
      ("iqair-node", ["node": ""], "node"), ("awair", [:], "baseURL"),
    ]
    for (device, options, name) in cases {
      let adapter = try MappedAdapter(DeviceCatalog.standard.description(device), options: options)
      let error = #expect(throws: AQError.self) {
        try adapter.calls(for: AirQuery(places: []), at: DeviceReplyTests.now)
      }
      #expect(error?.code == .notConfigured && error?.message.contains("“\(name)”") == true)
    }
  }

  @Test("the same kind twice under one identifier is refused")
  func sameIdentifier() {
    let error = #expect(throws: AQError.self) {
      try AQContainer().installing(
        .devices([.init("awair", at: "http://192.168.1.20"), .init("awair", at: "http://192.168.1.21")]))
    }
    #expect(error?.code == .invalidRequest)
  }

  @Test("a configuration adds a described device and one of the catalogue, and a hub asks them")
  func configuration() async throws {
    let transport = StubTransport { request in
      request.url == "http://10.0.0.7/now"
        ? TransportResponse(status: 200, text: #"{"dust": {"fine": 8.5}}"#)
        : TransportResponse(status: 200, body: try Payload.bytes("devices/airlink-type6.json"))
    }
    var container = try container(transport).installing(.devices)
    try container.configure(
      json: #"""
        {"sources": [
          {"kind": "mapped", "precedence": 250,
           "description": {"id": "sniffer", "name": "Sniffer", "request": {"path": "/now"},
             "readings": [{"parameter": "pm25", "at": "dust.fine", "unit": "µg/m³"}]},
           "options": {"baseURL": "http://10.0.0.7", "latitude": 50.08, "longitude": 14.42}},
          {"id": "airlink-roof", "kind": "mapped", "device": "davis-airlink", "name": "Roof",
           "options": {"baseURL": "http://192.168.1.22", "latitude": 50.08, "longitude": 14.42, "indoor": false}}
        ]}
        """#)
    #expect(container.descriptors.map(\.id) == ["sniffer", "airlink-roof"])
    #expect(container.descriptors.map(\.precedence) == [250, 200])
    let recorded = try container.format("sniffer").decode(
      Array(#"{"dust": {"fine": 7.5}}"#.utf8), PayloadFormat.Context(receivedAt: DeviceReplyTests.now))
    #expect(recorded.reports.map { $0.value(.pm25) } == [7.5])
    #expect(container.descriptors.map { $0.endpoints.map(\.protection) } == [[.none], [.none]])
    let answer = try await AirHub(container).answer(for: AirQuery(near: #require(Self.home)))
    #expect(answer.reports.first { $0.source == "sniffer" }?.value(.pm25) == 8.5)
    #expect(answer.reports.first { $0.source == "airlink-roof" }?.site.isIndoor == false)
  }

  @Test(
    "a mistake in a configuration is named, and nothing is applied",
    arguments: [
      (#"{"kind": "mopped", "device": "awair"}"#, "mapped"), (#"{"kind": "mapped"}"#, "device"),
      (#"{"kind": "mapped", "device": "toaster"}"#, "toaster"),
      (#"{"kind": "mapped", "device": "awair", "description": {}}"#, "description"),
      (#"{"kind": "mapped", "device": "awair", "colour": "red"}"#, "colour"),
      (#"{"kind": "mapped", "device": "awair", "recipe": "x"}"#, "recipe"),
      (#"{"kind": "mapped", "device": "awair", "options": {"colour": "red"}}"#, "colour"),
      (
        #"{"kind": "mapped", "description": {"id": "x", "name": "X", "request": {"path": "/"}, "readings": [{"parameter": "pm25", "at": "p", "unit": "kg"}]}}"#,
        "sources[0].description.readings[0].unit"
      ),
      (
        #"{"kind": "mapped", "description": {"id": "aqkit", "name": "X", "request": {"path": "/"}, "readings": [{"parameter": "pm25", "at": "p", "unit": "µg/m³"}]}}"#,
        "A format “aqkit” is already registered"
      ),
    ])
  func mistakes(entry: String, named: String) throws {
    var container = try AQContainer().installing(.devices)
    let error = #expect(throws: AQError.self) { try container.configure(json: #"{"sources": [\#(entry)]}"#) }
    #expect(error?.message.contains(named) == true, "\(error?.message ?? "")")
    #expect(container.descriptors.isEmpty)
  }

  @Test("a third party's device is in the catalogue like any other")
  func thirdParty() throws {
    var catalogue = DeviceCatalog.standard
    let sniffer = try DeviceDescription(
      json:
        #"{"id": "sniffer", "name": "Sniffer", "request": {"path": "/"}, "readings": {"parameter": "pm25", "at": "p", "unit": "µg/m³"}}"#
    )
    try catalogue.register(sniffer)
    #expect(throws: AQError.self) { try catalogue.register(sniffer) }
    let container = try AQContainer().setting(.deviceCatalog, to: catalogue).installing(
      .devices([.init("sniffer", at: "http://10.0.0.7")]))
    #expect(container.descriptors.map(\.id) == ["sniffer"])
    #expect(throws: Never.self) { try container.format("sniffer") }
  }
}
