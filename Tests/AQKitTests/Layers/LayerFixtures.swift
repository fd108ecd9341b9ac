import AQKit
import AQKitTesting

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The queries and responses of the layers' tests.
enum Sample {
  static let start = AirTime(secondsSince1970: 1_790_856_000)
  static let query = AirQuery(places: [.site("berlin")], parameters: [.pm25])
  static let otherQuery = AirQuery(places: [.site("munich")], parameters: [.pm25])

  static func descriptor(
    caching: AirRights.Permission = .allowed, cadence: Duration? = .seconds(3600), latency: Duration? = nil
  ) -> SourceDescriptor {
    SourceDescriptor(
      id: "sample", name: "Sample",
      offers: [
        SourceDescriptor.Offer(
          capabilities: [.current, .live], placeKinds: [.site], parameters: [.pm25], kinds: [.observation],
          timeConvention: .start, averaging: .oneHour, cadence: cadence, latency: latency)
      ], rights: AirRights(caching: caching))
  }

  /// Returns a response with an hourly value that ended at a moment.
  static func response(
    _ value: Double, endingAt end: AirTime = start, caching: AirRights.Permission = .allowed, count: Int = 2
  ) throws -> AirResponse {
    let series = try AirSeries(
      .pm25, unit: .microgramsPerCubicMetre,
      timeline: AirTimeline(
        start: end - .seconds(3600 * count), step: .seconds(3600), length: .seconds(3600), count: count),
      values: Array(repeating: value, count: count))
    return AirResponse(reports: [
      AirReport(
        source: "sample", site: AirSite(kind: .referenceStation), kind: .observation, series: [series],
        receivedAt: end, rights: AirRights(caching: caching), places: [0])
    ])
  }

  static let partial = AirResponse(notes: [AirNote(.failed, "One place failed.", failure: .unavailable)])
  static let request = TransportRequest(url: "https://air.example.org/v1?latitude=52.52")
  static func request(weighing weight: Double) -> TransportRequest {
    TransportRequest(url: "https://air.example.org/v1", weight: weight)
  }
}

extension AirResponse {
  /// The first value of the first series.
  var value: Double? { reports.first?.series.first?.values.last }
}

extension Date {
  /// Returns the seconds by which the date lies after another.
  func seconds(after other: Date) -> Double { timeIntervalSince(other) }
}

/// A list that several tasks write to.
final class Log<Element: Sendable>: Sendable {
  private let elements = Locked<[Element]>([])
  func add(_ element: Element) { elements.withLock { $0.append(element) } }
  var all: [Element] { elements.withLock { $0 } }
}

/// A source whose every response is given by hand, and that may ignore cancellation.
final class HandSource: AirDataSource {
  private struct State {
    var asked = 0
    var cancelled = 0
    var pending: [Int: CheckedContinuation<AirResponse, any Error>] = [:]
    var watchers: [(count: Int, cancelled: Bool, continuation: CheckedContinuation<Void, Never>)] = []
    var deadlines: [Double?] = []
  }

  let descriptor: SourceDescriptor
  private let state = Locked(State())
  private let isDeaf: Bool

  init(_ descriptor: SourceDescriptor = Sample.descriptor(), isDeaf: Bool = false) {
    self.descriptor = descriptor
    self.isDeaf = isDeaf
  }

  var asked: Int { state.withLock { $0.asked } }
  var cancelled: Int { state.withLock { $0.cancelled } }

  func fetch(_ query: AirQuery) async throws -> AirResponse {
    let number = state.withLock { state in
      state.asked += 1
      return state.asked
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        state.withLock { $0.pending[number] = continuation }
        notify()
      }
    } onCancel: {
      let continuation = state.withLock { state in
        state.cancelled += 1
        return isDeaf ? nil : state.pending.removeValue(forKey: number)
      }
      continuation?.resume(throwing: CancellationError())
      notify()
    }
  }

  /// Responds to the n-th query, counted from 1.
  func respond(to number: Int, with result: Result<AirResponse, any Error>) {
    state.withLock { $0.pending.removeValue(forKey: number) }?.resume(with: result)
  }

  /// Waits until a number of queries wait for their response, or were made and cancelled.
  func untilAsked(_ count: Int) async { await wait(count, cancelled: false) }
  func untilCancelled(_ count: Int) async { await wait(count, cancelled: true) }

  private func wait(_ count: Int, cancelled: Bool) async {
    await withCheckedContinuation { continuation in
      state.withLock { $0.watchers.append((count, cancelled, continuation)) }
      notify()
    }
  }

  private func notify() {
    let due = state.withLock { state in
      let isDue = {
        (watcher: (count: Int, cancelled: Bool, continuation: CheckedContinuation<Void, Never>)) in
        watcher.count <= (watcher.cancelled ? state.cancelled : state.asked)
      }
      let due = state.watchers.filter(isDue)
      state.watchers.removeAll(where: isDue)
      return due
    }
    for watcher in due { watcher.continuation.resume() }
  }
}

/// A clock that may be set back; sleeping on it lasts until the task is cancelled.
final class SettableClock: AQClock {
  private let time: Locked<AirTime>
  init(_ time: AirTime) { self.time = Locked(time) }
  var now: Date { time.withLock { $0.date } }
  func set(_ time: AirTime) { self.time.withLock { $0 = time } }
  func sleep(for duration: Duration) async throws { try await ManualClock().sleep(for: duration) }
}
