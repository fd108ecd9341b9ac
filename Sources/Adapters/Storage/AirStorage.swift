public import AQKit

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A folder with the last responses of sources, for the next start of the process and for others that share it, such
/// as an application, its widget and its intents.
///
/// ```swift
/// let storage = AirStorage(folder: folder) { problem in print(problem) }
/// return try AirHub(.live.installing(.openMeteo).setting(.responseStore, to: storage))
/// ```
///
/// Each response is a file that is replaced as a whole, so that a process may be killed at any moment, and several may read
/// and write at once. A file that can't be read is removed and reported; one of a newer format is reported and left to the
/// newer application. A response with data whose rights forbid it (``AirRights/caching``) is never stored.
///
/// If it is given to request budgets, it also keeps the counts of requests, so that providers' limits apply across
/// restarts and to all processes together: `container.setting(.requestBudgets, to: RequestBudgets(in: storage))`.
///
/// And it keeps the application's own values, such as a list of favourites, a snapshot of an `AirQualityStore`, or a history
/// (``save(_:as:)``).
///
/// The files contain the places of queries in plain text; the file names don't. Only their owner can read them. After a
/// loss of power the last responses may be gone, and damaged ones are detected. Copies share everything.
public struct AirStorage: ResponseStoring {
  /// The folder; it is created when the first response is stored. Other files in it are left alone.
  public let folder: URL
  /// The maximum size of all responses together in bytes; the oldest are removed first. All users of a folder should have
  /// the same bounds: one with narrower bounds removes responses that the others would keep.
  public let maximumSize: Int
  /// The maximum age of a response. The cache's policy decides how long one may be shown: a day by default.
  public let maximumAge: Duration
  /// The maximum number of responses, 5,000, so that scanning the folder stays short; the oldest are removed first. Those of
  /// other processes are counted once a minute, so there may temporarily be more.
  public static let maximumResponses = 5_000
  private let files: StorageFolder
  let countFiles: StorageFolder
  let valueFiles: StorageFolder
  let clock: any AQClock
  private let onProblem: (@Sendable (Problem) -> Void)?
  private let recent = Locked<[Problem]>([])
  /// The known content of the folder. Within the process, room is only made for one response at a time.
  private let known = Locked<KnownFolder?>(nil)

  /// A problem with a file.
  public struct Problem: Hashable, Sendable, CustomStringConvertible {
    /// The kinds of problems.
    public enum Kind: String, Hashable, Sendable {
      /// The file was truncated or changed; it was removed, unless it held an application's own value.
      case damaged
      /// The file is named like one of AQKit's but isn't one; it was removed, unless its name is that of an application's own
      /// value.
      case foreign
      /// A newer version of AQKit has written the file; it was left alone.
      case newerFormat = "newer format"
      /// The file can't be read or written, because of a missing permission, a full disk, or a value of another type.
      case inaccessible
    }

    /// The kind of the problem.
    public var kind: Kind
    /// The file's name in the folder.
    public var file: String
    /// The problem in an English sentence that names no place.
    public var message: String

    /// File, kind and message.
    public var description: String { "\(file): \(kind.rawValue): \(message)" }
  }

  /// Creates a storage in a folder, which isn't accessed before the first query.
  ///
  /// - Parameters:
  ///   - folder: A dedicated folder, in a place for caches that isn't backed up.
  ///   - maximumSize: The maximum size of all responses together in bytes. 20 MiB by default.
  ///   - maximumAge: The maximum age of a response. A week by default.
  ///   - clock: Measures the age.
  ///   - onProblem: Called with each problem, from any thread; ``problems`` has the last ones.
  public init(
    folder: URL, maximumSize: Int = 20 << 20, maximumAge: Duration = .seconds(7 * 86_400),
    clock: any AQClock = AQSystemClock(), onProblem: (@Sendable (Problem) -> Void)? = nil
  ) {
    self.folder = folder
    self.maximumSize = max(0, maximumSize)
    self.maximumAge = max(.zero, maximumAge)
    self.files = StorageFolder(path: folder.path, ending: ResponseKey.ending)
    self.countFiles = StorageFolder(path: folder.path + "/requests", ending: RequestCountKey.ending)
    self.valueFiles = StorageFolder(path: folder.path + "/values", ending: ".airvalue", isLasting: true)
    self.clock = clock
    self.onProblem = onProblem
  }

