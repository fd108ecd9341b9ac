import AQKit

/// A row of a response by the names of its values, regardless of its format.
struct StationRow {
  private var fields: [String: AQText]

  /// Creates a row of named values; the first of equal names counts.
  private init(_ fields: [(String, AQText)]) { self.fields = Dictionary(fields) { first, _ in first } }

  /// Creates a row of an object's members; `name` returns the name under which each is looked up.
  init(_ object: AQJSON, name: (String) -> String = { $0 }) throws(AQError) {
    self.init(try object.members.map { (name($0.name), Self.text(of: $0.value, at: $0.name)) })
  }

  init(_ array: AQJSON, _ columns: [String]) throws(AQError) {
    self.init(zip(columns, try array.elements).map { ($0, Self.text(of: $1, at: $0)) })
  }

  /// Returns the text of a value: empty for `null`, and unreadable for a value that is neither a string nor a number.
  private static func text(of value: AQJSON, at name: String) -> AQText {
    AQText(value.isNull ? "" : try? value.string(acceptingNumber: true), at: name)
  }

  init(_ element: AQXML) { self.init(element.children().map { ($0.name, $0.text) }) }

  init(_ row: AQCSV.Row, of table: AQCSV) throws(AQError) {
    if row.isBroken, let first = table.header.first { _ = try row[first].string() }
    self.init(table.header.map { ($0, row[$0]) }.filter { $1.content != nil })
  }

  subscript(_ name: String) -> AQText? { fields[name] }

  /// Returns the first non-blank text under some names.
  func text(_ names: String...) -> String? {
    names.lazy.compactMap { fields[$0]?.filled }.first
  }

  /// Returns the first non-blank text under some names; throws without one.
  func require(_ names: String...) throws(AQError) -> String {
    for name in names { if let text = text(name) { return text } }
    throw AQError(.malformed, "a row has no \(names.joined(separator: " or "))")
  }

  func texts(_ names: String...) -> [String: String] {
    texts(as: Dictionary(names.map { ($0, $0) }) { first, _ in first })
  }

  func texts(as keys: [String: String]) -> [String: String] { keys.compactMapValues { text($0) } }

  /// Returns a number; nil if it is missing, blank, or invalid.
  func number(_ name: String) -> Double? { fields[name]?.number }

  mutating func set(_ name: String, to value: AQJSON) { fields[name] = Self.text(of: value, at: name) }

  /// Returns the row with a different text for a value; unchanged without one.
  func setting(_ name: String, to text: String?) -> StationRow {
    guard let text else { return self }
    return changed(self) { $0.fields[name] = AQText(text, at: name) }
  }
}

extension StationRow: ReportBuilder.Row {
  func cell(named name: String, missing words: Set<String>) throws(AQError) -> ReportBuilder.Cell {
    try fields[name]?.cell(missing: words) ?? .nothing
  }
}

extension AQText {
  /// The number; nil if it is missing, blank, or invalid.
  var number: Double? { try? double() }
  /// The text; nil if it is missing or blank.
  var filled: String? { content.flatMap { $0.isEmpty ? nil : $0 } }
}

extension ReportBuilder {
  /// Adds an index on a scale of ten that is open at the top, written as text: `1.9`, or `10+` for more than 10.
  mutating func add(
    _ column: ReportColumn, openEnded text: AQText, at stamp: TimeStamp, to site: SiteReference
  ) {
    let isBeyond = text.content == "10+"
    do {
      let number = try isBeyond ? 10 : text.double(missing: ["", "-", "--", "*", "N/A", "N.A."])
      var details = column.details
      if isBeyond || (number ?? 0) >= 10.5 { details.flags.insert(.beyondScale) }
      add(column.parameter, number, unit: column.unit, at: stamp, with: details, to: site)
    } catch {
      refuse(error.message)
    }
  }

  /// Returns the coordinate of a row; it is refused and counted if it isn't a point on Earth.
  mutating func coordinate(of row: StationRow, _ latitude: String, _ longitude: String) -> Coordinate? {
    coordinate(row.number(latitude), row.number(longitude))
  }
}
