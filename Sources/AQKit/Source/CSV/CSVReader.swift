/// Reads CSV piece by piece into columns, grouped by site and parameter.
///
/// Most rows are of the group that followed the row before when it was last seen. Such a row is read by comparing the
/// bytes around its time and values with those of the group, without looking for its fields.
struct CSVReader: PayloadReader {
  private let layout: CSVLayout
  private let context: PayloadContext
  private let descriptor: SourceDescriptor
  /// Whether a source declares what the layout would say of kinds and averaging periods.
  private let isDeclared: Bool
  private let scanner: CSVRowScanner
  private var plan: CSVPlan?
  private var groups = CSVGroups(segmentCount: 0)
  /// The group of the last row.
  private var last = 0
  /// The number of the line at which the next row begins, from 1.
  private var line = 1
  private var refusals: [(reason: String, line: Int, count: Int)] = []
  /// The values of the row that is being read.
  private var row = ContiguousArray<Double>()
  private var fields: [Range<Int>] = []
  private var segments: [Range<Int>] = []

  /// The most groups that are remembered from batch to batch.
  private static let mostGroups = 100_000

  /// Makes a reader.
  ///
  /// - Parameters:
  ///   - layout: Which columns say what.
  ///   - context: When the bytes arrived, and of which site they are.
  ///   - source: The declaration of the source whose rows they are; nil where the layout is all that is known.
  init(_ layout: CSVLayout, _ context: PayloadContext, of source: SourceDescriptor? = nil) {
    self.layout = layout
    self.context = context
    scanner = CSVRowScanner(layout)
    isDeclared = source != nil
    descriptor =
      source
      ?? SourceDescriptor(
        id: layout.source, name: layout.source.rawValue,
        offers: [
          Offer(
            capabilities: [.history], placeKinds: [], parameters: [], kinds: [layout.kind],
            timeConvention: layout.timeConvention, averaging: layout.averaging)
        ],
        attribution: layout.attribution, rights: layout.rights, sentinels: layout.sentinels)
  }

  mutating func read(_ bytes: RawSpan, isLast: Bool) throws -> (byteCount: Int, response: AirResponse) {
    let byteCount = try readRows(bytes, isLast: isLast)
    var builder = ReportBuilder(descriptor, receivedAt: context.receivedAt)
    report(into: &builder, isLast: isLast, place: nil)
    return (byteCount, builder.response())
  }

  /// Reads as many whole rows as there are, and returns how many bytes they take.
  mutating func readRows(_ bytes: RawSpan, isLast: Bool) throws -> Int {
    var at = 0
    if plan == nil { at = try readHeader(bytes, isLast: isLast) }
    if let plan {
      rows: while at < bytes.byteCount {
        if !groups.groups.isEmpty {
          let predicted = groups.groups[last].next
          let next = readRow(of: predicted, bytes, at, plan, isLast: isLast)
          if next > at {
            at = next
            line &+= 1
            last = predicted
            if let reason = groups.groups[predicted].refusal { try refuse(reason, at: line &- 1) }
            continue
          }
        }
        guard let next = try readAnyRow(bytes, at, plan, isLast: isLast) else { break rows }
        at = next
      }
    }
    return at
  }

  // MARK: Header

  private mutating func readHeader(_ bytes: RawSpan, isLast: Bool) throws -> Int {
    var at = 0
    if bytes.byteCount >= 3, EightBytes.byte(bytes, at: 0) == 0xEF, EightBytes.byte(bytes, at: 1) == 0xBB,
      EightBytes.byte(bytes, at: 2) == 0xBF
    {
      at = 3
    }
    while true {
      switch CSVFields.split(bytes, at: at, delimiter: scanner.delimiter, isLast: isLast, into: &fields) {
      case .incomplete:
        guard bytes.byteCount < CSVFields.longestQuotedRow else {
          throw AQError(.malformed, "line \(line): the header does not end; this is no CSV.")
        }
        return 0
      case .unclosedQuote:
        throw AQError(.malformed, "line \(line): a quoted field of the header is not closed.")
      case .row(let next, let lines):
        let names = fields.map { CSVFields.text(bytes, $0) }
        line &+= lines
        if names.allSatisfy(\.isEmpty) {
          guard next < bytes.byteCount else {
            guard isLast else { return 0 }
            throw AQError(.malformed, "The input is empty; a header of CSV was expected.")
          }
          at = next
          continue
        }
        let plan = try CSVPlan(layout, header: names, line: line &- lines)
        self.plan = plan
        groups = CSVGroups(segmentCount: plan.slots.count + 1)
        row = ContiguousArray(repeating: .nan, count: plan.valueCount)
        return next
      }
    }
  }

