/// The gaps of all sources, up to a limit.
struct HistoryGaps {
  static let most = 1024

  private var closed: [AirHistory.Gap] = []
  private var open: [SourceID?: AirHistory.Gap] = [:]
  /// The number of gaps dropped for newer ones.
  private(set) var agedOut = 0

  var bytes: Int { closed.capacity * MemoryLayout<AirHistory.Gap>.stride }
  static var mostBytes: Int { 2 * most * MemoryLayout<AirHistory.Gap>.stride }

  /// The gaps of a source and those without a source, in order.
  func of(_ source: SourceID) -> [AirHistory.Gap] {
    let all = closed + open.values
    return all.filter { $0.source == nil || $0.source == source }.sorted { $0.start < $1.start }
  }

  /// Drops the future after the clock was set back; open gaps begin now at the latest.
  mutating func settle(at now: AirTime) {
    guard closed.last.map({ $0.start > now }) ?? false || open.values.contains(where: { $0.start > now })
    else {
      return
    }
    closed.removeAll { $0.start > now }
    for (source, gap) in open where gap.start > now { open[source]?.start = now }
  }

  /// A state began.
  mutating func enter(_ cause: AirHistory.Gap.Cause?, of source: SourceID?, since: AirTime, now: AirTime) {
    let before = open[source]
    if let before, before.cause == cause { return }
    close(source, at: now)
    guard let cause, open.count < Self.most else { return }
    open[source] = AirHistory.Gap(source: source, start: before == nil ? min(since, now) : now, cause: cause)
  }

  /// Ends an open gap, because data arrived.
  mutating func heard(_ source: SourceID?, at now: AirTime) {
    if open[source]?.cause == .silent { close(source, at: now) }
  }

  /// Records a missed time that the stream reports afterwards. A lost connection's gap moves back to the last arrival,
  /// before the loss was noticed; a pause began when it was announced; a gap without a state is new.
  mutating func missed(_ interval: AirInterval, of source: SourceID?) {
    guard !interval.isInstant else { return }
    guard let told = closed.lastIndex(where: { $0.isOf(source, within: interval) }) else {
      return append(
        AirHistory.Gap(source: source, start: interval.start, end: interval.end, cause: .disconnected))
    }
    guard closed[told].cause == .disconnected else { return }
    // Stops at a gap with its own cause, such as the pause before a reconnection.
    let before = closed[..<told].last { $0.source == source }?.end ?? interval.start
    closed[told].start = min(closed[told].start, max(interval.start, before))
  }

  private mutating func close(_ source: SourceID?, at now: AirTime) {
    guard var gap = open.removeValue(forKey: source), gap.start < now else { return }
    gap.end = now
    append(gap)
  }

  private mutating func append(_ gap: AirHistory.Gap) {
    if closed.count >= Self.most {
      closed.removeFirst()
      agedOut = agedOut.addingSaturating(1)
    }
    closed.append(gap)
  }
}

extension AirHistory.Gap {
  fileprivate func isOf(_ source: SourceID?, within interval: AirInterval) -> Bool {
    self.source == source && cause != .silent && start < interval.end
      && end.map { interval.start < $0 } ?? true
  }
}

extension AirHistory {
  /// A time without data, because of no connection, silence or the end of the stream.
  public struct Gap: Hashable, Sendable {
    /// Why.
    public enum Cause: Hashable, Sendable {
      /// No connection: it was being opened, or the next attempt was pending.
      case disconnected
      /// The application had paused the feed.
      case paused
      /// Connected, but without data for longer than is usual for the feed.
      case silent
      /// The feed was given up, or the stream failed.
      case failed
      /// The stream ended, or nobody followed it.
      case ended
    }

    /// The source without data; nil for all sources recorded without an identifier.
    public var source: SourceID?
    /// When it began.
    public var start: AirTime
    /// When it ended; nil while it lasts.
    public var end: AirTime?
    /// Why.
    public var cause: Cause

    /// A gap; without an end it is still open.
    public init(source: SourceID? = nil, start: AirTime, end: AirTime? = nil, cause: Cause) {
      self.source = source
      self.start = start
      self.end = end
      self.cause = cause
    }
  }
}

extension AirHistory.Gap.Cause {
  /// The cause that a connection state implies; nil if data can arrive.
  init?(_ state: FeedState) {
    switch state {
    case .live: return nil
    case .silent: self = .silent
    case .paused: self = .paused
    case .failed: self = .failed
    default: self = .disconnected
    }
  }
}
