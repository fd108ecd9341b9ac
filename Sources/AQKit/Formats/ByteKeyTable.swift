/// A hash table from keys of bytes to their numbers, in the order in which they were added. A key is the
/// bytes of some segments of a row, such as all fields but the time and the values; each key has the same
/// number of segments.
package struct ByteKeyTable: Sendable {
  let segmentCount: Int
  /// The bytes of all keys, one after the other.
  private(set) var keys = ContiguousArray<UInt8>()
  /// For each key, the ends of its segments in `keys`.
  private(set) var segmentEnds = ContiguousArray<Int>()
  private var slots = ContiguousArray<Int32>(repeating: -1, count: 64)
  private var hashes = ContiguousArray<UInt64>()

  package init(segmentCount: Int) { self.segmentCount = segmentCount }

  package var count: Int { hashes.count }

  @inline(__always)
  func start(of key: Int) -> Int { key == 0 ? 0 : segmentEnds[key &* segmentCount &- 1] }

  /// Returns the number of a key; nil if the table doesn't have it.
  package func find(_ bytes: RawSpan, _ segments: [Range<Int>]) -> Int? {
    let hash = ByteKey.hash(bytes, segments)
    var slot = Int(truncatingIfNeeded: hash) & (slots.count &- 1)
    while slots[slot] >= 0 {
      let key = Int(slots[slot])
      if hashes[key] == hash, matches(key, bytes, segments) { return key }
      slot = (slot &+ 1) & (slots.count &- 1)
    }
    return nil
  }

  func matches(_ key: Int, _ bytes: RawSpan, _ segments: [Range<Int>]) -> Bool {
    let span = keys.span.bytes
    var start = start(of: key)
    for (index, segment) in segments.enumerated() {
      let end = segmentEnds[key &* segmentCount &+ index]
      guard end &- start == segment.count,
        ByteKey.equal(bytes, segment.lowerBound, span, start, segment.count)
      else { return false }
      start = end
    }
    return true
  }

  /// Adds a key that the table doesn't have, and returns its number.
  package mutating func add(_ bytes: RawSpan, _ segments: [Range<Int>]) -> Int {
    for segment in segments {
      bytes.extracting(segment).withUnsafeBytes { keys.append(contentsOf: $0) }
      segmentEnds.append(keys.count)
    }
    hashes.append(ByteKey.hash(bytes, segments))
    if hashes.count &* 2 > slots.count {
      slots = ContiguousArray(repeating: -1, count: slots.count &* 4)
      for index in hashes.indices { insert(index) }
    } else {
      insert(hashes.count &- 1)
    }
    return hashes.count &- 1
  }

  private mutating func insert(_ key: Int) {
    var slot = Int(truncatingIfNeeded: hashes[key]) & (slots.count &- 1)
    while slots[slot] >= 0 { slot = (slot &+ 1) & (slots.count &- 1) }
    slots[slot] = Int32(truncatingIfNeeded: key)
  }
}
