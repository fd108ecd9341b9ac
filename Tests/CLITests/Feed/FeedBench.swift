import AQKit
import Foundation

@testable import AQKitCommands

/// A clock that tests set.
final class SetClock: AQClock {
  private let time: Locked<Date>
  init(_ time: AirTime = AirTime(secondsSince1970: 1_790_856_000)) { self.time = Locked(time.date) }
  var now: Date { time.withLock { $0 } }
  func advance(_ seconds: Double) { time.withLock { $0 += seconds } }
  func sleep(for duration: Duration) async throws { try await Task.sleep(for: .seconds(600)) }
}

/// The written lines, in order.
final class Written: Sendable {
  private let texts = Locked<[String]>([])
  var lines: [String] { texts.withLock { $0 } }
  var text: String { lines.joined() }
  func append(_ text: TerminalText) { texts.withLock { $0.append(text.sent) } }
}

/// An update with readings of cities, such as `["Pune": 161.2]`.
func cityUpdate(
  _ values: KeyValuePairs<String, Double>, at time: AirTime,
  flags: Set<AirReading.QualityFlag> = [.timeOfReceipt],
  notes: [AirNote] = [], state: AirUpdate.FeedState? = nil
) throws -> AirUpdate {
  let parameter = AirParameter.publishedIndex(scale: "in-naqi")
  let reports = try values.map { name, value in
    AirReport(
      source: "city-feed", site: AirSite(name: name, kind: .city), kind: .observation,
      series: [
        try AirSeries(parameter, value, unit: .one, over: AirInterval(instant: time), flags: flags)
      ], receivedAt: time)
  }
  return AirUpdate(reports: reports, notes: notes, state: state)
}

/// A recording of messages some milliseconds apart.
func recording(_ texts: [String], every milliseconds: Int = 0) -> FeedRecording {
  FeedRecording(
    startedAt: AirTime(secondsSince1970: 1_790_856_000),
    entries: texts.enumerated().map { index, text in
      FeedRecording.Entry(after: .milliseconds(index * milliseconds), message: FeedMessage(text: text))
    })
}
