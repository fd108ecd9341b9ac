import AQKit
import AQKitSocketFeed
import BenchSupport

/// Messages from a socket to readings, compared with clients that only count their frames or decode them with `JSONDecoder`.
enum Throughput {
  static let cities = 9

  static func source(_ path: String, port: Int, options: FeedOptions = .standard) -> FeedSource<
    CityFeedDecoder
  > {
    FeedSource(
      CityFeedDecoder(), at: FeedEndpoint(url: "ws://127.0.0.1:\(port)/\(path)"), through: NIOFeedConnector(),
      options: options)
  }

  /// Returns the number of values that an update accounts for: those that it holds, and those that it reports as replaced or
  /// dropped.
  static func values(_ update: AirUpdate) -> Int {
    var count = 0
    for report in update.reports { for series in report.series { count += series.count } }
    for note in update.notes where note.code == .duplicate || note.code == .dropped { count += note.count }
    return count
  }

  static func measure(port: Int) async throws {
    let (warmUp, count) = (200_000, 1_000_000)
    var (best, bare, decoding, processor) = (0.0, 0.0, 0.0, 0.0)
    for _ in 0..<5 {
      decoding = max(
        decoding,
        Double(count / 10)
          / (try await BareClient.seconds(for: count / 10, warmUp: warmUp / 10, port: port, decoding: true)))
      bare = max(bare, Double(count) / (try await BareClient.seconds(for: count, warmUp: warmUp, port: port)))
      let before = Usage.processor
      let rate = Double(count) / (try await seconds(for: count, warmUp: warmUp, port: port))
      if rate > best {
        best = rate
        processor = (Usage.processor - before) / Double(count + warmUp) * 1e9
      }
    }
    Output.figure(
      "city messages from one socket to readings", best, "messages/s", goal: ">=300000",
      baselines: [
        ("NIO client with JSONDecoder", decoding, 10), ("bare NIO client that counts frames", bare, nil),
      ])
    Output.figure("processor time of a message, all threads", processor, "ns")
  }

  private static func seconds(for count: Int, warmUp: Int, port: Int) async throws -> Double {
    var seen = 0
    var start: ContinuousClock.Instant?
    for try await update in source("flood", port: port).updates(for: AirQuery(places: [])) {
      seen += values(update)
      if start == nil, seen >= warmUp * cities {
        start = .now
        seen = 0
      }
      if let start, seen >= count * cities {
        // The last batch goes beyond the count.
        return (ContinuousClock.now - start) / .seconds(1) * Double(count * cities) / Double(seen)
      }
    }
    throw BenchFailure("The feed ended.")
  }
}
