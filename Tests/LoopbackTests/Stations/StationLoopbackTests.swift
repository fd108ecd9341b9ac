import AQKit
import AQKitDevices
import AQKitStations
import AQKitTesting
import AQKitURLSession
import LoopbackServers
import Testing

@Suite("Stations and devices over real connections", .timeLimit(.minutes(10)))
struct StationLoopbackTests {
  /// A service with one of its refusals.
  struct Refused: Sendable, CustomTestStringConvertible {
    let service: RecordedService
    let refusal: RecordedService.Refusal
    var testDescription: String { "\(service.testDescription): \(refusal.name)" }
  }

  /// All tests share a session, because each takes threads of Dispatch, which has no more than 255: a hundred and forty
  /// sessions at once could wait for each other forever.
  private static let transport = PatientTransport(URLSessionTransport())

  /// The source at a server's address. Waits between two attempts are skipped.
  private func fetch(_ query: AirQuery, _ service: RecordedService, at server: LoopbackHTTPServer)
    async throws -> AirResponse
  {
    let clock = SkippingClock(from: service.now)
    var container = try AQContainer.live.setting(.clock, to: clock)
      .setting(.httpTransport, to: Self.transport)
      .setting(.randomNumbers, to: AQRandomNumbers { .max })
      .installing(StationsModule(registersAll: true))
    // Services with several servers, such as one for the stations.
    let options = container.descriptors.first { $0.id == service.source }?.options.map(\.name) ?? []
    for name in options where name.hasSuffix("URL") {
      try container.setOption(name, of: service.source, to: server.origin)
    }
    for (name, value) in service.options { try container.setOption(name, of: service.source, to: value) }
    let source = try container.makeSource(service.source)
    return try await AirDeadline.limit(.seconds(21), clock: clock) { try await source.fetch(query) }
  }

  @Test("every service of the module is tested")
  func complete() throws {
    let container = try AQContainer.live.installing(StationsModule(registersAll: true))
    // A feed of warnings has no values: the next suite has it.
    #expect(Set(container.descriptors.map(\.id)) == Set(RecordedServices.all.map(\.source) + ["cap"]))
  }

