/// Groups the rows of a CSV text by everything but their times and values.
///
/// The bytes between the times and values identify a group without being parsed; they are parsed once per group.
struct CSVGroups {
  /// What the rows of a group share.
  struct Group {
    var site: AirSite
    var instrument: String?
    /// The value columns.
    var columns: [CSVLayout.ValueColumn]
    /// Why the rows are refused; nil if they are valid.
    var refusal: String?
    /// The flags of each value column; empty if there are none.
    var flags: [Set<AirReading.QualityFlag>] = []
    /// The first group with the same series, which differs in flags only; nil if it is this one.
    var series: Int?

    /// Whether both have the same series.
    func isOfSeries(_ other: Group) -> Bool {
      refusal == nil && other.refusal == nil && site == other.site && instrument == other.instrument
        && columns == other.columns
    }
  }

  private(set) var groups: [Group] = []
  /// The first group of each site's series, where groups differ in flags.
  private var firsts: [AirSite: [Int]] = [:]
  /// For each group, the group of the row that last followed one of its rows.
  var next = ContiguousArray<Int>()
  /// For each group, whether its rows are refused.
  private(set) var isRefused = ContiguousArray<Bool>()
  /// The bytes of all groups' keys, one after the other.
  private(set) var keys = ContiguousArray<UInt8>()
  /// For each group, the ends of its segments in `keys`; a segment is the bytes between two times or values.
  private(set) var segmentEnds = ContiguousArray<Int>()
  /// The number of segments of a key.
  let segmentCount: Int
  private var table = ContiguousArray<Int32>(repeating: -1, count: 64)
  private var hashes = ContiguousArray<UInt64>()

  init(segmentCount: Int) { self.segmentCount = segmentCount }

  /// The start of a group's key.
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
        ByteKey.equal(bytes, segment.lowerBound, span, start, segment.count)
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
    var group = group
    if !group.flags.isEmpty {
      let known = firsts[group.site, default: []]
      group.series = known.first { groups[$0].isOfSeries(group) }
      if group.series == nil { firsts[group.site, default: []].append(groups.count) }
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
}