  // MARK: Rows

  /// Reads a row that is of a certain group. Returns where the next row begins, or −1 where the row is of another
  /// group, not complete, or not plain.
  @inline(__always)
  private mutating func readRow(
    of group: Int, _ bytes: RawSpan, _ start: Int, _ plan: CSVPlan, isLast: Bool
  ) -> Int {
    var time: Int64 = 0
    let next = scanner.scan(
      bytes, at: start, group, of: groups, plan.slots, isLast: isLast, time: &time, values: &row)
    if next > start, groups.groups[group].refusal == nil { groups.append(time, row, to: group) }
    return next
  }

  /// Reads any row by its fields. Returns where the next one begins, or nil where the row is not complete.
  private mutating func readAnyRow(_ bytes: RawSpan, _ start: Int, _ plan: CSVPlan, isLast: Bool) throws
    -> Int?
  {
    let thisLine = line
    switch CSVFields.split(bytes, at: start, delimiter: scanner.delimiter, isLast: isLast, into: &fields) {
    case .incomplete: return nil
    case .unclosedQuote:
      var end = start
      while end < bytes.byteCount, EightBytes.byte(bytes, at: end) != UInt8(ascii: "\n") { end &+= 1 }
      guard end < bytes.byteCount || isLast else { return nil }
      line &+= 1
      try refuse("a quoted field is not closed", at: thisLine)
      return min(end &+ 1, bytes.byteCount)
    case .row(let next, let lines):
      line &+= lines
      if fields.count == 1, CSVFields.text(bytes, start..<(fields.first?.upperBound ?? start)).isEmpty {
        return next
      }
      guard fields.count == plan.fieldCount else {
        try refuse("a row has another number of fields than the header", at: thisLine)
        return next
      }
      let group = try findGroup(bytes, plan, rowEnd: fields.last?.upperBound ?? next)
      groups.groups[last].next = group
      last = group
      if let reason = groups.groups[group].refusal {
        try refuse(reason, at: thisLine)
      } else if readRow(of: group, bytes, start, plan, isLast: isLast) != next {
        try readFields(bytes, plan, of: group, at: thisLine)
      }
      return next
    }
  }

  /// Reads the time and the values of the row whose fields were found, whatever form they have.
  private mutating func readFields(_ bytes: RawSpan, _ plan: CSVPlan, of group: Int, at line: Int) throws {
    var time: Int64?
    for slot in plan.slots {
      let text = CSVFields.trimmed(CSVFields.text(bytes, fields[slot.field]))
      if let value = slot.value {
        if text.isEmpty || layout.noValue.contains(text) {
          row[value] = .nan
        } else if let number = Self.number(text) {
          row[value] = number
        } else {
          return try refuse("a value is no number", at: line)
        }
      } else {
        var text = text
        let whole = text.withUTF8 { buffer -> Int64? in
          let span = UnsafeRawBufferPointer(buffer).bytes
          var at = 0
          let instant = scanner.time(span, &at)
          return at == span.byteCount ? instant : nil
        }
        guard let whole else {
          return try refuse("a time can't be read, or states no offset from UTC", at: line)
        }
        time = whole
      }
    }
    if let time { groups.append(time, row, to: group) }
  }

