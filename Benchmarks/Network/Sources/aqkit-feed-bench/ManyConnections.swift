import AQKit
import AQKitSocketFeed
import BenchSupport
import Synchronization

/// A thousand feeds in a process, each with a separate connection and a message a second.
enum ManyConnections {
  private static let count = 1000

  static func measure(port: Int) async throws {
    let bare = try await BareClient.share(of: count, port: port)
    // One in advance, so that one-time costs aren't counted.
    try await follow(1, port: port) { _ in }
    let before = Usage.memory
    try await follow(count, port: port) { counter in
      let memory = Usage.memory
      let (processor, messages) = (Usage.processor, counter.messages)
      let start = ContinuousClock.now
      try await Task.sleep(for: .seconds(10))
      let seconds = (ContinuousClock.now - start) / .seconds(1)
      Output.figure(
        "1,000 connections at a message a second", (Usage.processor - processor) / seconds * 100,
        "% of a core", goal: "<=10", baselines: [("bare NIO client that counts frames", bare, nil)])
      Output.figure(
        "the same, messages that came", Double(counter.messages - messages) / seconds, "messages/s",
        goal: ">=950")
      if let before, let memory {
        Output.figure(
          "the same, memory of a connection", (memory - before) / Double(count) / 1000, "kB", goal: "<=100")
      }
    }
  }

  fileprivate static func follow(
    _ count: Int, port: Int, _ body: @escaping @Sendable (Counter) async throws -> Void
  ) async throws {
    let counter = Counter()
    let connector = NIOFeedConnector()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<count {
        group.addTask {
          let source = FeedSource(
            CityFeedDecoder(), at: FeedEndpoint(url: "ws://127.0.0.1:\(port)/tick"), through: connector)
          var isLive = false
          for try await update in source.updates(for: AirQuery(places: [])) where !update.reports.isEmpty {
            counter.add(first: !isLive)
            isLive = true
          }
        }
      }
      for _ in 0..<600 where counter.live < count { try await Task.sleep(for: .milliseconds(100)) }
      guard counter.live == count else { throw BenchFailure("Only \(counter.live) connections came about.") }
      try await Task.sleep(for: .seconds(2))
      try await body(counter)
      group.cancelAll()
      while let result = await group.nextResult() { _ = result }
    }
  }

}

/// The number of messages that all connections have received.
private final class Counter: Sendable {
  private let state = Mutex((live: 0, messages: 0))

  var live: Int { state.withLock { $0.live } }
  var messages: Int { state.withLock { $0.messages } }

  func add(first: Bool) {
    state.withLock { state in
      if first { state.live += 1 }
      state.messages += 1
    }
  }
}
