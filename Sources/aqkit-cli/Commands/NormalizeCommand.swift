import AQKit
import ArgumentParser
import Foundation

/// Turns recorded bytes into the AQKit schema, by the same code path as a fetch.
struct NormalizeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "normalize",
    "Turn recorded bytes of an adapter or a file format into the AQKit schema, one report a line.",
    about: """
      Reads a file or, with -, standard input, gzip as well. Malformed rows are counted and said on stderr; an input \
      that is not what it says ends with exit code 1 and the position of the fault. How far it is stands on stderr \
      while that is a terminal and the reports go elsewhere.
      """,
    examples: "aqkit-cli normalize --format open-meteo answer.json",
    "aqkit-cli normalize --format openaq-csv --summary archive.csv.gz")

  @Option(
    name: .customLong("format"),
    help: ArgumentHelp("The format of the input, such as aqkit, open-meteo, city.", valueName: "FORMAT"),
    completion: Completion.formats)
  var format: String

  @Argument(help: "The file to read; - for standard input.", completion: .file())
  var file = "-"

  @Option(
    name: .customLong("received-at"),
    help: ArgumentHelp(
      "When the input was received, such as 2026-10-01T12:00:00Z; now if left out.", valueName: "TIME"))
  var receivedAt: String?

  @Flag(
    name: .customLong("summary"),
    help: "Print only reports, values, refused rows, bytes, seconds and MB/s.")
  var printsSummary = false

  @Flag(name: .customLong("json"), help: "Print the summary as JSON; reports are JSON in any case.")
  var printsJSON = false

  @Flag(name: .customLong("strict"), help: "Fail on the first malformed row.")
  var isStrict = false

  @OptionGroup var options: ContainerOptions

  mutating func validate() throws {
    guard receivedAt.map({ AirTime($0) != nil }) ?? true else {
      throw ValidationError("--received-at takes a time such as 2026-10-01T12:00:00Z.")
    }
  }

  mutating func run() async throws {
    let container = try options.container(opensFeeds: false)
    let time = try receivedAt.flatMap { AirTime($0) } ?? container[.clock].time
    let decoder = try container.payloadFormat(format)
      .makeDecoder(PayloadContext(receivedAt: time, isStrict: isStrict))
    let start = ContinuousClock.now
    var normalization = Normalization(
      decoder, printsReports: !printsSummary,
      progress: ProgressLine(
        total: ProgressLine.size(ofFile: file), isShown: ProgressLine.isWanted(besideResults: !printsSummary))
    )
    let summary = try normalization.run(on: try open())
    let seconds = start.duration(to: .now).milliseconds / 1000
    for note in summary.notes { complain("aqkit-cli: \(note)") }
    if summary.bytes == 0 {
      complain("aqkit-cli: The input is empty: no messages, no reports.")
    } else if summary.tally.values == 0 {
      complain("aqkit-cli: The input has no values\(summary.tally.refusals).")
    }
    if printsSummary { try printSummary(summary, seconds) }
  }

  private func open() throws -> FileHandle {
    do {
      return try InputFile.open(file)
    } catch {
      throw AQError(.invalidRequest, "The file “\(file)” can't be read: \(error.reason).")
    }
  }

  private func printSummary(_ summary: Normalization.Summary, _ seconds: Double) throws {
    let rate = seconds > 0 ? Double(summary.bytes) / 1e6 / seconds : 0
    if printsJSON {
      try StandardOutput.print(
        JSONText.line(
          of: SummaryText(
            reports: summary.tally.reports, values: summary.tally.values, refused: summary.tally.refused,
            bytes: summary.bytes,
            seconds: seconds, megabytesPerSecond: rate)))
    } else {
      try StandardOutput.print(
        "\(summary.tally.reports) reports, \(summary.tally.values) values, \(summary.tally.refused) refused, \(summary.bytes) bytes, "
          + "\(Text.number(seconds, digits: 3)) s, \(Text.number(rate, digits: 1)) MB/s")
    }
  }

  private struct SummaryText: Encodable {
    let reports: Int
    let values: Int
    let refused: Int
    let bytes: Int
    let seconds: Double
    let megabytesPerSecond: Double
  }
}
