public import AQKit

/// Sends a recorded feed to everyone who connects, each from the beginning, over WebSocket on a loopback port.
public struct FeedReplayServer: LoopbackServer {
  private let server: LoopbackWebSocketServer
  package var listener: LoopbackListener { server.listener }

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - replay: What to send.
  ///   - port: The port; 0 for any that is free.
  /// - Throws: ``AQError/Code/unreachable`` when the port can't be had.
  public static func start(_ replay: FeedReplay, port: Int = 0) async throws -> FeedReplayServer {
    do {
      let server = try await LoopbackWebSocketServer.start(
        upgrade: .deciding { $0.isForeign ? .refuse(403) : .accept }, port: port,
        mostPending: Self.mostPending, keepsFrames: false
      ) { session in
        var number = 0
        while let step = replay.step(number) {
          // Hardly anything is sent without a pause, but cancellation must be seen then too.
          if step.wait > .zero { try await Task.sleep(for: step.wait) } else { try Task.checkCancellation() }
          let isBinary = step.message.kind == .binary
          try await session.send(LoopbackFrame(isBinary ? .binary : .text, step.message.bytes))
          number += 1
        }
        try await session.close()
      }
      return FeedReplayServer(server: server)
    } catch let error as AQError {
      throw error
    } catch {
      throw AQError(.unreachable, "The port \(port) can't be had.", cause: error)
    }
  }

  /// The address to connect to.
  public var url: String { server.url("/feed") }

  /// The most bytes of a client that are kept: requests and frames of a reader are small.
  private static let mostPending = 1 << 20
}

/// The messages of a recording with the waits between them, as a replay sends them.
public struct FeedReplay: Sendable {
  /// A message, and the wait before it.
  public struct Step: Equatable, Sendable {
    /// The wait.
    public let wait: Duration
    /// The message.
    public let message: FeedMessage
  }

  private let entries: [FeedRecording.Entry]
  private let speed: Double
  private let loops: Bool

  /// The wait before a recording begins again.
  private static let pause = Duration.seconds(1)

  /// A replay.
  ///
  /// - Parameters:
  ///   - recording: The recording; a message that is said to arrive before the one ahead of it follows at once.
  ///   - speed: How many seconds of the recording pass in a second; without limit for infinity.
  ///   - loops: Whether it begins again at the end.
  /// - Throws: ``AQError/Code/malformed`` for a recording without a message.
  public init(_ recording: FeedRecording, speed: Double, loops: Bool) throws {
    guard !recording.entries.isEmpty else {
      throw AQError(.malformed, "The recording has no message.")
    }
    entries = recording.entries
    self.speed = speed
    self.loops = loops
  }

  /// The number of messages of a round.
  public var count: Int { entries.count }

  /// The duration of a round.
  public var duration: Duration { scaled(entries.map(\.after).max() ?? .zero) }

  /// The step after this many others; nil at the end.
  public func step(_ number: Int) -> Step? {
    let (round, place) = number.quotientAndRemainder(dividingBy: entries.count)
    guard round == 0 || loops else { return nil }
    let entry = entries[place]
    let before = place == 0 ? nil : entries[place - 1].after
    let wait = before.map { max(.zero, entry.after - $0) } ?? (round == 0 ? .zero : Self.pause)
    return Step(wait: scaled(wait), message: entry.message)
  }

  private func scaled(_ duration: Duration) -> Duration {
    duration.played(at: speed)
  }
}
