import AQKit
import LoopbackServers
import Testing

@testable import AQKitCommands

@Suite struct FeedReplayTests {
  @Test("a replay keeps the times of its recording, at any speed, and may begin again")
  func steps() throws {
    let recording = recording(["a", "b", "c"], every: 2000)
    let replay = try FeedReplay(recording, speed: 4, loops: true)
    #expect(replay.count == 3 && replay.duration == .seconds(1))
    let waits = (0..<5).map { replay.step($0)?.wait }
    #expect(waits == [.zero, .milliseconds(500), .milliseconds(500), .milliseconds(250), .milliseconds(500)])
    #expect(replay.step(4)?.message == FeedMessage(text: "b"))
    #expect(try FeedReplay(recording, speed: 1, loops: false).step(3) == nil)
    #expect(try FeedReplay(recording, speed: .infinity, loops: true).step(4)?.wait == .zero)
    let slowest = try FeedReplay(recording, speed: 1e-300, loops: true)
    #expect(slowest.duration > .seconds(86_400 * 365))
  }

  @Test("messages that are out of order follow at once, and a recording without any is refused")
  func odd() throws {
    var odd = recording(["a", "b"], every: 1000)
    odd.entries.swapAt(0, 1)
    #expect(try FeedReplay(odd, speed: 1, loops: false).step(1)?.wait == .zero)
    #expect(throws: AQError.self) { try FeedReplay(recording([]), speed: 1, loops: false) }
  }
}
