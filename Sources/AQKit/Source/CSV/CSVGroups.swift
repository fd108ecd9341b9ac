/// The rows of a CSV text by what they have in common: everything in a row but its time and its values.
///
/// A group is found by the bytes between the times and values, without reading them; they are read once, when a group
/// appears.
struct CSVGroups {
  /// What the rows of a group have in common.
  struct Group {
    var site: Site
    var instrument: String?
    /// What each column of values holds.
    var columns: [(parameter: AirParameter, unit: AirUnit)]
    /// Why the rows can't be taken; nil if they can.
    var refusal: String?
  }

  private(set) var groups: [Group] = []
  /// For each group that of the row that came after its last one.
  var next = ContiguousArray<Int>()
  /// For each group whether its rows can't be taken.
  private(set) var isRefused = ContiguousArray<Bool>()
  /// The bytes of all groups' keys, one after the other.
  private(set) var keys = ContiguousArray<UInt8>()
  /// For each group the ends of its segments in `keys`; a segment is what stands between two times or values.
  private(set) var segmentEnds = ContiguousArray<Int>()
  /// How many segments a key has.
  let segmentCount: Int
  private var table = ContiguousArray<Int32>(repeating: -1, count: 64)
  private var hashes = ContiguousArray<UInt64>()

  init(segmentCount: Int) { self.segmentCount = segmentCount }

  /// Where the key of a group begins.
  @inline(__always)
  func keyStart(_ group: Int) -> Int { group == 0 ? 0 : segmentEnds[group &* segmentCount &- 1] }

  /// The group of a key, or nil.
  func find(_ bytes: RawSpan, _ segments: [Range<Int>], hash: UInt64) -> Int? {
    var slot = Int(truncatingIfNeeded: hash) & (table.count &- 1)
    while table[slot] >= 0 {
      let group = Int(table[slot])
      if hashes[group] == hash, matches(group, bytes, segments) { return group }
      slot = (slot &+ 1) & (table.count &- 1)
    }
    return nil
  }

  private func matches(_ group: Int, _ bytes: RawSpan, _ segments: [Range<Int>]) -> Bool {
    let span = keys.span.bytes
    var start = keyStart(group)
    for (index, segment) in segments.enumerated() {
      let end = segmentEnds[group &* segmentCount &+ index]
      guard end &- start == segment.count,
        CSVFields.equal(bytes, segment.lowerBound, span, start, segment.count)
      else { return false }
      start = end
    }
    return true
  }

  /// Adds a group under a key.
  mutating func add(_ group: Group, _ bytes: RawSpan, _ segments: [Range<Int>], hash: UInt64) -> Int {
    for segment in segments {
      for offset in segment { keys.append(EightBytes.byte(bytes, at: offset)) }
      segmentEnds.append(keys.count)
    }
    next.append(groups.count)
    isRefused.append(group.refusal != nil)
    groups.append(group)
    hashes.append(hash)
    if groups.count &* 2 > table.count {
      table = ContiguousArray(repeating: -1, count: table.count &* 4)
      for index in groups.indices { insert(index) }
    } else {
      insert(groups.count &- 1)
    }
    return groups.count &- 1
  }

  private mutating func insert(_ group: Int) {
    var slot = Int(truncatingIfNeeded: hashes[group]) & (table.count &- 1)
    while table[slot] >= 0 { slot = (slot &+ 1) & (table.count &- 1) }
    table[slot] = Int32(truncatingIfNeeded: group)
  }

  /// A hash of a key: each eight bytes are folded in by a multiplication to the full width.
  static func hash(_ bytes: RawSpan, _ segments: [Range<Int>]) -> UInt64 {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    func fold(_ word: UInt64) {
      let product = (state ^ word).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
      state = product.high ^ product.low
    }
    for segment in segments {
      fold(UInt64(truncatingIfNeeded: segment.count))
      var at = segment.lowerBound
      while at &+ 8 <= segment.upperBound {
        fold(EightBytes.load(bytes, at: at))
        at &+= 8
      }
      if at == segment.upperBound { continue }
      if segment.upperBound >= 8 {
        // The last eight bytes; of a short segment also what stands before it, which is shifted out.
        let word = EightBytes.load(bytes, at: segment.upperBound &- 8)
        fold(word &>> UInt64(truncatingIfNeeded: 64 &- 8 &* (segment.upperBound &- at)))
      } else {
        var word: UInt64 = 0
        for offset in at..<segment.upperBound {
          word |=
            UInt64(EightBytes.byte(bytes, at: offset)) &<< UInt64(truncatingIfNeeded: 8 &* (offset &- at))
        }
        fold(word)
      }
    }
    return state
  }
}
