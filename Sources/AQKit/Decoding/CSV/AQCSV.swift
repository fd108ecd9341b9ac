/// The rows of a CSV text (RFC 4180) by the names of its header, each parsed on access.
///
/// ```swift
/// let table = try reply.csv(delimiter: ";", encoding: .windows1252)
/// try report.each(table.rows { $0["station"].content == wanted }) { row, report in
///   let station = report.site(AirSite(id: wanted, kind: .referenceStation))
///   let value = try row["NO2"].double(missing: ["", "NE"], decimal: ",")
///   report.add(.no2, value, unit: "µg/m³", at: .text(try row["time"].string()), to: station)
/// }
/// ```
///
/// Fields become strings on access, so filtering a file of a whole country costs little. A layout known beforehand
/// reads into columns faster: `ReportBuilder.read(csv:_:site:place:)`.
public struct AQCSV: Sendable {
  package let bytes: [UInt8]
  package let delimiter: UInt8
  private let firstRow: Position
  /// The names of the columns, without white space around them.
  public let header: [String]
  private let columns: [String: Int]

  /// Reads the header of a text.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - delimiter: The ASCII character between fields; neither a quotation mark nor a line end.
  ///   - lines: The number of lines before the header.
  ///   - encoding: The encoding of the text.
  /// - Throws: ``AQError/Code/malformed`` when there is no header of at least two columns, two columns have the same
  ///   name, or the delimiter can't be one.
  public init(
    parsing bytes: [UInt8], delimiter: Character = ",", skipping lines: Int = 0,
    encoding: AQText.Encoding = .utf8
  ) throws(AQError) {
    let text = LineEnds.withLineFeeds(encoding.utf8(bytes))
    self.bytes = text
    let delimiter = try CSVFields.delimiter(String(delimiter), or: .malformed)
    self.delimiter = delimiter
    var position = Position(offset: 0, line: 1)
    for _ in 0..<max(0, lines) { _ = Self.split(text, delimiter, at: &position) }
    guard let row = Self.split(text, delimiter, at: &position), row.fault == nil, row.fields.count > 1 else {
      throw AQError(.malformed, "The text has no header of columns.")
    }
    firstRow = position
    header = row.fields.map { CSVFields.trimmed(Self.text(text, $0)) }
    // Delimiters at the end of the header are columns without a name.
    var columns: [String: Int] = [:]
    for (index, name) in header.enumerated() where !name.isEmpty {
      guard columns.updateValue(index, forKey: name) == nil else {
        throw AQError(.malformed, "Two columns of the header have the same name.")
      }
    }
    self.columns = columns
  }

  /// A column of a table, looked up once for all rows.
  @usableFromInline package struct Column: Sendable {
    package let name: String
    /// The column's index in the header; nil if the table lacks it.
    package let index: Int?
  }

  package func column(_ name: String) -> Column { Column(name: name, index: columns[name]) }

  /// A row of the table.
  public struct Row: Sendable {
    /// The number of its first line, from 1.
    public let line: Int
    package let bytes: [UInt8]
    fileprivate let fields: [Range<Int>]
    fileprivate let columns: [String: Int]
    fileprivate let fault: String?

    /// The field of a column. Reading it throws if the row or the header has no such column; the error names the header's
    /// first columns.
    public subscript(_ name: String) -> AQText { self[Column(name: name, index: columns[name])] }

    package subscript(_ column: Column) -> AQText {
      guard fault == nil, let index = column.index, fields.indices.contains(index) else {
        let header = fault == nil ? columns : nil
        return AQText(nil, AQText.Position(name: column.name, line: line, fault: fault, header: header))
      }
      return AQText(AQCSV.text(bytes, fields[index]), AQText.Position(name: column.name, line: line))
    }

