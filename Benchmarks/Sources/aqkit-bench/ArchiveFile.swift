import AQKit
import Foundation

/// A file of hourly values of 300 series (50 sites, six parameters), made from a seed.
struct ArchiveFile {
  /// The form of a file, and the order of its rows.
  enum Form: String, CaseIterable {
    case sorted = "CSV, series after series"
    case interleaved = "CSV, hour after hour"
    case shuffledHours = "CSV, the rows of each hour shuffled"
    case shuffled = "CSV, all rows shuffled"
    case wide = "CSV, a column per parameter"
    case days = "NDJSON, a site's day a line"
    case values = "NDJSON, a site's hour a line"

    var isCSV: Bool { self != .days && self != .values }
  }

  /// The layout of the wide form.
  static let wideLayout: PayloadFormat.CSVLayout = {
    var layout = PayloadFormat.CSVLayout.wide(
      time: "datetime",
      columns: parameters.map { .init($0.name, AirParameter($0.name), unit: AirUnit($0.unit)) })
    layout.siteID = "station"
    layout.latitude = "lat"
    layout.longitude = "lon"
    return layout
  }()

  let form: Form
  let path: String
  /// The number of values in the file.
  let values: Int
  let bytes: Int

  private static let parameters: [(name: String, unit: String, level: Double)] = [
    ("pm25", "µg/m³", 12), ("pm10", "µg/m³", 20), ("no2", "µg/m³", 25),
    ("o3", "µg/m³", 60), ("co", "µg/m³", 200), ("so2", "µg/m³", 6),
  ]
  private static let siteCount = 50
  private static var seriesCount: Int { siteCount * parameters.count }

  /// The text before the time, and between the time and the value, in the rows of each series.
  private static let keys: [(before: [UInt8], after: [UInt8])] = (0..<seriesCount).map { series in
    let (site, parameter) = (series / parameters.count, series % parameters.count)
    let location = 2_150 + 7 * site
    let place = ",\(35 + Double(site) / 16),\(-106.5 + Double(site) / 32),"
    return (
      Array("\(location),\(location * 10 + parameter),\"Del Norte-\(location)\",".utf8),
      Array("\(place)\(parameters[parameter].name),\(parameters[parameter].unit),".utf8)
    )
  }

  /// Writes a file of about as many bytes as asked for.
  init(_ form: Form, megabytes: Int, in folder: String) throws {
    self.form = form
    path = folder + "/\(form)." + (form.isCSV ? "csv" : "ndjson")
    let output = try FileWriter(path)
    var numbers = SeededNumbers(seed: 17)
    var values = 0
    /// Hours of all series, about 84 bytes a row; of the wide form 70, of reports a site's day 2,300, its hour 1,800.
    let hours: Int =
      switch form {
      case .wide: megabytes * 1_000_000 / (70 * Self.siteCount)
      case .days: max(1, megabytes * 1_000_000 / (2_300 * Self.siteCount)) * 24
      case .values: megabytes * 1_000_000 / (1_800 * Self.siteCount)
      default: megabytes * 1_000_000 / (84 * Self.seriesCount)
      }
    func row(_ series: Int, _ hour: Int) throws {
      try output.write(Self.keys[series].before)
      output.append(hour: hour)
      try output.write(Self.keys[series].after)
      output.append(
        tenths: Int(Self.parameters[series % Self.parameters.count].level * 20 * numbers.fraction()))
      output.endLine()
      values += 1
    }
    if form.isCSV, form != .wide {
      try output.write(Array("location_id,sensors_id,location,datetime,lat,lon,parameter,units,value\n".utf8))
    }
    switch form {
    case .sorted: for series in 0..<Self.seriesCount { for hour in 0..<hours { try row(series, hour) } }
    case .interleaved: for hour in 0..<hours { for series in 0..<Self.seriesCount { try row(series, hour) } }
    case .shuffledHours:
      for hour in 0..<hours {
        for series in numbers.shuffled(Self.seriesCount) { try row(series, hour) }
      }
    case .shuffled:
      for place in numbers.shuffled(Self.seriesCount * hours) {
        try row(place % Self.seriesCount, place / Self.seriesCount)
      }
    case .wide: values = try Self.writeWide(hours, to: output, &numbers)
    case .days: values = try Self.writeReports(hours, perLine: 24, to: output, &numbers)
    case .values: values = try Self.writeReports(hours, perLine: 1, to: output, &numbers)
    }
    bytes = try output.finish()
    self.values = values
  }

