import AQKit
import AQKitFixtures
import ArgumentParser
import Foundation

struct ServeFeedCommand: ToolCommand {
  static let help = CommandHelp(
    "serve-feed",
    "Replay a recorded feed over WebSocket on a loopback port, for trying out watch and other clients.",
    about: """
      Everyone who connects gets the recording from its beginning. Ctrl-C ends it. A recording is what FeedRecording \
      writes, or any file with one message a line. Without a file a sample is served: aqkit-cli watch URL --scale in-naqi
      """,
    examples: "serve-feed --loop", "serve-feed feed.ndjson --speed 60")

  @Argument(
    help: ArgumentHelp("The recording; - for standard input.", valueName: "FILE"), completion: .file())
  var file: String?

  @Option(help: ArgumentHelp("The port; any free one by default.", valueName: "N"))
  var port = 0

  @Option(
    help: ArgumentHelp(
      "How many seconds of the recording pass in a second; inf for no waits.", valueName: "X"))
  var speed = 1.0

  @Flag(name: .customLong("loop"), help: "Start over at the end, after a second.")
  var loops = false

  @OptionGroup var output: OutputOptions

  mutating func validate() throws {
    try refuse(if: !(0...65_535).contains(port), "--port is 0 to 65535.")
    let isSpeed = speed > 0
    try refuse(if: !isSpeed, "--speed is above 0.")
  }

  mutating func run() async throws {
    let tools = try SocketAccess.needed()
    let recording = try recording()
    for line in recording.refused.prefix(20) {
      complain("line \(line.number) was left out: \(line.reason).")
    }
    let interrupt = Interrupt()
    let messages = recording.entries.count
    let duration = (recording.entries.map(\.after).max() ?? .zero).played(at: speed)
    let seconds = Text.number(duration / .seconds(1), digits: 1)
    let count = try await tools.serve(recording, speed: speed, loops: loops, port: port) {
      [printsJSON = output.printsJSON] url in
      // JSON is written on one line, which is all that a program reads before it connects.
      let served: Members = ["url": url, "messages": messages, "seconds": duration / .seconds(1)]
      try StandardOutput.print(printsJSON ? TerminalJSON.line(of: Members(enveloping: served)) : "\(url)")
      complain(
        "Serving \(Text.count(messages, "message")) in \(seconds) s to everyone who connects; Ctrl-C ends it."
      )
      await interrupt.wait()
    }
    complain("Connections served: \(count).")
  }

  private func recording() throws -> FeedRecording {
    guard let file else { return try FixtureFolder.bundled.feed(FixtureFolder.bundled.recording(of: "city")) }
    return try FeedRecording(InputFile.bytes(atPath: file), startedAt: AQSystemClock().time)
  }
}
