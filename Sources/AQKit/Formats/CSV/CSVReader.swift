/// Reads CSV in pieces into columns, grouped by site and parameter.
///
/// Most rows belong to the group that followed the previous row's group last time or, in files without such an order, to
/// the last group with the same first bytes. Such a row is read by comparing the bytes around its time and values with
/// the group's, without finding its fields. Any other row's group is found by a hash of these bytes. Only a row that is
/// not plain, or the first of its group, is split into strings.
struct CSVReader: PayloadFormat.Reader {
  let settings: Settings
  private var scanner: CSVRowScanner
  var plan: CSVPlan?
  var groups = CSVGroups(segmentCount: 0)
  var hints = CSVHints()
  var last = 0
  /// A score from 0 to 3. It rises with each row whose group followed the previous one's as before, and falls with any
  /// other row.
  var order = 3
  /// The line number of the next row, from 1.
  private var line = 1
  /// The offset to which the quotes of a broken row reached; before it, a quoted field ends on its own line.
  private var brokenEnd = 0
  /// Whether the next bytes belong to a refused line.
  private var isInRefusedLine = false
  var hasRows = false
  var refusals: [(reason: String, remedy: String, line: Int, count: Int)] = []
  var rows = CSVRows(valueCount: 0)
  /// The last time of each group in the batches before, if hours can occur twice.
  var lastTimes: [Int: Int64] = [:]
  var fields: [Range<Int>] = []
  var segments: [Range<Int>] = []

  /// The maximum number of groups kept from batch to batch, and of bytes of their keys.
  static let (mostGroups, mostGroupBytes) = (100_000, 32 << 20)

  /// Creates a reader for one CSV text; without a declaration of its source only the layout is known.
  init(
    _ layout: PayloadFormat.CSVLayout, _ context: PayloadFormat.Context, of source: SourceDescriptor? = nil
  ) {
    settings = Settings(layout, context, of: source)
    scanner = CSVRowScanner(layout, valueCount: 0)
  }

  /// The layout, the context and the declaration of a text; shared, because a reader is moved often and these are many fields.
  final class Settings: Sendable {
    let layout: PayloadFormat.CSVLayout
    let context: PayloadFormat.Context
    let descriptor: SourceDescriptor
    /// Whether a source's declaration replaces the layout's kinds and averaging periods.
    let isDeclared: Bool

    init(_ layout: PayloadFormat.CSVLayout, _ context: PayloadFormat.Context, of source: SourceDescriptor?) {
      self.layout = layout
      self.context = context
      isDeclared = source != nil
      descriptor =
        source
        ?? SourceDescriptor(
          id: layout.source, name: layout.source.rawValue,
          offers: [
            SourceDescriptor.Offer(
              capabilities: [.history], placeKinds: [], parameters: [], kinds: [layout.kind],
              timeConvention: layout.timeConvention, averaging: layout.averaging)
          ],
          attribution: layout.attribution, rights: layout.rights, sentinels: layout.sentinels)
    }
  }

  mutating func read(_ bytes: RawSpan, isLast: Bool) throws -> (byteCount: Int, response: AirResponse) {
    let count = try readRows(bytes, isLast: isLast)
    var builder = ReportBuilder(settings.descriptor, receivedAt: settings.context.receivedAt)
    report(into: &builder, isLast: isLast, place: nil, ordersRepeatedHours: true)
    return (count, builder.response())
  }

  mutating func readRows(_ bytes: RawSpan, isLast: Bool) throws -> Int {
    var at = 0
    if plan == nil { at = try readHeader(bytes, isLast: isLast) }
    if let plan { try readRows(bytes, &at, plan, isLast: isLast) }
    brokenEnd = max(0, brokenEnd &- at)
    return at
  }

  // MARK: Header

  private mutating func readHeader(_ bytes: RawSpan, isLast: Bool) throws -> Int {
    let delimiter = try CSVFields.delimiter(settings.layout.delimiter, or: .invalidRequest)
    var at = EightBytes.afterByteOrderMark(bytes)
    while true {
      let end = CSVFields.split(
        bytes, at: at, delimiter: delimiter, isLast: isLast, brokenUntil: &brokenEnd, into: &fields)
      switch end {
      case .incomplete:
        return at
      case .tooLong:
        throw AQError(.malformed, "line \(line): the header doesn't end, so this isn't CSV.")
      case .unclosedQuote, .strayQuote:
        throw AQError(.malformed, "line \(line): \(end.fault ?? "") in the header.")
      case .row(let next, let lines):
        let names = fields.map { CSVFields.text(bytes, $0) }
        line &+= lines
        if names.allSatisfy(\.isEmpty) {
          guard next < bytes.byteCount || !isLast else {
            throw AQError(.malformed, "The input is empty; a CSV header was expected.")
          }
          at = next
          continue
        }
        let plan = try CSVPlan(settings.layout, header: names, line: line &- lines)
        self.plan = plan
        groups = CSVGroups(segmentCount: plan.slots.count + 1)
        rows = CSVRows(valueCount: plan.valueCount)
        scanner = CSVRowScanner(settings.layout, valueCount: plan.valueCount)
        return next
      }
    }
  }

