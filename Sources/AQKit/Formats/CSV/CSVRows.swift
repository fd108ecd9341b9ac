/// The rows of a batch in text order: the time, the values and the group of each.
struct CSVRows {
  let valueCount: Int
  var count = 0
  /// The group of each row; longer than the row count, like the other columns.
  var groups = ContiguousArray<Int32>()
  var times = ContiguousArray<Int64>()
  /// The rows whose times occur twice, with the seconds until the second occurrence.
  var repeats: [Int: Int64] = [:]
  /// The detection limits of values that were stated as below a limit, by the values' offsets.
  var limits: [Int: Double] = [:]
  /// The values of each row, row after row.
  var values = ContiguousArray<Double>()

  init(valueCount: Int) { self.valueCount = valueCount }

  var room: Int { groups.count &- count }

  mutating func makeRoom() {
    let more = max(4_096, count)
    groups.append(contentsOf: repeatElement(0, count: more))
    times.append(contentsOf: repeatElement(0, count: more))
    values.append(contentsOf: repeatElement(0, count: more &* valueCount))
  }

  /// Swaps the columns with those of the caller, who fills them.
  mutating func swapColumns(
    with groups: inout ContiguousArray<Int32>, _ times: inout ContiguousArray<Int64>,
    _ values: inout ContiguousArray<Double>
  ) {
    swap(&self.groups, &groups)
    swap(&self.times, &times)
    swap(&self.values, &values)
  }

  mutating func removeAll() {
    count = 0
    repeats.removeAll()
    limits.removeAll()
  }

  /// Delivers the rows of each non-empty group, in the order of the groups' first rows; within a group in text order if that is
  /// kept, else by time, and by text order at equal times. Groups of the same series are delivered together; `haveTwins` says
  /// whether there are such groups.
  /// `take` receives the times, those of them that occur twice, all columns of numbers, the group of each row if groups have
  /// flags, and the rows' numbers.
  func forEachGroup(
    of all: [CSVGroups.Group], joining haveTwins: Bool, keepingOrder keepsOrder: Bool,
    _ take: (Int, [Int64], RepeatedHours, [[Double]], [Int], ArraySlice<Int32>) -> Void
  ) {
    if count == 0 { return }
    // The layout decides, so it is the same for all groups.
    let hasFlags = all.first.map { !$0.flags.isEmpty } ?? false
    let given = self.groups
    var groups =
      haveTwins
      ? ContiguousArray(given.prefix(count).map { Int32(truncatingIfNeeded: all[Int($0)].first ?? Int($0)) })
      : given
    // A piece of a text may have few rows of very many groups; the groups of these rows are then numbered again.
    let isSparse = count < all.count / 8
    let used = isSparse ? renumber(&groups) : []
    let groupCount = isSparse ? used.count : all.count
    var counts = ContiguousArray<Int>(repeating: 0, count: groupCount)
    var newest = ContiguousArray<Int64>(repeating: .min, count: groupCount)
    var order: [Int] = []
    var isOrdered = true
    for row in 0..<count {
      let group = Int(groups[row])
      if counts[group] == 0 { order.append(group) }
      counts[group] &+= 1
      isOrdered = isOrdered && newest[group] <= times[row]
      newest[group] = times[row]
    }
    var next = ContiguousArray<Int>(repeating: 0, count: groupCount)
    var start = 0
    for group in order {
      next[group] = start
      start &+= counts[group]
    }
    var rows = ContiguousArray<Int32>(repeating: 0, count: count)
    func place(_ row: Int32) {
      let group = Int(groups[Int(row)])
      rows[next[group]] = row
      next[group] &+= 1
    }
    if isOrdered || keepsOrder {
      for row in 0..<Int32(truncatingIfNeeded: count) { place(row) }
    } else {
      for row in rowsByTime() { place(row) }
    }
    start = 0
    for group in order {
      let selected = rows[start..<(start &+ counts[group])]
      start &+= counts[group]
      let columns = (0..<valueCount).map { column in
        selected.map { values[Int($0) &* valueCount &+ column] }
      }
      var repeated = RepeatedHours()
      if !repeats.isEmpty {
        for (index, row) in selected.enumerated() {
          if let after = repeats[Int(row)] { repeated.append(index: index, after: after) }
        }
      }
      take(
        isSparse ? Int(used[group]) : group, selected.map { times[Int($0)] }, repeated, columns,
        hasFlags ? selected.map { Int(given[Int($0)]) } : [], selected)
    }
  }

