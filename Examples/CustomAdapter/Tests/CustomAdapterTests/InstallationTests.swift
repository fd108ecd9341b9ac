import AQKit
import AQKitTesting
import CustomAdapter
import Testing

@Suite("In an application") struct InstallationTests {
  private func container() throws -> AQContainer {
    var container = try AQContainer()
      .setting(.httpTransport, to: Recordings.transport)
      .setting(.clock, to: ManualClock(Recordings.recordedAt))
      .installing(.exampleOpenAQ)
    try container.setOption("apiKey", of: "example-openaq", to: "key-of-the-test")
    return container
  }

  @Test("the nearest stations are returned, and the school's own index is computed from them")
  func answers() async throws {
    let hub = try AirHub(container())
    let answer = try await hub.answer(for: AirQuery(near: Coordinate(50.08, 14.42)))
    let nearest = try #require(answer.reports.first)
    #expect(nearest.site.name == "Praha 2-Legerova" && Set(nearest.series.map(\.parameter)) == [.no2, .pm25])
    #expect(nearest[.pm25]?.newestReading()?.value == 17.5)
    #expect(nearest.index(using: try BreakpointIndex.playground()).value?.band?.name == "Calm games")
  }

  @Test("without a key, an error says what to set")
  func noKey() throws {
    let container = try AQContainer().setting(.httpTransport, to: Recordings.transport).installing(
      .exampleOpenAQ)
    let error = #expect(throws: AQError.self) { try container.makeSource("example-openaq") }
    #expect(error?.code == .notConfigured && error?.message.contains("apiKey") ?? false)
  }

  @Test("the index keeps the contract of indices")
  func index() throws {
    #expect(try IndexContract.violations(of: BreakpointIndex.playground()).isEmpty)
  }
}