  // MARK: Rows

  private mutating func readRows(_ bytes: RawSpan, _ position: inout Int, _ plan: CSVPlan, isLast: Bool)
    throws
  {
    var at = position
    defer { position = at }
    if isInRefusedLine { at = skipLine(bytes, at) }
    while at < bytes.byteCount {
      if rows.room == 0 { rows.makeRoom() }
      at = try readPlainRows(bytes, at, plan, isLast: isLast)
      guard rows.room > 0, at < bytes.byteCount else { continue }
      guard let next = try readAnyRow(bytes, at, plan, isLast: isLast) else { return }
      at = next
    }
  }

  /// Reads rows until one is not plain, incomplete or the first of its group, or the columns are full. Returns the end
  /// offset.
  private mutating func readPlainRows(_ bytes: RawSpan, _ start: Int, _ plan: CSVPlan, isLast: Bool) throws
    -> Int
  {
    guard !groups.groups.isEmpty, scanner.readsTimes else { return start }
    var at = start
    // Kept in local variables while they are filled, which avoids checks for each row.
    var groupColumn = ContiguousArray<Int32>()
    var timeColumn = ContiguousArray<Int64>()
    var valueColumn = ContiguousArray<Double>()
    rows.swapColumns(with: &groupColumn, &timeColumn, &valueColumn)
    var row = rows.count
    defer {
      rows.swapColumns(with: &groupColumn, &timeColumn, &valueColumn)
      rows.count = row
    }
    var groupOfRow = groupColumn.mutableSpan
    var times = timeColumn.mutableSpan
    var values = valueColumn.mutableSpan
    let end = groupOfRow.count
    while row < end, at < bytes.byteCount {
      let expected = groups.next[last]
      let isOrdered = order > 1
      var group = isOrdered ? expected : hints.group(bytes, at)
      var next = scanner.scan(
        bytes, at: at, group, of: groups, plan.slots, isLast: isLast, row, &times, &values)
      if next <= at, isOrdered {
        group = hints.group(bytes, at)
        next = scanner.scan(
          bytes, at: at, group, of: groups, plan.slots, isLast: isLast, row, &times, &values)
      }
      if next <= at {
        next = scanner.scan(bytes, at: at, plan, row, &times, &values, &segments)
        guard next > at, let known = groups.keys.find(bytes, segments) else { break }
        group = known
        hints.learn(bytes, at, is: group)
      }
      if next &- at > CSVFields.longestRow { break }
      order = group == expected ? min(order &+ 1, 3) : max(order &- 1, 0)
      groups.next[last] = group
      last = group
      at = next
      let lines = groups.lines[group]
      if lines < 0 {
        try refuse(groups.groups[group].refusal ?? "", at: line)
        line &-= lines
      } else {
        groupOfRow[row] = Int32(truncatingIfNeeded: group)
        row &+= 1
        line &+= lines
      }
    }
    return at
  }

  /// Reads a row of any kind by splitting it into fields. Returns the offset of the next row, or nil if the row is
  /// incomplete.
  private mutating func readAnyRow(_ bytes: RawSpan, _ start: Int, _ plan: CSVPlan, isLast: Bool) throws
    -> Int?
  {
    let thisLine = line
    let end = CSVFields.split(
      bytes, at: start, delimiter: scanner.delimiter, isLast: isLast, brokenUntil: &brokenEnd, into: &fields)
    switch end {
    case .incomplete: return nil
    case .tooLong:
      try refuse(end.fault ?? "", at: thisLine)
      for offset in start..<start &+ CSVFields.longestRow
      where EightBytes.byte(bytes, at: offset) == UInt8(ascii: "\n") { line &+= 1 }
      return skipLine(bytes, start &+ CSVFields.longestRow)
    case .unclosedQuote, .strayQuote:
      try refuse(end.fault ?? "", at: thisLine)
      return skipLine(bytes, start)
    case .row(let next, let lines):
      line &+= lines
      if fields.count == 1, CSVFields.text(bytes, start..<(fields.first?.upperBound ?? start)).isEmpty {
        return next
      }
      guard fields.count == plan.fieldCount else {
        try refuse("a row has a different number of fields from the header", at: thisLine)
        return next
      }
      let group = findGroup(bytes, plan)
      groups.next[last] = group
      last = group
      if let reason = groups.groups[group].refusal {
        let unit = groups.groups[group].series.unknownUnit
        try refuse(reason, at: thisLine, remedy: unit.map(ReportBuilder.remedy(for:)) ?? "")
      } else {
        try readFields(bytes, plan, of: group, at: thisLine)
      }
      return next
    }
  }

