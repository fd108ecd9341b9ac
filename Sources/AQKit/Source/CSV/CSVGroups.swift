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
  /// The keys of the groups; a segment is the bytes between two times or values.
  private(set) var keys: ByteKeyTable

  init(segmentCount: Int) { keys = ByteKeyTable(segmentCount: segmentCount) }

  /// Adds a group under a key.
  mutating func add(_ group: Group, _ bytes: RawSpan, _ segments: [Range<Int>], hash: UInt64) -> Int {
    var group = group
    if !group.flags.isEmpty {
      let known = firsts[group.site, default: []]
      group.series = known.first { groups[$0].isOfSeries(group) }
      if group.series == nil { firsts[group.site, default: []].append(groups.count) }
    }
    next.append(groups.count)
    isRefused.append(group.refusal != nil)
    groups.append(group)
    return keys.add(bytes, segments, hash: hash)
  }
}
