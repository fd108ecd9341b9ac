/// Reads reports in AQKit's schema: one, an array, or one per line.
struct SchemaReader: PayloadFormat.Reader {
  private enum Form {
    /// Only white space has been read so far.
    case unknown
    /// Elements of an array; `isFirst` until the first one has been read.
    case array(isFirst: Bool)
    /// The input has a report on each line.
    case lines
    /// The end of the array, or of the only report.
    case end
  }

  private let isStrict: Bool
  private let longestLine: Int
  /// Whether the rest of an overlong line hasn't arrived yet.
  private var isPassingOver = false
  private var form = Form.unknown
  private var line = 1
  private var column = 1
  private var readCount = 0
  private var refusedCount = 0
  private var firstFault = ""
  private var reader = ReportReader()

  init(isStrict: Bool, longestLine: Int = 64 << 20) {
    self.isStrict = isStrict
    self.longestLine = longestLine
  }

  mutating func read(_ bytes: RawSpan, isLast: Bool) throws -> (byteCount: Int, response: AirResponse) {
    let bytes = bytes.withUnsafeBytes { [UInt8]($0) }
    var text = JSONOutline(bytes, line: line, column: column)
    var reports: [AirReport] = []
    if case .unknown = form { try begin(&text, isLast: isLast, into: &reports) }
    switch form {
    case .unknown: break
    case .array: try readElements(&text, isLast: isLast, into: &reports)
    case .lines: try readLines(&text, isLast: isLast, into: &reports)
    case .end: try expectEnd(&text)
    }
    (line, column) = (text.line, text.column)
    readCount += reports.count
    var response = AirResponse(reports: reports)
    if isLast, refusedCount > 0 {
      guard readCount > 0 else {
        throw AQError(.malformed, "The input contains no report in AQKit's schema; \(firstFault)")
      }
      response.notes = [
        AirNote(.refused, "Refused: no report; the first at \(firstFault)", count: refusedCount)
      ]
    }
    return (text.offset, response)
  }

  private mutating func begin(_ text: inout JSONOutline, isLast: Bool, into reports: inout [AirReport]) throws
  {
    // A byte order mark may arrive in parts.
    if !isLast, ([0xEF, 0xBB] as [UInt8]).starts(with: text.bytes) { return }
    switch text.peek() {
    case UInt8(ascii: "["):
      _ = text.take("[")
      form = .array(isFirst: true)
    case UInt8(ascii: "{"):
      let lineEnd = text.bytes[text.offset...].firstIndex(of: UInt8(ascii: "\n"))
      if let end = lineEnd {
        // If the first line is a value, or can't start one, there is one report per line.
        var first = JSONOutline(Array(text.bytes[text.offset..<end]))
        var fault: AQError?
        do throws(AQError) { _ = try first.value() } catch { fault = error }
        if fault?.retry != .now {
          form = .lines
          return
        }
      }
      var rest = text
      do {
        let value = try rest.value()
        // The next bytes show whether this is the only report, or a line with something after its report.
        if !isLast {
          if rest.peek() == nil { return }
          if lineEnd == nil {
            form = .lines
            return
          }
        }
        text = rest
        form = .end
        try take(value, of: text.bytes, into: &reports)
      } catch {
        guard isLast else { return }
        // Perhaps only the first line is incomplete.
        let whole = text
        form = .lines
        try readLines(&text, isLast: true, into: &reports)
        if reports.isEmpty {
          text = whole
          throw error
        }
      }
    case nil:
      guard isLast else { return }
      throw AQError(.malformed, "The input is empty; a report in AQKit's schema was expected.")
    default:
      throw text.error("expected a report or an array of reports as JSON")
    }
  }

  private mutating func readElements(_ text: inout JSONOutline, isLast: Bool, into reports: inout [AirReport])
    throws
  {
    while true {
      var rest = text
      do {
        if rest.take("]") {
          text = rest
          form = .end
          return try expectEnd(&text)
        }
        if case .array(isFirst: false) = form, !rest.take(",") {
          guard rest.peek() == nil else { throw rest.error("expected “,” or “]” after an element") }
          throw rest.error("the text ends inside the array", isTruncated: true)
        }
        let value = try rest.value()
        // A number may continue.
        if !isLast, rest.peek() == nil { return }
        text = rest
        form = .array(isFirst: false)
        try take(value, of: text.bytes, into: &reports)
      } catch let error as AQError {
        guard error.retry == .now, !isLast else { throw error }
        return
      }
    }
  }

  private mutating func readLines(_ text: inout JSONOutline, isLast: Bool, into reports: inout [AirReport])
    throws
  {
    if isPassingOver {
      let end = text.lineEnd(from: text.offset)
      isPassingOver = end == nil
      text.skip(to: end ?? text.bytes.count)
    }
    while text.peek() != nil {
      let start = text.offset
      let lineEnd = text.lineEnd(from: start)
      guard (lineEnd ?? text.bytes.count) - start <= longestLine else {
        try refuse("\(text.position): a line is longer than \(longestLine) bytes")
        isPassingOver = lineEnd == nil
        text.skip(to: lineEnd ?? text.bytes.count)
        continue
      }
      guard let end = lineEnd ?? (isLast ? text.bytes.count : nil) else { return }
      let line = JSONOutline.Value(range: start..<end, line: text.line, column: text.column)
      text.skip(to: end)
      try take(line, of: text.bytes, into: &reports)
    }
  }

  private mutating func expectEnd(_ text: inout JSONOutline) throws {
    guard text.peek() == nil else { throw text.error("something follows the end of the reports") }
  }

  private mutating func take(_ value: JSONOutline.Value, of bytes: [UInt8], into reports: inout [AirReport])
    throws
  {
    if let report = try? reader.report(bytes, in: value.range) { return reports.append(report) }
    // The slow reader handles what is unusual and reports faults exactly.
    do throws(AQError) {
      reports.append(try AirReport(AQJSON(parsing: Array(bytes[value.range]))))
    } catch {
      try refuse("line \(value.line), column \(value.column): \(error.message)")
    }
  }

  private mutating func refuse(_ fault: String) throws {
    if isStrict { throw AQError(.malformed, fault) }
    refusedCount += 1
    if refusedCount == 1 { firstFault = fault }
  }
}