  /// Skips the rest of a refused line. Returns the start of the next row, or the end.
  private mutating func skipLine(_ bytes: RawSpan, _ start: Int) -> Int {
    let end = EightBytes.firstIndex(of: UInt8(ascii: "\n"), in: bytes, from: start)
    isInRefusedLine = end == nil
    guard let end else { return bytes.byteCount }
    line &+= 1
    return end &+ 1
  }

  /// Reads the time and the values of a row whose fields were found, in any spelling.
  private mutating func readFields(_ bytes: RawSpan, _ plan: CSVPlan, of group: Int, at line: Int) throws {
    let row = rows.count
    var times = Array(repeating: "", count: 1 + settings.layout.furtherTimes.count)
    // Kept until the row is: the next one takes the place of a refused row.
    var limits: [(cell: Int, limit: Double)] = []
    for slot in plan.slots where slot.role != .ignored {
      let text = CSVFields.trimmed(CSVFields.text(bytes, fields[slot.field]))
      switch slot.role {
      case .ignored: break
      case .value(let column):
        let cell = row * plan.valueCount + column
        if text.isEmpty || settings.layout.noValue.contains(text) {
          rows.values[cell] = .nan
        } else if let number = Double(decimal: text) {
          rows.values[cell] = number
        } else if column < plan.qualities.count, let limit = Self.detectionLimit(text) {
          rows.values[cell] = limit / 2
          limits.append((cell, limit))
        } else if column >= plan.qualities.count {
          // An unreadable detail of a value doesn't affect the value.
          rows.values[cell] = .nan
        } else {
          try refuse("a value isn't a number", at: line)
          // A row with one value is refused with it; in a row with several only this value is lost.
          if plan.qualities.count == 1 { return }
          rows.values[cell] = .nan
        }
      case .time: times[0] = text
      case .furtherTime(let number): times[1 + number] = text
      }
    }
    do throws(TimeStamp.Fault) {
      let moment = try moment(times)
      rows.times[row] = moment.seconds
      if moment.repeatsAfter > 0 { rows.repeats[row] = moment.repeatsAfter }
    } catch { return try refuse(error.reason, at: line) }
    for (cell, limit) in limits { rows.limits[cell] = limit }
    rows.groups[row] = Int32(truncatingIfNeeded: group)
    rows.count &+= 1
  }

  private func moment(_ texts: [String]) throws(TimeStamp.Fault) -> TimeStamp.Moment {
    let text = texts.joined(separator: " ")
    do throws(TimeStamp.Fault) {
      return try settings.layout.timeFormat.moment(text, receivedAt: settings.context.receivedAt)
    } catch {
      guard scanner.readsTimes else { throw error }
      throw TimeStamp.Fault(
        reason: "a time can't be read, has no zone or offset, or is outside the years 1 to 9999")
    }
  }

  /// Returns the detection limit in a string such as `<2`; nil for any other string.
  private static func detectionLimit(_ text: String) -> Double? {
    guard text.hasPrefix("<"), let limit = Double(decimal: CSVFields.trimmed(String(text.dropFirst()))),
      limit > 0
    else { return nil }
    return limit
  }

  /// Refuses a row. `remedy` ends the reason's text; it is asked for once, as finding it takes longer than reading a row.
  mutating func refuse(_ reason: String, at line: Int, remedy: @autoclosure () -> String = "") throws {
    if settings.context.isStrict { throw AQError(.malformed, "line \(line): \(reason)\(remedy()).") }
    func index(of reason: String) -> Int? { refusals.firstIndex { $0.reason == reason } }
    // The unit is part of the reason, so there can be as many reasons as rows.
    let isFull = refusals.count >= ReportBuilder.mostReasons
    if let known = index(of: reason) ?? (isFull ? index(of: ReportBuilder.furtherReasons) : nil) {
      refusals[known].count += 1
    } else {
      refusals.append((isFull ? ReportBuilder.furtherReasons : reason, isFull ? "" : remedy(), line, 1))
    }
  }
}
