import AQKit
import Testing

@Suite("Recorded server-sent events")
struct FeedEventRecordingTests {
  @Test("keep their type and identifier")
  func roundTrip() throws {
    let start = AirTime(secondsSince1970: 1_790_000_000)
    let messages = [
      FeedMessage(.event(type: "state", id: "sensor-pm_2_5"), Array(#"{"value":"8"}"#.utf8)),
      FeedMessage(.event(type: "message", id: ""), []), FeedMessage(text: "text"),
      FeedMessage(.binary, [0xFF]),
    ]
    let recording = FeedRecording(
      startedAt: start, entries: messages.map { FeedRecording.Entry(after: .zero, message: $0) })
    let read = try FeedRecording(recording.bytes, startedAt: start)
    #expect(read.entries.map(\.message) == messages)
    #expect(read.refused.isEmpty)
  }
}
