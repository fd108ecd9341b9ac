public import AQKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Keeps the counts of requests: one file per writer in the folder `requests`, which is removed a day after all of its counts
/// have expired, so that a clock that jumps ahead for a moment removes none. The files hold the provider's name, times and
/// weights, but no addresses, places or credentials.
extension AirStorage: RequestBudgets.CountStoring {
  /// The maximum number of files: a command that runs every 20 s for a day leaves fewer. The first to expire are removed first.
  private static let maximumCounts = 5000
  private static let maximumCountSize = 1 << 20

  /// Returns the last count of every writer but one. A count from the future, after a clock was set back, is moved to now.
  public func counts(of budget: RequestBudgets.Key, except writer: UInt64) -> [RequestBudgets.Count] {
    let key = RequestCountKey(budget)
    let (own, now) = (key.fileName(of: writer), clock.time)
    var found: [RequestBudgets.Count] = []
    for item in items(at: now)
    where item.isWhole && item.time > now && key.names(item.name) && item.name != own {
      let count: RequestBudgets.Count? =
        content(of: item.name, in: countFiles, atMost: Self.maximumCountSize) {
          bytes, _ throws(StoredFrame.Fault) in try key.count(in: bytes)
        }
      guard let count else { continue }
      let moved = count.seen(at: now)
      if moved != count { write(moved, of: key, as: item.name) }
      found.append(moved)
    }
    return found
  }

  /// Replaces a writer's stored count. When it returns, the count is in the file.
  public func store(_ count: RequestBudgets.Count, of budget: RequestBudgets.Key, by writer: UInt64) {
    let key = RequestCountKey(budget)
    write(count, of: key, as: key.fileName(of: writer))
  }

  /// Returns the existing files. Those whose counts ended more than a day ago are removed, and so are those beyond the limit.
  private func items(at now: AirTime) -> [StorageFolder.Item] {
    var items = countFiles.items()
    items.removeAll { item in
      let isOver = item.isWhole ? item.time <= now - .seconds(86_400) : item.isAbandoned
      if isOver { countFiles.remove(item) }
      return isOver
    }
    guard items.count > Self.maximumCounts else { return items }
    items.sort { $0.time > $1.time }
    for item in items[Self.maximumCounts...] where item.isWhole { countFiles.remove(item) }
    return Array(items.prefix(Self.maximumCounts))
  }

  private func write(_ count: RequestBudgets.Count, of key: RequestCountKey, as name: String) {
    guard let bytes = key.bytes(of: count) else { return }
    do {
      // The file's time is the count's end, by which it is removed without being read.
      try countFiles.replace(name, with: bytes, at: count.end)
    } catch {
      report(.inaccessible, name, error.message)
    }
  }
}

struct RequestCountKey {
  static let ending = ".aircount"
  private static let frame = StoredFrame(content: "count", format: 1)

  private struct Content: Codable {
    var provider: String
    var name: String?
    var count: RequestBudgets.Count
  }

  private let budget: RequestBudgets.Key
  private let prefix: String

  init(_ budget: RequestBudgets.Key) {
    self.budget = budget
    let provider = Fingerprint.of("\(budget.provider)\n\(budget.name ?? "")".utf8)
    // So few bits that no credential can be recovered; two with the same bits share a limit, which is harmless.
    let account = budget.credential.map { Fingerprint.of($0.exposed.utf8) & 0xFFFF }
    prefix =
      Fingerprint.text(of: provider) + "-"
      + (account.map { String(Fingerprint.text(of: $0).suffix(4)) } ?? "none") + "-"
  }

  func fileName(of writer: UInt64) -> String { prefix + Fingerprint.text(of: writer) + Self.ending }

  func names(_ file: String) -> Bool { file.hasPrefix(prefix) }

  func bytes(of count: RequestBudgets.Count) -> [UInt8]? {
    let content = Content(provider: budget.provider, name: budget.name, count: count)
    return (try? JSONEncoder().encode(content)).map { Self.frame.bytes(of: Array($0) + [10], at: count.end) }
  }

  /// Returns the count in a file; nil if it is of another budget with the same name.
  func count(in bytes: [UInt8]) throws(StoredFrame.Fault) -> RequestBudgets.Count? {
    guard let (body, _) = try Self.frame.body(of: bytes) else { return nil }
    guard let content = try? JSONDecoder().decode(Content.self, from: Data(body)) else {
      throw .damaged("The count can't be read.")
    }
    return content.provider == budget.provider && content.name == budget.name ? content.count : nil
  }
}