  /// The last problems, at most 50; a persistent problem is listed once.
  public var problems: [Problem] { recent.withLock { $0 } }

  /// The size of all responses in bytes, and their number.
  public var size: (bytes: Int, responses: Int) {
    let found = files.items()
    return (found.reduce(0) { $0.addingSaturating($1.size) }, found.count { $0.isWhole })
  }

  // MARK: Responses

  /// Returns the stored response of a source to a query.
  ///
  /// - Parameters:
  ///   - query: The query; its choice of sources and its freshness don't matter.
  ///   - source: The source.
  ///   - time: The time of arrival of the response that is already known; nil if there is none.
  /// - Returns: nil if there is no response, or none that is newer.
  public func response(to query: AirQuery, from source: SourceID, newerThan time: AirTime? = nil)
    -> AirResponse.Stored?
  {
    guard let key = ResponseKey(query, source) else { return nil }
    // The file's time is the response's arrival.
    if let time, let item = files.item(key.fileName), item.time == time { return nil }
    return content(of: key.fileName, in: files, atMost: maximumSize) {
      bytes, item throws(StoredFrame.Fault) in
      guard let stored = try key.response(in: bytes, newerThan: time) else { return nil }
      let now = clock.time
      if isOutdated(stored.storedAt, at: now) { files.remove(item) }
      return isUsable(stored.storedAt, at: now) ? stored : nil
    }
  }

  /// Stores a response, replacing an older one, and makes room for it.
  ///
  /// Some responses aren't stored: those older than the existing one, those with data whose rights forbid it, those that
  /// are too old or larger than the limit for all responses, and those to a query that JSON can't represent exactly. When
  /// it returns, the response is in the file.
  public func store(_ stored: AirResponse.Stored, to query: AirQuery, from source: SourceID) {
    let now = clock.time
    guard !stored.response.mustNotBeCached, isUsable(stored.storedAt, at: now),
      let key = ResponseKey(query, source), let bytes = key.bytes(of: stored),
      bytes.count <= maximumSize
    else { return }
    do {
      try files.replace(key.fileName, with: bytes, at: stored.storedAt) { draft, rename in
        try known.withLock { known in
          let own = key.fileName
          let before = files.item(own)
          if let before, before.time > stored.storedAt, isUsable(before.time, at: now) { return }
          let more = (size: bytes.count - (before?.size ?? 0), count: before == nil ? 1 : 0)
          if known?.hasRoom(for: more, in: self, at: now) != true {
            // Looking through the folder takes long, so it isn't done for every response.
            let all = files.items().filter { $0.name != own && $0.name != draft }
            known = makeRoom(for: (bytes.count, stored.storedAt), among: all, at: now)
          } else {
            known?.add(more, at: stored.storedAt)
          }
          try rename()
        }
      }
    } catch {
      report(.inaccessible, key.fileName, error.message)
    }
  }

  /// Removes all responses of a source.
  public func removeResponses(from source: SourceID) { remove(beginning: ResponseKey.prefix(of: source)) }

  /// Removes all responses. Requests still count.
  public func removeAll() { remove(beginning: "") }

  private func remove(beginning prefix: String) {
    defer { known.withLock { $0 = nil } }
    for item in files.items() where item.name.hasPrefix(prefix) { files.remove(item) }
  }

  // MARK: Bounds

  private func isOutdated(_ time: AirTime, at now: AirTime) -> Bool { now.duration(since: time) > maximumAge }

  /// Returns whether a response is neither too old nor from the future; the latter stays, as the clock may be wrong.
  private func isUsable(_ time: AirTime, at now: AirTime) -> Bool {
    !isOutdated(time, at: now) && now.duration(since: time) >= .seconds(-60)
  }

