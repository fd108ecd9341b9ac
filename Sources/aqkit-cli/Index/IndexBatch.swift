import AQKit
import Foundation

/// Writes the index of every row of a CSV file as further columns, in one pass and in constant memory.
struct IndexBatch: ~Copyable {
  /// The columns that a file must have: those that choose a table, then the concentration.
  static let columns = ["standard", "pollutant", "averaging", "unit", "concentration"]
  static let mostTables = 4096

  private let catalog: AirQualityIndexCatalog
  private var output: StandardOutput
  private var tables: [[String]: Result<BatchTable, WrongUsage>] = [:]

  init(_ catalog: AirQualityIndexCatalog, to output: consuming StandardOutput) {
    self.catalog = catalog
    self.output = output
  }

  /// Reads a file to its end: the first line has the five columns, each further line is a row; blank lines are skipped.
  mutating func run(_ input: FileHandle) throws {
    var lines = InputLines(input)
    guard var header = try lines.next() else { throw Self.badHeader }
    if header.starts(with: [0xEF, 0xBB, 0xBF]) { header.removeFirst(3) }
    let names = (try? Self.fields(of: header).get().map { $0.lowercased() }) ?? []
    guard Self.columns.allSatisfy({ name in names.count { $0 == name } == 1 }) else { throw Self.badHeader }
    let places = Self.columns.compactMap { names.firstIndex(of: $0) }
    output.append(header)
    output.append(",index,category,color,error\n")
    do {
      while let line = try lines.next() {
        appendRow(line, places, width: names.count)
        // Rows from a pipe are written as they are read.
        if lines.isDrained { try output.flush() } else { try output.flushIfFull() }
      }
    } catch {
      // The rows before a fault are kept.
      try output.flush()
      throw error
    }
    try output.flush()
  }

  private static var badHeader: AQError {
    AQError(
      .invalidRequest,
      "The first line must have each of these columns once: \(columns.joined(separator: ",")).")
  }

  private static func fields(of line: [UInt8]) -> Result<[String], WrongUsage> {
    let line = ContiguousArray(line)
    var (places, brokenEnd) = ([Range<Int>](), 0)
    let end = CSVFields.split(
      line.span.bytes, at: 0, delimiter: UInt8(ascii: ","), isLast: true, brokenUntil: &brokenEnd,
      into: &places)
    if let fault = end.fault { return .failure(WrongUsage(fault)) }
    return .success(places.map { CSVFields.text(line.span.bytes, $0) })
  }

  private mutating func appendRow(_ line: [UInt8], _ places: [Int], width: Int) {
    switch Self.fields(of: line) {
    case .failure(let fault):
      // Quoted, so that the columns stay in place.
      let row = String(decoding: line, as: UTF8.self).csvField(isQuoted: true)
      append(row, missing: width - 1, fault.reason.message)
    case .success(let fields) where fields.count != width:
      let kept = fields.prefix(width).map { $0.csvField() }.joined(separator: ",")
      append(
        kept, missing: width - fields.count,
        "the row has \(Text.count(fields.count, "field")) and the header \(width)")
    case .success(let fields):
      let key = places.dropLast().map { fields[$0] }
      let table = tables[key] ?? Result { () throws(WrongUsage) in try BatchTable(key, in: catalog) }
      if tables.count >= Self.mostTables { tables.removeAll() }
      tables[key] = table
      let text = fields[places[Self.columns.count - 1]]
      output.append(line)
      switch (table, Double(decimal: text)) {
      case (.failure(let refusal), _): output.append(",,,,\(refusal.reason.message.csvField())\n")
      case (_, nil): output.append(",,,,\(Self.complaint(about: text).csvField())\n")
      case (.success(let table), let number?): output.append(table.columns(for: number) + "\n")
      }
    }
  }

  /// Appends a row that can't be read, padded with the fields that it lacks.
  private mutating func append(_ row: String, missing count: Int, _ reason: String) {
    output.append(row + String(repeating: ",", count: max(0, count)) + ",,,,\(reason.csvField())\n")
  }

