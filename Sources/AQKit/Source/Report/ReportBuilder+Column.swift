extension ReportBuilder {
  struct SiteKey: Hashable {
    let id: String?
    let name: String?
    let coordinate: Coordinate?
    let place: Int?
    let kind: ReportKind
    let issuedAt: AirTime?
  }

  struct SiteEntry {
    let key: SiteKey
    let site: Site
    let kind: ReportKind
    let issuedAt: AirTime?
    let attribution: [Attribution]
    let rights: Rights
    var places: [Int]
    var columns: [Int] = []
  }

  /// The values of one series as they come, in the order of arrival.
  struct Column {
    let parameter: AirParameter
    let unit: AirUnit
    let averaging: AveragingPeriod
    let origin: Origin?
    let correction: Correction?
    private(set) var starts = ContiguousArray<Int64>()
    private(set) var ends = ContiguousArray<Int64>()
    private(set) var values: [Double] = []
    private(set) var flags: [Set<QualityFlag>]?
    private(set) var completeness: [Completeness?]?

    init(
      parameter: AirParameter, unit: AirUnit, averaging: AveragingPeriod, origin: Origin?,
      correction: Correction?
    ) {
      self.parameter = parameter
      self.unit = unit
      self.averaging = averaging
      self.origin = origin
      self.correction = correction
    }

    func matches(
      _ parameter: AirParameter, _ unit: AirUnit, _ averaging: AveragingPeriod, _ origin: Origin?,
      _ correction: Correction?
    ) -> Bool {
      self.parameter == parameter && self.unit == unit && self.averaging == averaging && self.origin == origin
        && self.correction == correction
    }

    mutating func reserve(_ more: Int) {
      starts.reserveCapacity(starts.count + more)
      ends.reserveCapacity(ends.count + more)
      values.reserveCapacity(values.count + more)
    }

    mutating func append(
      _ bounds: (Int64, Int64), _ value: Double, _ newFlags: Set<QualityFlag> = [],
      _ newCompleteness: Completeness? = nil
    ) {
      if flags != nil || !newFlags.isEmpty {
        if flags == nil { flags = Array(repeating: [], count: values.count) }
        flags?.append(newFlags)
      }
      if completeness != nil || newCompleteness != nil {
        if completeness == nil { completeness = Array(repeating: nil, count: values.count) }
        completeness?.append(newCompleteness)
      }
      starts.append(bounds.0)
      ends.append(bounds.1)
      values.append(value)
    }

    mutating func append(contentsOf other: Column) {
      for index in other.values.indices {
        append(
          (other.starts[index], other.ends[index]), other.values[index], other.flags?[index] ?? [],
          other.completeness?[index])
      }
    }

    mutating func removeLast() {
      starts.removeLast()
      ends.removeLast()
      values.removeLast()
      flags?.removeLast()
      completeness?.removeLast()
    }

    /// Puts the values in order of their intervals and keeps the last of those that stand for the same one, a value
    /// before a gap. Returns how many were taken out.
    mutating func normalise() -> Int {
      var isAscending = true
      for index in starts.indices.dropFirst()
      where (starts[index - 1], ends[index - 1]) >= (starts[index], ends[index]) {
        isAscending = false
        break
      }
      if isAscending { return 0 }
      let order = values.indices.sorted {
        (starts[$0], ends[$0], values[$0].isNaN ? -1 : 0, $0) < (
          starts[$1], ends[$1], values[$1].isNaN ? -1 : 0, $1
        )
      }
      var kept: [Int] = []
      kept.reserveCapacity(order.count)
      for index in order {
        if let last = kept.last, starts[last] == starts[index], ends[last] == ends[index] {
          kept.removeLast()
        }
        kept.append(index)
      }
      let removed = order.count - kept.count
      starts = ContiguousArray(kept.map { starts[$0] })
      ends = ContiguousArray(kept.map { ends[$0] })
      values = kept.map { values[$0] }
      flags = flags.map { flags in kept.map { flags[$0] } }
      completeness = completeness.map { completeness in kept.map { completeness[$0] } }
      return removed
    }
  }
}
