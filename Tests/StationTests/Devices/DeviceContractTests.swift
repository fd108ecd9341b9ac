import AQKit
import AQKitDevices
import AQKitTesting
import TestRuns
import Testing

@Suite("Devices of the catalogue keep the contracts", .timeLimit(.minutes(10))) struct DeviceContractTests {
  /// A device with its recording.
  struct Recorded: Sendable, CustomTestStringConvertible {
    let device: String
    let file: String
    var options: [String: String] = [:]
    var now = DeviceReplyTests.now
    var secrets: [String] = []
    var waivers: [String: String] = [:]
    var testDescription: String { "\(device): \(file)" }

    func adapter() throws -> MappedAdapter {
      var all = options
      all["baseURL"] = "http://192.168.1.20"
      all["latitude"] = "50.08"
      all["longitude"] = "14.42"
      return try MappedAdapter(DeviceCatalog.standard.description(device), options: all)
    }

    func contract() throws -> SourceContract {
      let bytes = try Payload.bytes("devices/\(file).json")
      var contract = SourceContract(
        adapter: try adapter(), recorded: StubTransport { _ in TransportResponse(status: 200, body: bytes) },
        at: now, secrets: secrets)
      contract.waivers = waivers
      return contract.quiet
    }
  }

  static let all = [
    Recorded(device: "airgradient", file: "airgradient-3.1"),
    Recorded(device: "airgradient", file: "airgradient-outdoor"),
    Recorded(device: "davis-airlink", file: "airlink-type6"),
    // Without the list whose identifiers, such as 0x02, the contract takes for numbers.
    Recorded(
      device: "ecowitt", file: "ecowitt-air",
      waivers: ["payload.values": "Some numbers are texts with their unit, such as 63%."]),
    Recorded(
      device: "airrohr", file: "airrohr",
      waivers: ["time.stale": "The device states the age of its values, not their time."]),
    Recorded(device: "tasmota", file: "tasmota"),
    Recorded(
      device: "purpleair-device", file: "purpleair-two-lasers",
      now: AirTime(secondsSince1970: 1_779_056_590)),
    Recorded(device: "awair", file: "awair", now: AirTime(secondsSince1970: 1_660_194_260)),
    Recorded(
      device: "ikea-dirigera", file: "ikea", options: ["token": "token-of-the-test"],
      secrets: ["token-of-the-test"]),
    Recorded(
      device: "iqair-node", file: "iqair-node", options: ["node": "link-of-the-test"],
      now: AirTime(secondsSince1970: 1_550_273_600)),
  ]

  @Test("the source keeps every rule", arguments: all)
  func source(recorded: Recorded) async throws {
    let report = try await recorded.contract().check()
    try report.verify()
    #expect(report.keptRules.count >= 50, "\(report.keptRules.count)")
  }

  @Test("the adapter keeps every rule, whatever bytes it is given", arguments: AdapterRule.allCases)
  func adapter(rule: AdapterRule) async throws {
    for recorded in Self.all {
      let contract = AdapterContract(
        try recorded.adapter(),
        recordings: [
          .init(
            try Payload.bytes("devices/\(recorded.file).json"), for: AirQuery(places: []), at: recorded.now)
        ])
      try await contract.withinEffort.verify(rule)
    }
  }
}
