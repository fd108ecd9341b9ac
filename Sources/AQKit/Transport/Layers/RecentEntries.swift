/// Values by key, bounded in number and size; the least recently used ones are dropped first.
package struct RecentEntries<Key: Hashable, Value> {
  private struct Entry {
    var value: Value
    let size: Int
    var lastUse: UInt64
  }

  private let most: (count: Int, size: Int)
  private var entries: [Key: Entry] = [:]
  private var uses: UInt64 = 0
  /// The size of all values.
  package private(set) var size = 0
  /// The number of values.
  package var count: Int { entries.count }

  /// An empty store for so many values of such a size together.
  package init(count: Int, size: Int) { most = (count, size) }

  /// The value of a key; looking it up is a use.
  package mutating func use(_ key: Key) -> Value? {
    use(key) { $0 }
  }

  /// Reads a part of the value of a key without a copy of the whole; looking it up is a use.
  package mutating func use<Part>(_ key: Key, _ read: (Value) -> Part?) -> Part? {
    guard let index = entries.index(forKey: key) else { return nil }
    uses &+= 1
    let now = uses
    func use(_ entry: inout Entry) -> Part? {
      entry.lastUse = now
      return read(entry.value)
    }
    return use(&entries.values[index])
  }

  /// The value of a key, without a use.
  package subscript(key: Key) -> Value? { entries[key]?.value }

  /// Changes the value of a key, if there is one, without a use.
  package mutating func change(_ key: Key, _ change: (inout Value) -> Void) {
    guard let index = entries.index(forKey: key) else { return }
    change(&entries.values[index].value)
  }

  /// Replaces the value of a key. A value beyond the size of the store is not kept.
  package mutating func insert(_ value: Value, of newSize: Int, for key: Key) {
    remove(key)
    guard newSize <= most.size else { return }
    uses &+= 1
    entries[key] = Entry(value: value, size: newSize, lastUse: uses)
    size += newSize
    while entries.count > max(0, most.count) || size > most.size,
      let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })?.key
    {
      remove(oldest)
    }
  }

  /// Removes the value of a key.
  package mutating func remove(_ key: Key) {
    if let entry = entries.removeValue(forKey: key) { size -= entry.size }
  }

  /// Removes the values that pass a test.
  package mutating func removeAll(where test: (Key, Value) -> Bool) {
    for (key, entry) in entries where test(key, entry.value) { remove(key) }
  }
}