  /// A number in any plain decimal spelling: with a plus sign, without a digit before the point.
  private static func number(_ text: String) -> Double? {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "e"), UInt8(ascii: "E"):
        true
      default: false
      }
    }
    guard isPlain, let number = Double(text), number.isFinite else { return nil }
    return number
  }

  // MARK: Groups

  private mutating func findGroup(_ bytes: RawSpan, _ plan: CSVPlan, rowEnd: Int) throws -> Int {
    segments.removeAll(keepingCapacity: true)
    var start = fields.first?.lowerBound ?? 0
    for slot in plan.slots {
      segments.append(start..<fields[slot.field].lowerBound)
      start = fields[slot.field].upperBound
    }
    segments.append(start..<max(start, rowEnd))
    let hash = CSVGroups.hash(bytes, segments)
    if let known = groups.find(bytes, segments, hash: hash) { return known }
    if groups.groups.isEmpty { last = 0 }
    return groups.add(makeGroup(bytes, plan), bytes, segments, hash: hash)
  }

  private func makeGroup(_ bytes: RawSpan, _ plan: CSVPlan) -> CSVGroups.Group {
    func text(_ field: Int?) -> String? {
      field.map { CSVFields.text(bytes, fields[$0]) }.flatMap {
        $0.isEmpty || layout.noValue.contains($0) ? nil : $0
      }
    }
    var refusal: String?
    var site = Site(id: text(plan.siteID), name: text(plan.siteName), kind: layout.siteKind)
    if let latitude = text(plan.latitude), let longitude = text(plan.longitude) {
      site.coordinate = Self.number(latitude).flatMap { latitude in
        Self.number(longitude).flatMap { try? Coordinate(latitude, $0) }
      }
      if site.coordinate == nil { refusal = "a coordinate is none" }
    }
    if plan.siteID == nil, plan.siteName == nil, plan.latitude == nil, let place = context.places.first {
      site = place
    }
    var columns = plan.columns.map { (parameter: $0.parameter, unit: $0.unit) }
    if columns.isEmpty {
      let parameter = text(plan.parameter)
      let spelling = text(plan.unit) ?? ""
      columns = [(AirParameter(parameter ?? ""), layout.unitNames[spelling] ?? AirUnit(spelling))]
      if parameter == nil { refusal = "a row names no parameter" }
    }
    if let unknown = columns.first(where: { !$0.unit.isKnown }) {
      refusal = "the unit “\(unknown.unit.rawValue.prefix(20))” is not known"
    }
    return CSVGroups.Group(
      site: site, instrument: text(plan.instrument), columns: columns, refusal: refusal,
      next: groups.groups.count,
      values: Array(repeating: [], count: plan.valueCount))
  }

  // MARK: Results

  private mutating func refuse(_ reason: String, at line: Int) throws {
    if context.isStrict { throw AQError(.malformed, "line \(line): \(reason).") }
    if let index = refusals.firstIndex(where: { $0.reason == reason }) {
      refusals[index].count += 1
    } else {
      refusals.append((reason, line, 1))
    }
  }

  /// Reports what the rows since the last call say; at the end also what was refused.
  mutating func report(into builder: inout ReportBuilder, isLast: Bool, place: Int?) {
    for index in groups.touched {
      let group = groups.groups[index]
      let site = builder.site(group.site, place: place, kind: isDeclared ? nil : layout.kind)
      let origin = group.instrument.map { Origin(instrument: $0) }
      for (column, values) in zip(group.columns, group.values) {
        builder.add(
          column.parameter, column: values, unit: column.unit, unixStamps: group.times,
          averaging: isDeclared ? nil : layout.averaging, origin: origin, to: site)
      }
    }
    groups.removeRows()
    if groups.groups.count > Self.mostGroups {
      groups = CSVGroups(segmentCount: groups.segmentCount)
      last = 0
    }
    if isLast {
      for refusal in refusals {
        builder.refuse(refusal.reason, count: refusal.count, at: "line \(refusal.line)")
      }
      if !isDeclared, layout.averaging == .instant, layout.timeConvention != .instant {
        builder.note(
          AirNote(.remark, "The text states no averaging period, so each value stands at its time stamp."))
      }
    }
  }
}
