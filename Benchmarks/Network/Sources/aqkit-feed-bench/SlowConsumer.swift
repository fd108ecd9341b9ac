import AQKit
import AQKitSocketFeed
import BenchSupport

/// Ten million messages to a consumer that is slower than the feed, under each policy: memory must not grow.
enum SlowConsumer {
  private static let messages = 10_000_000

  static func measure(port: Int) async throws {
    for (name, flow) in [
      ("back-pressure", FeedOptions.Flow.backPressure), ("latest", .latest), ("newest 1,000", .newest(1000)),
      ("oldest 1,000", .oldest(1000)),
    ] {
      guard let growth = try await growth(flow, port: port) else { return }
      Output.figure(
        "memory over 10 million messages, slow consumer, \(name)", growth / 1e6, "MB more", goal: "<=5")
    }
  }

  private static func growth(_ flow: FeedOptions.Flow, port: Int) async throws -> Double? {
    var seen = 0
    var (settled, most): (Double?, Double) = (nil, 0)
    let source = Throughput.source("flood", port: port)
    for try await update in source.updates(for: AirQuery(places: []), flow: flow) {
      seen += Throughput.values(update)
      try await Task.sleep(for: .milliseconds(10))
      guard seen >= messages / 10 * Throughput.cities else { continue }
      guard let memory = Usage.memory else { return nil }
      if settled == nil { settled = memory }
      most = max(most, memory)
      if seen >= messages * Throughput.cities { break }
    }
    guard let settled, seen >= messages * Throughput.cities else { throw BenchFailure("The feed ended.") }
    return most - settled
  }
}
