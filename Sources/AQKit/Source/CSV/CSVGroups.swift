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
  }

  private(set) var groups: [Group] = []
  /// For each group, the group of the row that last followed one of its rows.
  var next = ContiguousArray<Int>()
  /// For each group, whether its rows are refused.
  private(set) var isRefused = ContiguousArray<Bool>()
  /// The keys of the groups; a segment is the bytes between two times or values.
  private(set) var keys: ByteKeyTable

  init(segmentCount: Int) { keys = ByteKeyTable(segmentCount: segmentCount) }

  /// Adds a group under a key.
  mutating func add(_ group: Group, _ bytes: RawSpan, _ segments: [Range<Int>], hash: UInt64) -> Int {
    next.append(groups.count)
    isRefused.append(group.refusal != nil)
    groups.append(group)
    return keys.add(bytes, segments, hash: hash)
  }
}
