import AQKit
import AQKitDevices
import AQKitTesting
import Foundation
import TestRuns
import Testing

@Suite("The guide to devices") struct DeviceGuideTests {
  /// The blocks of a language in `Docs/Devices.md`.
  private static func blocks(_ language: String) throws -> [String] {
    var root = URL(filePath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    let text = try String(contentsOf: root.appending(path: "Docs/Devices.md"), encoding: .utf8)
    return text.components(separatedBy: "```\(language)\n").dropFirst()
      .compactMap { $0.components(separatedBy: "\n```").first }
  }

  private static func example() throws -> (description: String, reply: String) {
    (try #require(try blocks("json").last), try #require(try blocks("text").first))
  }

  @Test("the worked example has under 20 lines, and reads its reply")
  func example() throws {
    let (text, reply) = try Self.example()
    #expect(text.split(separator: "\n").count < 20)
    let format = PayloadFormat(try MappedAdapter(DeviceDescription(json: text)))
    let response = try format.decode(
      Array(reply.utf8), PayloadFormat.Context(receivedAt: DeviceReplyTests.now))
    let report = try #require(response.reports.first)
    #expect(report.value(.pm25) == 12.5)
    #expect(report.shown(.pm25)?.completeness?.fraction == 0.92)
    #expect(report.shown(.pm25)?.interval.end == AirTime(secondsSince1970: 1_790_855_990))
    #expect(report.value(.pm10) == nil)
    #expect(report.shown(.temperature)?.unit == .fahrenheit)
  }

  @Test("the worked example's refusal is an error, and its key a secret header")
  func refusal() throws {
    let adapter = try MappedAdapter(
      DeviceDescription(json: Self.example().description),
      options: ["baseURL": "http://sniffer.local", "key": "k-4711"])
    let error = #expect(throws: AQError.self) {
      try PayloadFormat(adapter).decode(
        Array(#"{"error": "bad key"}"#.utf8), PayloadFormat.Context(receivedAt: DeviceReplyTests.now))
    }
    #expect(error?.code == .unauthorized && error?.message == "bad key")
    let request = try #require(try adapter.calls(for: AirQuery(places: []), at: DeviceReplyTests.now).first)
      .request
    #expect(request.url == "http://sniffer.local/api/v1/now?room=1")
    #expect(request.headers.map(\.isSecret) == [true])
  }

  @Test(
    "a description that is cut short anywhere, or has another value anywhere, is an error and never a trap")
  func damage() throws {
    let text = Array(try Self.example().description.utf8)
    for end in TestEffort.some(of: Array(text.indices), debug: 5) {
      #expect(throws: AQError.self) { try DeviceDescription(json: Array(text[..<end])) }
    }
    for colon in text.indices where text[colon] == UInt8(ascii: ":") {
      // The value, or the beginning of it.
      let end = text[colon...].firstIndex { ",}]".utf8.contains($0) } ?? text.endIndex
      for other in ["null", "[[]]", "{\"\": 1}", "-1e400", "\"\\u0000\"", "true", "0"] {
        let damaged = Array(text[...colon]) + Array(other.utf8) + Array(text[end...])
        _ = try? DeviceDescription(json: damaged)
      }
    }
  }

  @Test("the worked example keeps the contract")
  func contract() async throws {
    let (text, reply) = try Self.example()
    let adapter = try MappedAdapter(
      DeviceDescription(json: text),
      options: [
        "baseURL": "http://sniffer.local", "key": "key-of-the-test", "latitude": "50.08",
        "longitude": "14.42",
      ])
    let contract = SourceContract(
      adapter: adapter, recorded: StubTransport(always: .json(reply)), at: DeviceReplyTests.now,
      secrets: ["key-of-the-test"])
    try await contract.quiet.check().verify()
  }

  @Test("the configuration in the guide can be used")
  func configuration() throws {
    var container = try AQContainer().installing(.devices)
    try container.configure(json: #require(try Self.blocks("json").first))
    #expect(container.descriptors.map(\.id) == ["airlink-roof", "sniffer"])
  }
}