  /// Numbers the groups of the rows in the order in which they occur, and returns their own numbers.
  private func renumber(_ groups: inout ContiguousArray<Int32>) -> [Int32] {
    var used: [Int32] = []
    var numbers: [Int32: Int32] = [:]
    for row in 0..<count {
      let number = numbers[groups[row]] ?? Int32(truncatingIfNeeded: used.count)
      if Int(number) == used.count {
        numbers[groups[row]] = number
        used.append(groups[row])
      }
      groups[row] = number
    }
    return used
  }

  /// Returns the detection limits of a column's values in these rows; nil if none was stated as below a limit.
  func limits(of column: Int, in rows: ArraySlice<Int32>) -> [Double?]? {
    if limits.isEmpty { return nil }
    let found = rows.map { limits[Int($0) &* valueCount &+ column] }
    return found.contains { $0 != nil } ? found : nil
  }

  /// Returns all rows by time, and by text order at equal times; a radix sort with digits of eleven bits.
  private func rowsByTime() -> ContiguousArray<Int32> {
    var rows = ContiguousArray(0..<Int32(truncatingIfNeeded: count))
    var sorted = rows
    let first = times[..<count].min() ?? 0
    // The bits in which times differ; whole hours agree in the lowest four.
    let span = times[..<count].reduce(UInt64(0)) { $0 | UInt64(bitPattern: $1 &- first) }
    var shift = UInt64(span.trailingZeroBitCount)
    while shift < 64, span >> shift > 0 {
      func digit(_ row: Int32) -> Int {
        Int(truncatingIfNeeded: UInt64(bitPattern: times[Int(row)] &- first) >> shift & 0x7FF)
      }
      var starts = ContiguousArray<Int32>(repeating: 0, count: 0x801)
      for row in rows { starts[digit(row) &+ 1] &+= 1 }
      for index in 1...0x800 { starts[index] &+= starts[index &- 1] }
      for row in rows {
        let digit = digit(row)
        sorted[Int(starts[digit])] = row
        starts[digit] &+= 1
      }
      swap(&rows, &sorted)
      shift += 11
    }
    return rows
  }
}

extension ReportBuilder {
  /// Reads a CSV text, such as the body of a reply.
  ///
  /// The source's declaration gives the sentinels, attribution and rights, and the time convention and averaging period if
  /// neither a column of values nor the call states them; the layout's are ignored. An unreadable row is refused and
  /// counted, with its line number.
  ///
  /// - Parameters:
  ///   - text: The text, in UTF-8.
  ///   - layout: The mapping of the header.
  ///   - timeConvention: The meaning of the times; by default as in each parameter's offer.
  ///   - averaging: The averaging period; by default as in each parameter's offer.
  ///   - site: The site of the rows, if no column states it.
  ///   - place: The index of the query's place that they are for; nil to match by the sites.
  /// - Throws: ``AQError/Code/malformed`` when the text has no header, or the header lacks a required column.
  public mutating func read(
    csv text: [UInt8], _ layout: PayloadFormat.CSVLayout,
    timeConvention: SourceDescriptor.TimeConvention? = nil, averaging: AveragingPeriod? = nil,
    site: AirSite? = nil, place: Int? = nil
  ) throws {
    let context = PayloadFormat.Context(receivedAt: receivedAt, places: site.map { [$0] } ?? [])
    var reader = CSVReader(layout, context, of: descriptor)
    _ = try LineEnds.withLineFeeds(text).withUnsafeBytes { try reader.readRows($0.bytes, isLast: true) }
    reader.report(
      into: &self, isLast: true, place: place, timeConvention: timeConvention, averaging: averaging)
  }
}
