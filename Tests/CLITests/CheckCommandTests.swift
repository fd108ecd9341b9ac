import AQKit
import AQKitFixtures
import AQKitOpenMeteo
import AQKitOpenMeteoStandIn
import AQKitTesting
import Testing

@testable import AQKitCommands

@Suite("Comparing live responses with recordings", .timeLimit(.minutes(10)))
struct CheckCommandTests {
  @Test("a source that fails is listed and doesn't hide the others; alone it is an error")
  func oneFails() async throws {
    let clock = ManualClock()
    let container = try AQContainer().setting(.clock, to: clock)
      .setting(.httpTransport, to: OpenMeteoStandIn(clock: clock)).installing(.openMeteo)
    let changes = try await CheckCommand.changes(of: ["absent", "open-meteo"], from: .bundled, in: container)
    #expect(changes.first?.source == "absent" && changes.first?.verdict == "failed")
    #expect(changes.contains { $0.source == "open-meteo" && $0.recording == "open-meteo/brno.json" })
    await #expect(throws: AQError.self) {
      try await CheckCommand.changes(of: ["absent"], from: .bundled, in: container)
    }
  }
}
