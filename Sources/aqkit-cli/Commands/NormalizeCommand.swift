import AQKit
import AQKitFixtures
import ArgumentParser
import Foundation

struct NormalizeCommand: ToolCommand {
  static let help = CommandHelp(
    "normalize",
    "Turn recorded bytes of an adapter or a file format into the AQKit schema, one report or notice per line.",
    about: """
      Reads a file or, with -, standard input, gzip as well unless --lines is given. Malformed rows are counted on stderr.
      """,
    """
    With --lines files each line of the input names a file, and may go on after a tab with its format, and after \
    another with the time of its receipt. With --lines documents each line is a whole input, such as one response in \
    JSON. The first bad one ends with exit code 1; what went before was written.
    """,
    examples: "normalize --format open-meteo response.json",
    "normalize --format openaq-csv --output csv archive.csv.gz",
    "normalize --format openaq-csv --lines files list.txt")

  enum LineContent: String, CaseIterable, ExpressibleByArgument {
    case files, documents
  }

  @Option(
    help: ArgumentHelp("The format of the input, such as aqkit, open-meteo, city.", valueName: "FORMAT"))
  var format: String?

  @Option(
    help: ArgumentHelp("The content of each line: files to read, or documents.", valueName: "WHAT"))
  var lines: LineContent?

  @Option(
    name: .customLong("output"),
    help: ArgumentHelp(
      "json (a report or warning per line), csv (a row per value), geojson (sites with their newest values).",
      valueName: "FORM"))
  var form: ReportForm = .json

  @Argument(help: "The file to read; - for standard input.", completion: .file())
  var file = "-"

  @Option(
    help: ArgumentHelp(
      "When the input was received, such as 2026-10-01T12:00:00Z; now by default.", valueName: "TIME"))
  var receivedAt: String?

  @Flag(name: .customLong("strict"), help: "Fail on the first malformed row.")
  var isStrict = false

  @OptionGroup var options: ContainerOptions

  mutating func validate() throws {
    let isTime = receivedAt.map { AirTime($0) != nil } ?? true
    try refuse(if: !isTime, "--received-at takes a time such as 2026-10-01T12:00:00Z.")
    try refuse(
      if: format == nil && lines != .files, "Name the format of the input, such as --format open-meteo.")
  }

  mutating func run() async throws {
    let container = try options.container(opensFeeds: false)
    let time = try receivedAt.flatMap { AirTime($0) } ?? container[.clock].time
    // A wrong name is reported before any input is read.
    if let format { _ = try WrongUsage.checked { try container.format(format) } }
    var normalization = Normalization(as: form)
    var total = Tally()
    defer {
      if form != .json, total.notices > 0 {
        complain("\(Text.count(total.notices, "warning")) left out; --output json has them.")
      }
    }
    func add(_ tally: Tally, of name: String? = nil) {
      let prefix = name.map { "\($0): " } ?? ""
      total.notices += tally.notices
      for note in tally.notes {
        // A note about a format is written once instead of once per file.
        if name != nil, note.code == .remark { total.add(note) } else { complain("\(prefix)\(note)") }
      }
      if tally.bytes == 0 {
        complain("\(prefix)The input is empty: no messages, no reports.")
      } else if tally.values == 0, tally.notices == 0 {
        complain("\(prefix)The input has no values\(tally.refusals).")
      }
    }
    let input = try InputFile.opened(file)
    do {
      if let lines {
        var reader = InputLines(input)
        while let line = try reader.next() {
          let entry = try lines == .files ? Self.entry(line, reader.number) : nil
          let name = entry?.path ?? "Document on line \(reader.number)"
          let decoder = try decoder(entry?.format ?? format, entry?.receivedAt ?? time, container)
          let tally = try Self.naming(name) {
            guard let entry else { return try normalization.read(line, by: decoder) }
            return try normalization.read(InputFile.opened(entry.path), by: decoder)
          }
          add(tally, of: name)
        }
      } else {
        add(try normalization.read(input, by: decoder(format, time, container)))
      }
    } catch {
      // Everything before the fault is written completely.
      try normalization.finish()
      throw error
    }
    try normalization.finish()
    for note in total.notes { complain("\(note)") }
  }

  private func decoder(_ format: String?, _ time: AirTime, _ container: AQContainer) throws
    -> PayloadFormat.Decoder
  {
    guard let format else {
      throw AQError(.invalidRequest, "A line of the list names no format, and --format is not given.")
    }
    return try WrongUsage.checked { try container.format(format) }
      .makeDecoder(PayloadFormat.Context(receivedAt: time, isStrict: isStrict))
  }

  /// Runs a closure, and puts the name of an input before the message of its error.
  private static func naming<Result>(_ name: String, _ read: () throws -> Result) throws -> Result {
    do {
      return try read()
    } catch var error as AQError {
      if !error.message.contains(name) { error.message = "\(name): \(error.message)" }
      throw error
    }
  }

  /// Reads a line of a list: a path, optionally a tab and a format, and optionally another tab and a time.
  private static func entry(_ line: [UInt8], _ number: Int) throws -> (
    path: String, format: String?, receivedAt: AirTime?
  ) {
    let fields =
      line.split(separator: UInt8(ascii: "\t"), maxSplits: 2, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) } + ["", ""]
    let time = AirTime(fields[2])
    guard time != nil || fields[2].isEmpty else {
      throw AQError(
        .invalidRequest,
        "Line \(number) of the list has “\(fields[2])” instead of a time such as 2026-10-01T12:00:00Z.")
    }
    return (fields[0], fields[1].isEmpty ? nil : fields[1], time)
  }
}