  private static func writeWide(_ hours: Int, to output: FileWriter, _ numbers: inout SeededNumbers) throws
    -> Int
  {
    var values = 0
    try output.write(
      Array("station,datetime,lat,lon,\(parameters.map(\.name).joined(separator: ","))\n".utf8))
    for hour in 0..<hours {
      for site in 0..<siteCount {
        try output.write(Array("\(2_150 + 7 * site),".utf8))
        output.append(hour: hour)
        try output.write(Array(",\(35 + Double(site) / 16),\(-106.5 + Double(site) / 32)".utf8))
        for parameter in parameters {
          try output.write([UInt8(ascii: ",")])
          // One in twenty is missing.
          guard numbers.fraction() >= 0.05 else { continue }
          output.append(tenths: Int(parameter.level * 20 * numbers.fraction()))
          values += 1
        }
        output.endLine()
      }
    }
    return values
  }

  /// Reports as AQKit writes them, the same ones again and again.
  private static func writeReports(
    _ hours: Int, perLine count: Int, to output: FileWriter, _ numbers: inout SeededNumbers
  ) throws -> Int {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let lines = try (0..<(4 * siteCount)).map { (line: Int) -> [UInt8] in
      let site = line % siteCount
      let start = Int64(1_640_995_200 + line / siteCount * 3_600 * count)
      let timeline = try AirTimeline(
        start: AirTime(secondsSince1970: start), step: .seconds(3_600), length: .seconds(3_600), count: count)
      let series = try parameters.map { parameter in
        try AirSeries(
          AirParameter(parameter.name), unit: AirUnit(parameter.unit), averaging: .oneHour,
          timeline: timeline,
          values: (0..<count).map { _ in (parameter.level * 20 * numbers.fraction()).rounded() / 10 })
      }
      let report = AirReport(
        source: "archive",
        site: AirSite(
          id: "\(2_150 + 7 * site)", name: "Del Norte-\(2_150 + 7 * site)",
          coordinate: try Coordinate(35 + Double(site) / 16, -106.5 + Double(site) / 32),
          kind: .referenceStation),
        kind: .observation, series: series,
        receivedAt: AirTime(secondsSince1970: start + Int64(count + 1) * 3_600),
        attribution: [AirAttribution("Benchmark", licence: "CC0")])
      return Array(try encoder.encode(report)) + [UInt8(ascii: "\n")]
    }
    let wanted = hours / count * siteCount
    for line in 0..<wanted { try output.write(lines[line % lines.count]) }
    return wanted * count * parameters.count
  }
}

/// Writes a file piece by piece.
private final class FileWriter {
  private let handle: FileHandle
  private var buffer: [UInt8] = []
  private var written = 0
  private var day = -1
  private var dayText: [UInt8] = []

  init(_ path: String) throws {
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    buffer.reserveCapacity(1 << 21)
  }

  func write(_ bytes: [UInt8]) throws {
    buffer.append(contentsOf: bytes)
    if buffer.count > 1 << 20 { try flush() }
  }

  /// An hour since the start of 2022, seven hours behind GMT.
  func append(hour: Int) {
    if hour / 24 != day {
      day = hour / 24
      let noon = AirTime(secondsSince1970: 1_640_995_200 + Int64(day) * 86_400 + 43_200)
      dayText = Array(noon.description.utf8.prefix(10)) + [UInt8(ascii: "T")]
    }
    buffer.append(contentsOf: dayText)
    append(digit: hour % 24 / 10)
    append(digit: hour % 24 % 10)
    buffer.append(contentsOf: ":00:00-07:00".utf8)
  }

  /// A number in tenths.
  func append(tenths: Int) {
    let whole = tenths / 10
    if whole >= 100 { append(digit: whole / 100) }
    if whole >= 10 { append(digit: whole / 10 % 10) }
    append(digit: whole % 10)
    buffer.append(UInt8(ascii: "."))
    append(digit: tenths % 10)
  }

  func endLine() { buffer.append(UInt8(ascii: "\n")) }

  /// Returns the number of bytes written in all.
  func finish() throws -> Int {
    try flush()
    try handle.close()
    return written
  }

  private func append(digit: Int) { buffer.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)) }

  private func flush() throws {
    try handle.write(contentsOf: Data(buffer))
    written += buffer.count
    buffer.removeAll(keepingCapacity: true)
  }
}