    /// Returns the range of neighbouring fields in the text, with their quotes; empty if the row hasn't that many.
    package func range(_ columns: ClosedRange<Int>) -> Range<Int> {
      guard columns.lowerBound >= 0, columns.upperBound < fields.count else { return 0..<0 }
      return fields[columns.lowerBound].lowerBound..<fields[columns.upperBound].upperBound
    }

    /// Returns the number in a field; nil if it is blank or the header has no such column. Throws
    /// ``AQError/Code/malformed`` with the position for any other text, and if the row is broken.
    package func number(_ column: Column) throws(AQError) -> Double? {
      guard fault == nil else { return try self[column].double() }
      let field = column.index.map { range($0...$0) } ?? 0..<0
      return switch bytes.withUnsafeBytes({ CSVFields.plainNumber($0.bytes, field) }) {
      case .blank: nil
      case .number(let number): number
      case .other: try self[column].double()
      }
    }

    /// Whether the row can't be split into fields: their number differs from the header's, a quote is superfluous or unterminated,
    /// or the row exceeds 1 MiB. Each of its fields then throws.
    public var isBroken: Bool { fault != nil }
  }

  /// All rows that aren't blank, in order.
  public var rows: some Sequence<Row> { rows { _ in true } }

  /// Returns the rows that pass a test, in order. Rows that can't be split into fields are included, so that reading
  /// counts them and none is lost.
  public func rows(where isWanted: @escaping (Row) -> Bool) -> some Sequence<Row> {
    Rows(table: self, isWanted: isWanted, position: firstRow)
  }

  // A type of this module, so that other modules iterate over it as fast as it does.
  private struct Rows: Sequence, IteratorProtocol {
    let table: AQCSV
    let isWanted: (Row) -> Bool
    var position: Position

    mutating func next() -> Row? {
      while let row = table.row(at: &position) {
        if row.isBroken || isWanted(row) { return row }
      }
      return nil
    }
  }

  private struct Position {
    var offset: Int
    var line: Int
    /// The offset up to which each quoted field ends on its line, because those of a broken row ran on to there.
    var brokenEnd = 0
  }

  /// Returns the first row at or after a position that isn't blank; the position advances past it.
  private func row(at position: inout Position) -> Row? {
    while let raw = Self.split(bytes, delimiter, at: &position, expecting: min(header.count, 64)) {
      if raw.fault == nil, raw.fields.count == 1, bytes[raw.fields[0]].allSatisfy(\.isBlank) { continue }
      let fits = raw.fault != nil || raw.fields.count == header.count
      return Row(
        line: raw.line, bytes: bytes, fields: raw.fields, columns: columns,
        fault: fits ? raw.fault : "it has \(raw.fields.count) fields, and the header has \(header.count)")
    }
    return nil
  }

  private static func text(_ bytes: [UInt8], _ field: Range<Int>) -> String {
    bytes.withUnsafeBytes { CSVFields.text($0.bytes, field) }
  }

  /// Splits the row at a position, which advances past it; nil at the end. `count` is the number of fields that it probably
  /// has.
  private static func split(
    _ bytes: [UInt8], _ delimiter: UInt8, at position: inout Position, expecting count: Int = 0
  ) -> (line: Int, fields: [Range<Int>], fault: String?)? {
    let (line, start) = (position.line, position.offset)
    guard start < bytes.count else { return nil }
    var fields: [Range<Int>] = []
    fields.reserveCapacity(count)
    let end = bytes.withUnsafeBytes { buffer in
      CSVFields.split(
        buffer.bytes, at: start, delimiter: delimiter, isLast: true, brokenUntil: &position.brokenEnd,
        into: &fields)
    }
    if case .row(let next, let lines) = end {
      (position.offset, position.line) = (max(next, start + 1), line + lines)
      return (line, fields, nil)
    }
    // The rest of the line is lost; the next lines can still be read.
    let lineEnd = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count - 1
    (position.offset, position.line) = (lineEnd + 1, line + 1)
    return (line, [], end.fault)
  }
}
