/// Updates that wait for a busy consumer, within a policy's bounds. A value: no task, no lock.
struct FeedQueue: UpdateBuffer {
  private let flow: FeedOptions.Flow
  /// The waiting updates, starting at `first`; empty for `latest`.
  private var updates: [AirUpdate] = []
  private var first = 0
  private var readings = 0
  private var bytes = 0
  /// The maximum number of waiting bytes, which only the last update may exceed.
  private static let mostBytes = 64 << 20
  /// The waiting readings for `latest`; the notes on dropped readings for the other policies.
  private var merged: FeedSnapshot
  private let key: FeedSnapshot.ReadingKey.Parts
  private var dropped = 0
  /// The state, notices and gap that join the next update; nil if nothing does.
  private var rest: AirUpdate?

  init(_ flow: FeedOptions.Flow, key: FeedSnapshot.ReadingKey.Parts = .all) {
    self.flow = flow
    self.key = key
    merged = FeedSnapshot(key: key)
  }

  mutating func put(_ update: AirUpdate) {
    switch flow {
    case .backPressure, .latest: merge(update)
    case .newest(let limit): putNewest(update, max(1, limit))
    case .oldest(let limit): putOldest(update, max(1, limit))
    }
  }

  mutating func take() -> AirUpdate? {
    guard first < updates.count else { return rest == nil ? nil : joined(AirUpdate()) }
    let update = removeFirst()
    // `oldest` drops updates after the waiting ones, the others drop earlier ones.
    if case .oldest = flow { return update }
    return joined(update)
  }

  /// Returns an update with the notes of the readings dropped before it.
  private mutating func joined(_ update: AirUpdate) -> AirUpdate {
    guard let rest else { return update }
    var update = update
    update.reports = update.reports + merged.reports
    update.notes = merged.notes + dropNote + update.notes
    update.state = update.state ?? rest.state
    update.notices = update.notices ?? rest.notices
    update.gap = Self.union(rest.gap, update.gap)
    update.isSnapshot = update.isSnapshot || rest.isSnapshot
    (merged, dropped, self.rest) = (FeedSnapshot(key: key), 0, nil)
    return update
  }

  // MARK: Policies

  private mutating func merge(_ update: AirUpdate) {
    let before = merged.readingCount
    merged.merge(update)
    dropped = dropped.addingSaturating(before + update.readingCount - merged.readingCount)
    remember(update, isSnapshot: update.isSnapshot)
  }

  private mutating func putNewest(_ update: AirUpdate, _ limit: Int) {
    append(update)
    // The last readings don't make room for updates without any.
    while updates.count - first > 1,
      readings > max(limit, updates[first].readingCount) || bytes > Self.mostBytes
    { drop(removeFirst()) }
  }

  private mutating func putOldest(_ update: AirUpdate, _ limit: Int) {
    // An update without readings takes room, too.
    let isFull = readings + max(1, update.readingCount) > limit || bytes + size(of: update) > Self.mostBytes
    if first < updates.count, isFull { drop(update) } else { append(joined(update)) }
  }

  private mutating func append(_ update: AirUpdate) {
    updates.append(update)
    readings += update.readingCount
    bytes += size(of: update)
  }

  private mutating func removeFirst() -> AirUpdate {
    let update = updates[first]
    updates[first] = AirUpdate()
    first += 1
    readings -= update.readingCount
    bytes -= size(of: update)
    if first == updates.count {
      updates.removeAll(keepingCapacity: updates.capacity <= 1024)
      first = 0
    } else if first > 1024, first > updates.count / 2 {
      updates.removeFirst(first)
      first = 0
    }
    return update
  }

  /// Drops an update's readings and keeps the rest for the next update.
  private mutating func drop(_ update: AirUpdate) {
    dropped = dropped.addingSaturating(update.readingCount)
    merged.merge(AirUpdate(notes: update.notes))
    remember(update)
  }

  private mutating func remember(_ update: AirUpdate, isSnapshot: Bool = false) {
    rest = AirUpdate(
      state: update.state ?? rest?.state, isSnapshot: isSnapshot || rest?.isSnapshot ?? false,
      gap: Self.union(rest?.gap, update.gap), notices: update.notices ?? rest?.notices)
  }

  private var dropNote: [AirNote] {
    guard dropped > 0 else { return [] }
    let message =
      flow == .latest
      ? "Readings were replaced by newer ones before they were taken."
      : "Readings were dropped because they were not taken in time."
    return [AirNote(.dropped, message, count: dropped)]
  }

  private func size(of update: AirUpdate) -> Int { 200 + update.response.approximateSize }

  private static func union(_ one: AirInterval?, _ other: AirInterval?) -> AirInterval? {
    guard let one, let other else { return one ?? other }
    return AirInterval(uncheckedStart: min(one.start, other.start), end: max(one.end, other.end))
  }
}

extension FeedOptions.Flow {
  /// Returns the buffer for a busy consumer; nil for ``backPressure``.
  func buffer(key: FeedSnapshot.ReadingKey.Parts) -> FeedQueue? {
    self == .backPressure ? nil : FeedQueue(self, key: key)
  }
}