  /// Removes responses that are too old, then the oldest until there is room for another one, and files of processes that
  /// were killed while writing. Files may vanish meanwhile. Returns the remaining responses, with the new one.
  private func makeRoom(
    for new: (size: Int, storedAt: AirTime), among items: [StorageFolder.Item], at now: AirTime
  ) -> KnownFolder {
    var stored: [StorageFolder.Item] = []
    var total = new.size
    for item in items {
      if item.isWhole ? isOutdated(item.time, at: now) : item.isAbandoned {
        files.remove(item)
      } else {
        total = total.addingSaturating(item.size)
        if item.isWhole { stored.append(item) }
      }
    }
    var count = stored.count + 1
    func left(_ rest: some Sequence<StorageFolder.Item>) -> KnownFolder {
      let oldest = min(rest.map(\.time).min() ?? now, new.storedAt)
      return KnownFolder(size: total, count: count, oldest: oldest, seenAt: now)
    }
    guard total > maximumSize || count > Self.maximumResponses else { return left(stored) }
    // If there are many responses, a few more are removed, so that the next ones have room without another scan.
    let most =
      count > 100
      ? (size: maximumSize - maximumSize / 50, count: Self.maximumResponses - Self.maximumResponses / 50)
      : (size: maximumSize, count: Self.maximumResponses)
    // Responses from the future are removed first: they are never used.
    let order = stored.map { (isUsable: isUsable($0.time, at: now), item: $0) }
      .sorted { $0.isUsable == $1.isUsable ? $0.item.time < $1.item.time : $1.isUsable }
    for (index, (_, item)) in order.enumerated() {
      files.remove(item)
      total -= item.size
      count -= 1
      if total <= most.size, count <= most.count { return left(order[(index + 1)...].map(\.item)) }
    }
    return left([])
  }

  private struct KnownFolder {
    var size: Int
    var count: Int
    var oldest: AirTime
    let seenAt: AirTime

    /// Returns whether there is room for more, by a recent scan, and no response to remove because of its age.
    func hasRoom(for more: (size: Int, count: Int), in storage: AirStorage, at now: AirTime) -> Bool {
      size.addingSaturating(more.size) <= storage.maximumSize
        && count + more.count <= AirStorage.maximumResponses
        && !storage.isOutdated(oldest, at: now) && abs(now.secondsSince1970 - seenAt.secondsSince1970) < 60
    }

    mutating func add(_ more: (size: Int, count: Int), at time: AirTime) {
      size = size.addingSaturating(more.size)
      count += more.count
      oldest = min(oldest, time)
    }
  }

  /// Returns the meaning of a file's bytes; nil, and a problem, if it can't be read. A file without a meaning is removed.
  func content<Value>(
    of name: String, in folder: StorageFolder, atMost limit: Int,
    _ read: (_ bytes: [UInt8], _ item: StorageFolder.Item) throws(StoredFrame.Fault) -> Value?
  ) -> Value? {
    do {
      guard let (bytes, item) = try folder.contents(of: name, atMost: limit) else { return nil }
      do throws(StoredFrame.Fault) {
        return try read(bytes, item)
      } catch {
        if error.kind != .newerFormat, !folder.isLasting { folder.remove(item) }
        let isTooLarge = error.kind == .damaged && item.size > limit
        report(
          error.kind, name,
          isTooLarge ? "The file has \(item.size) bytes, and at most \(limit) are read." : error.message)
      }
    } catch {
      report(.inaccessible, name, error.message)
    }
    return nil
  }

  func report(_ kind: Problem.Kind, _ file: String, _ message: String) {
    let problem = Problem(kind: kind, file: file, message: message)
    let isKnown = recent.withLock { recent in
      if recent.contains(problem) { return true }
      if recent.count == 50 { recent.removeFirst() }
      recent.append(problem)
      return false
    }
    if !isKnown { onProblem?(problem) }
  }
}
