import AQKit
import AQKitTesting
import Testing

@testable import CustomAdapter

@Suite("OpenAQ's stations") struct ContractTests {
  static let contract = SourceContract(
    adapter: ExampleOpenAQ(apiKey: "key-of-the-test"), recorded: Recordings.transport,
    at: Recordings.recordedAt, secrets: ["key-of-the-test"])

  @Test("the source keeps every rule", arguments: contract.rules(asOf: "1.0.0-beta.1"))
  func source(rule: ContractRule) async throws { try await Self.contract.verify(rule) }

  @Test(
    "the adapter keeps every rule, whatever bytes it is given",
    arguments: AdapterRule.rules(asOf: "1.0.0-beta.1"))
  func adapter(rule: AdapterRule) async throws {
    let adapter = ExampleOpenAQ(apiKey: "key-of-the-test")
    let query = try AirQuery(near: Coordinate(50.08, 14.42))
    var recordings: [AdapterContract.Recording<ExampleOpenAQ.Step>] = []
    var calls = adapter.calls(for: query, at: Recordings.recordedAt)
    // Every call gets its recorded response, and its follow-ups too.
    while let call = calls.popLast() {
      try #require(recordings.count < 20, "the pages never end")
      let response = try await Recordings.transport.send(call.request)
      recordings.append(.init(response, step: call.step, for: query, at: Recordings.recordedAt))
      var report = ReportBuilder(adapter.descriptor, receivedAt: Recordings.recordedAt)
      calls += try adapter.decode(
        HTTPReply(response, step: call.step, query: query, receivedAt: Recordings.recordedAt), into: &report)
    }
    try await AdapterContract(adapter, recordings: recordings).verify(rule)
  }
}