  @Test("the recorded replies become values", arguments: RecordedServices.all)
  func replies(service: RecordedService) async throws {
    try await LoopbackHTTPServer.withServer {
      try service.reply(to: $0)
    } body: { server in
      let response = try await fetch(service.query(), service, at: server)
      let (site, parameter, number) = service.value
      let series = response.reports.filter { $0.site.id == site }.flatMap(\.series)
      #expect(
        series.contains { $0.parameter == parameter && $0.values.contains(number) },
        "\(response.reports.map { ($0.site.id, $0.series.map(\.parameter)) }) \(response.notes)")
      #expect(server.requests.count == service.requests, "\(server.requests.map(\.target))")
      #expect(server.requests.allSatisfy { $0.method == ($0.body.isEmpty ? "GET" : "POST") })
    }
  }

  @Test(
    "a refusal is its error, which shows no key; a reply that says there is no data isn't an error",
    arguments: RecordedServices.all.flatMap { service in
      service.refusals.map { Refused(service: service, refusal: $0) }
    })
  func refuses(refused: Refused) async throws {
    let (service, refusal) = (refused.service, refused.refusal)
    try await LoopbackHTTPServer.withServer {
      try service.reply(to: $0, refusal: refusal)
    } body: { server in
      guard let code = refusal.code else {
        let response = try await fetch(service.query(), service, at: server)
        #expect(response.reports.allSatisfy { $0.series.isEmpty } && !response.notes.isEmpty)
        return
      }
      let error = try await #require(throws: AQError.self) {
        try await fetch(service.query(), service, at: server)
      }
      #expect(error.code == code)
      #expect(error.source == service.source)
      #expect(!"\(error)".contains("key-of-the-test"))
    }
  }

  @Test("a list is requested to its last page", arguments: RecordedServices.all.filter { $0.pages != nil })
  func pages(service: RecordedService) async throws {
    let pages = try #require(service.pages)
    try await LoopbackHTTPServer.withServer {
      try service.reply(to: $0, inPages: true)
    } body: { server in
      let response = try await fetch(service.query(.sites), service, at: server)
      let sites = Set(response.reports.map(\.site.id))
      #expect(sites.isSuperset(of: [pages.site.0, pages.site.1]), "\(sites)")
      let asked = server.requests.filter { $0.target.contains(pages.part) }
      #expect(asked.count == 2 && asked.last?.target.contains(pages.second) == true)
    }
  }

  // MARK: Devices

  /// A device of the catalogue with one of its replies.
  struct Device: Sendable, CustomTestStringConvertible {
    let id: String
    let file: String
    let path: String
    var options: [String: String] = [:]
    /// When the reply was given.
    var now = AirTime(secondsSince1970: 1_790_856_000)
    var testDescription: String { id }

    /// Asks the device at an address.
    func fetch(_ origin: String) async throws -> AirResponse {
      var options = options
      (options["baseURL"], options["latitude"], options["longitude"]) = (origin, "50.08", "14.42")
      let adapter = try MappedAdapter(DeviceCatalog.standard.description(id), options: options)
      let source = HTTPSource(
        adapter, transport: StationLoopbackTests.transport, clock: ManualClock(now))
      return try await source.fetch(AirQuery(near: Coordinate(50.08, 14.42)))
    }
  }

  static let devices = [
    Device(id: "airgradient", file: "airgradient-3.1", path: "/measures/current"),
    Device(
      id: "purpleair-device", file: "purpleair-two-lasers", path: "/json",
      now: AirTime(secondsSince1970: 1_779_056_590)),
    Device(id: "airrohr", file: "airrohr", path: "/data.json"),
    Device(id: "davis-airlink", file: "airlink-type6", path: "/v1/current_conditions"),
    Device(
      id: "awair", file: "awair", path: "/air-data/latest", now: AirTime(secondsSince1970: 1_660_194_260)),
    Device(id: "ecowitt", file: "ecowitt-air", path: "/get_livedata_info"),
    Device(id: "tasmota", file: "tasmota", path: "/cm?cmnd=Status%208"),
    Device(
      id: "ikea-dirigera", file: "ikea", path: "/v1/devices", options: ["token": "token-of-the-test"]),
    Device(
      id: "iqair-node", file: "iqair-node", path: "/api/v2/node/link-of-the-test",
      options: ["node": "link-of-the-test"], now: AirTime(secondsSince1970: 1_550_273_600)),
  ]

  @Test("each device of the catalogue is read at its address", arguments: devices)
  func device(device: Device) async throws {
    let body = try RecordedBody.file("devices/\(device.file).json").text()
    try await LoopbackHTTPServer.withServer(reply: .text(body)) { server in
      let response = try await device.fetch(server.origin)
      #expect(response.reports.contains { !$0.series.isEmpty }, "\(response.notes)")
      #expect(server.requests.count == 1)
      let target = server.requests.first?.target ?? ""
      #expect(target.hasPrefix(device.path), "\(target)")
    }
  }

  @Test(
    "a device that requires a password, or lacks the page, is an error that shows no secret",
    arguments: devices, [(401, AQError.Code.unauthorized), (404, .invalidRequest)])
  func deviceRefuses(device: Device, refusal: (status: Int, code: AQError.Code)) async throws {
    try await LoopbackHTTPServer.withServer(reply: .html(status: refusal.status)) { server in
      let error = try await #require(throws: AQError.self) { try await device.fetch(server.origin) }
      #expect(error.code == refusal.code && !"\(error)".contains("of-the-test"))
    }
  }

  @Test("every device of the catalogue is tested")
  func completeDevices() {
    #expect(DeviceCatalog.standard.descriptions.map { "\($0.id)" } == Self.devices.map(\.id))
  }
}
