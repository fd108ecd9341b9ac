/// Values by key, bounded in number and size; the least recently used are dropped first, in constant time.
package struct RecentEntries<Key: Hashable, Value> {
  private struct Entry {
    let key: Key
    var value: Value
    let size: Int

    mutating func changeValue(_ change: (inout Value) -> Void) { change(&value) }

    /// Reads the value in place; a method that doesn't mutate would read a copy of the whole entry.
    mutating func readValue<Part>(_ read: (Value) -> Part?) -> Part? { read(value) }
  }

  private let most: (count: Int, size: Int)
  private var slots: [Entry?] = []
  private var free: [Int] = []
  private var indices = [Key: Int]()
  private var order = UseOrder()
  package private(set) var size = 0
  package var count: Int { indices.count }

  package init(count: Int, size: Int) { most = (count, size) }

  /// Returns the value of a key; looking it up is a use.
  package mutating func use(_ key: Key) -> Value? { use(key) { $0 } }

  /// Reads a part of the value of a key without copying the whole value; looking it up is a use.
  package mutating func use<Part>(_ key: Key, _ read: (Value) -> Part?) -> Part? {
    guard let slot = indices[key] else { return nil }
    if slot != order.newest {
      order.remove(slot)
      order.append(slot)
    }
    return slots[slot]?.readValue(read)
  }

  /// The value of a key; doesn't count as a use.
  package subscript(key: Key) -> Value? { indices[key].flatMap { slots[$0]?.value } }

  /// Changes the value of a key, if there is one; this doesn't count as a use.
  package mutating func change(_ key: Key, _ change: (inout Value) -> Void) {
    guard let slot = indices[key] else { return }
    slots[slot]?.changeValue(change)
  }

  /// Replaces the value of a key. A value beyond the size of the store is not kept.
  package mutating func insert(_ value: Value, of newSize: Int, for key: Key) {
    remove(key)
    guard newSize <= most.size else { return }
    let entry = Entry(key: key, value: value, size: newSize)
    let slot = free.popLast() ?? slots.count
    if slot == slots.count { slots.append(entry) } else { slots[slot] = entry }
    indices[key] = slot
    order.append(slot)
    size += newSize
    while count > max(0, most.count) || size > most.size, let oldest = order.oldest,
      let key = slots[oldest]?.key
    {
      remove(key)
    }
  }

  package mutating func remove(_ key: Key) {
    guard let slot = indices.removeValue(forKey: key) else { return }
    order.remove(slot)
    size -= slots[slot]?.size ?? 0
    slots[slot] = nil
    free.append(slot)
  }

  package mutating func removeAll(where test: (Key, Value) -> Bool) {
    for case let entry? in slots where test(entry.key, entry.value) { remove(entry.key) }
  }
}

private struct UseOrder {
  /// The slots that were used last before, and first after each slot.
  private var links: [(older: Int?, newer: Int?)] = []
  private(set) var oldest: Int?
  private(set) var newest: Int?

  mutating func remove(_ slot: Int) {
    let (older, newer) = links[slot]
    if let older { links[older].newer = newer } else { oldest = newer }
    if let newer { links[newer].older = older } else { newest = older }
  }

  /// Adds a slot as the one that was used last; a new slot is the next number.
  mutating func append(_ slot: Int) {
    if slot == links.count { links.append((nil, nil)) }
    links[slot] = (newest, nil)
    if let newest { links[newest].newer = slot } else { oldest = slot }
    newest = slot
  }
}