  private static func complaint(about text: String) -> String {
    if text.isEmpty { return "no concentration is given" }
    let hint = ConcentrationArgument.withPoint(text).map { ": decimals are written after a point, \($0)" }
    return "“\(text.shortened)” isn't a concentration\(hint ?? "")"
  }
}

/// The table of rows with the same standard, pollutant, averaging period and unit.
struct BatchTable {
  private let index: any AirQualityIndex
  private let scale: BreakpointIndex.Scale
  private let convert: InputConversion?

  init(_ key: [String], in catalog: AirQualityIndexCatalog) throws(WrongUsage) {
    for (name, value) in zip(["standard", "pollutant", "averaging period", "unit"], key) where value.isEmpty {
      throw WrongUsage("no \(name) is given")
    }
    let (standard, parameter, averaging, unit) = (key[0], AirParameter(key[1]), key[2], key[3])
    guard let index = catalog.index(standard) else {
      let hint = suggestedSpelling(for: standard, among: catalog.names)
      throw WrongUsage("there is no index “\(standard.shortened)”\(hint)")
    }
    guard let period = AveragingPeriod(averaging) ?? AveragingPeriod(averaging.lowercased()) else {
      throw WrongUsage("“\(averaging.shortened)” isn't an averaging period such as 1h, 24h or 8h-max")
    }
    let identifier = index.edition.identifier
    var scales = (index as? BreakpointIndex)?.scales ?? []
    if let levels = (index as? HongKongAQHI)?.levels, levels.input.parameter == parameter {
      scales = [levels]
    }
    if scales.isEmpty {
      throw WrongUsage(
        "\(identifier) isn't a table of breakpoints: no single pollutant can be looked up in it")
    }
    let known = scales.filter { $0.input.parameter == parameter }
    if known.isEmpty {
      let near = AirParameter.suggestion(for: key[1])
      throw WrongUsage("\(identifier) does not cover \(parameter.rawValue.shortened)\(near)")
    }
    guard let scale = known.first(where: { $0.input.averaging == period }) else {
      let periods = known.map(\.input.averaging.description).joined(separator: " and ")
      throw WrongUsage("\(identifier) covers \(parameter) over \(periods) and not over \(period)")
    }
    do throws(AQIOutcome.Unavailable) {
      convert = try index.conversion(from: AirUnit(unit), to: scale.input)
    } catch {
      throw WrongUsage("\(unit.shortened) of \(parameter) can't be converted to \(scale.input.unit)")
    }
    (self.index, self.scale) = (index, scale)
  }

  /// Returns the further columns for a concentration: `,index,category,color,error`.
  func columns(for concentration: Double) -> String {
    let given = convert.map { $0(concentration) } ?? concentration
    let text = "\(given.plainText) \(scale.input.unit)"
    var (number, error) = ("", "")
    var band: (name: String, color: AQIBand.Color?)?
    switch scale.number(of: given) {
    case let found where found >= 0:
      number = "\(found)"
      band = index.band(of: Int(found)).map { ($0.nameInTable, $0.color(for: Int(found))) }
    case AQIValue.Code.open:
      band = index.bands.last.map { ($0.nameInTable, $0.color) }
      error = "only the category is defined at \(text)"
    case AQIValue.Code.undefined: error = "no index is defined at \(text)"
    default: error = "\(text) isn't a concentration\(AQIOutcome.Unavailable.flaw(of: given))"
    }
    return ",\(number),\(band?.name.csvField() ?? ""),\(band?.color?.hex ?? ""),\(error.csvField())"
  }
}

extension String {
  var shortened: String { shortened(to: 40) }

  /// Returns the text as a field of CSV, quoted if it needs that or if the caller asks for it.
  func csvField(isQuoted: Bool = false) -> String {
    let needsQuotes = utf8.contains {
      $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") || $0 == 10 || $0 == 13
    }
    guard isQuoted || needsQuotes else { return self }
    // Scalars are replaced, since a quotation mark and a combining mark after it are one character.
    let doubled = unicodeScalars.replacing("\"".unicodeScalars, with: "\"\"".unicodeScalars)
    return "\"\(String(doubled))\""
  }
}
