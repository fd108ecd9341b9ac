import AQKit
import AQKitTesting
import Testing

func air(at place: Coordinate, in hub: AirHub) async throws -> String {
  let answer = try await hub.answer(for: AirQuery(near: place), policy: .merged(), within: .seconds(10))
  for candidate in answer.candidates() { print(candidate) }
  return answer.index(using: .usEPA).description
}

func follow(_ place: Coordinate, in hub: AirHub) async throws {
  for try await update in hub.updates(for: AirQuery(near: place)) {
    print(update.source ?? "", update.state.map { "\($0)" } ?? "", update.reports.count)
  }
}

@Suite("The code of the guide to the hub")
struct HubGuideTests {
  @Test("prints the candidates and the index, or the reason why there is none")
  func guide() async throws {
    let source = ScriptedSource(
      .sample("open-meteo"), outcomes: [.failure(AQError(.unreachable, "No route."))])
    let hub = try AirHub(sources: [source], clock: ManualClock())
    #expect(try await air(at: Coordinate(50, 14), in: hub) == "open-meteo: unreachable: No route.")
  }
}
