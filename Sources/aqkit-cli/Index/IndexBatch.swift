import AQKit

/// Writes the index of every row of a CSV file as further columns, in one pass and in constant memory.
struct IndexBatch: ~Copyable {
  private let catalog: AirQualityIndexCatalog
  private var output: StandardOutput
  private var row = BatchRow()
  private var tables: BatchTables?
  private var columns: BatchColumns?
  /// The line end of the header, for a last row that has none.
  private var lineEnd = ContiguousArray("\n".utf8)
  /// Whether the rest of a line is skipped, since its beginning was answered already.
  private var isSkipping = false
  /// Shows the progress.
  var progress = ProgressLine(total: nil, isShown: false)

  /// Prepares a batch.
  init(_ catalog: AirQualityIndexCatalog, to output: consuming StandardOutput) {
    self.catalog = catalog
    self.output = output
  }

  /// Reads a file to its end.
  ///
  /// - Throws: `AQError` if the file can't be read, or has no header with the five columns that fits into the
  ///   input's buffer; ``StandardOutput/ReaderGone``.
  mutating func run(_ input: consuming BatchInput) throws {
    var input = input
    var used = 0
    defer { progress.end() }
    repeat {
      progress.advance(by: used)
      try input.advance(to: used)
      used = try process(
        input.buffer.span.bytes.extracting(0..<input.count), isLast: input.isAtEnd, isFull: input.isFull)
      try output.flush()
    } while !input.isAtEnd
    if columns == nil {
      throw AQError(
        .invalidRequest,
        "The file is empty; its first line must be \(BatchColumns.names.joined(separator: ",")).")
    }
  }

  /// Answers the rows that are complete.
  ///
  /// - Returns: Where the first row begins that is not.
  private mutating func process(_ bytes: RawSpan, isLast: Bool, isFull: Bool) throws -> Int {
    var at = 0
    if columns == nil, bytes.byteCount >= 3, bytes.byte(0) == 0xEF, bytes.byte(1) == 0xBB,
      bytes.byte(2) == 0xBF
    {
      at = 3
    }
    if isSkipping {
      guard let end = bytes.firstLineFeed else { return bytes.byteCount }
      isSkipping = false
      at = end + 1
    }
    while at < bytes.byteCount {
      // A row that fills the whole buffer will not become complete by waiting.
      let cannotGrow = isLast || isFull && at == 0
      switch row.read(bytes, at: at, isLast: isLast) {
      case .complete: try answer(bytes)
      case .insideQuotes where cannotGrow && columns != nil:
        guard row.readLine(bytes, at: at, isLast: isLast) else { return try giveUp(bytes) }
        output.append(bytes.text(row.text, quotedForGood: true))
        finish("a field in quotes has no end", bytes, written: 1)
      case .insideQuotes where cannotGrow:
        throw AQError(.invalidRequest, "The header has a field in quotes that does not end.")
      case .incomplete where cannotGrow: return try giveUp(bytes)
      case .insideQuotes, .incomplete: return at
      }
      at = row.next
      try output.flushIfFull()
    }
    return at
  }

  private mutating func answer(_ bytes: RawSpan) throws {
    if row.isEmpty { return }
    guard let columns else {
      let header = try BatchColumns(bytes, row)
      if row.next - row.text.upperBound == 2 { lineEnd = ContiguousArray("\r\n".utf8) }
      columns = header
      tables = BatchTables(catalog, columns: header.key)
      output.append(bytes.extracting(row.text))
      output.append(",index,category,color,error")
      endLine(bytes)
      return
    }
    let fields = row.fields.count
    guard fields == columns.count else {
      let kept = min(fields, columns.count)
      output.append(bytes.extracting(row.text.lowerBound..<row.fields[kept - 1].upperBound))
      finish("the row has \(fields) fields and the header \(columns.count)", bytes, written: kept)
      return
    }
    output.append(bytes.extracting(row.text))
    switch tables?.entry(bytes, row) {
    case .table(let table)?:
      let field = row.fields[columns.concentration]
      if let concentration = Self.number(bytes, field) {
        table.append(concentration, to: &output)
      } else {
        output.append(",,,,")
        output.append(Self.complaint(about: bytes.text(field)).csvField)
      }
    case .refused(let answer)?: output.append(answer)
    case nil: output.append(",,,,")
    }
    endLine(bytes)
  }

  /// Returns the fault of a text that isn't a concentration.
  private static func complaint(about text: String) -> String {
    if text.isEmpty { return "no concentration is given" }
    let hint = ConcentrationArgument.withPoint(text).map { ": decimals are written after a point, \($0)" }
    return "“\(text.shortened)” is no concentration\(hint ?? "")"
  }

  /// Fills up a row with the fields that it lacks, and ends it with an error.
  private mutating func finish(_ error: String, _ bytes: RawSpan, written: Int) {
    for _ in written..<max(written, columns?.count ?? 0) { output.append(UInt8(ascii: ",")) }
    output.append(",,,,")
    output.append(error.csvField)
    endLine(bytes)
  }

  private mutating func endLine(_ bytes: RawSpan) {
    let end = row.text.upperBound..<row.next
    if end.isEmpty || bytes.byte(end.upperBound - 1) != UInt8(ascii: "\n") {
      output.append(lineEnd)
    } else {
      output.append(bytes.extracting(end))
    }
  }

  /// Answers a row that doesn't fit into the buffer, with its complete fields and without the rest.
  ///
  /// - Returns: The number of consumed bytes: all.
  private mutating func giveUp(_ bytes: RawSpan) throws -> Int {
    guard let columns else {
      throw AQError(.tooLarge, "The header is longer than \(bytes.byteCount) bytes.")
    }
    let kept = min(row.fields.count, columns.count)
    if kept > 0 { output.append(bytes.extracting(0..<row.fields[kept - 1].upperBound)) }
    for _ in max(kept, 1)..<max(kept, 1, columns.count) { output.append(UInt8(ascii: ",")) }
    output.append(",,,,the row is longer than \(bytes.byteCount) bytes")
    output.append(lineEnd)
    isSkipping = true
    try output.flushIfFull()
    return bytes.byteCount
  }

  /// Returns the number in a field; nil if there is none, and for NaN and the infinities.
  @inline(__always)
  static func number(_ bytes: RawSpan, _ field: Range<Int>) -> Double? {
    var at = field.lowerBound
    if let number = try? NumberScanner.double(bytes, &at), at == field.upperBound { return number }
    return lenientNumber(bytes.text(field))
  }

  /// A number with a plus sign, leading zeros, or digits on one side of the point only.
  @inline(never)
  static func lenientNumber(_ text: String) -> Double? {
    let isPlain = text.utf8.allSatisfy { byte in
      byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") || "+-.eE".utf8.contains(byte)
    }
    guard isPlain, let number = Double(text), number.isFinite else { return nil }
    return number
  }
}

extension RawSpan {
  /// The offset of the first line feed.
  fileprivate var firstLineFeed: Int? {
    (0..<byteCount).first { byte($0) == UInt8(ascii: "\n") }
  }

  /// Returns bytes as a single field of CSV, always in quotes, for example for a line with unbalanced quotes.
  fileprivate func text(_ range: Range<Int>, quotedForGood: Bool) -> String {
    let text = extracting(range).withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    return quotedForGood ? "\"\(text.replacing("\"", with: "\"\""))\"" : text
  }
}
