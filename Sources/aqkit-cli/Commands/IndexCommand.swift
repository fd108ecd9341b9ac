import AQKit
import ArgumentParser

struct IndexCommand: ToolCommand {
  static let help = CommandHelp(
    "index",
    "Compute air-quality indices from concentrations: by one standard, by several, or for a whole file.",
    about: """
      A concentration without a unit is in the standard's own; without @AVERAGING it counts as averaged over the first \
      period of the standard's current value. The command itself averages nothing.
      """,
    """
    A --standard that ends in .json is a file with an index of one's own; it joins those of --all, --list and --batch.
    """,
    """
    --batch reads CSV with the columns standard, pollutant, averaging, unit and concentration, writes the same rows \
    with index, category, color and error appended, and exits with 0 if the file itself could be read.
    """,
    examples: "index --standard us-epa pm25=35.4ug/m3 o3=71ppb@8h", "index --all pm25=35.4ug/m3",
    "index --list", "index --batch measurements.csv")

  @Option(
    name: .customLong("standard"),
    help: ArgumentHelp(
      "An index (us-epa), edition (us_epa_2024) or FILE.json; may be repeated. Default: us-epa.",
      valueName: "INDEX"), completion: .file(extensions: ["json"]))
  var standards: [String] = []

  @Flag(name: .customLong("all"), help: "Compare all editions in force.")
  var comparesAll = false

  @Flag(
    name: .customLong("proxy"),
    help: "Give a labelled value from fewer pollutants than the standard requires.")
  var allowsProxy = false

  @Flag(name: .customLong("list"), help: "List the catalogue of editions.")
  var lists = false

  @Option(
    help: ArgumentHelp(
      "Append the index to every row of a CSV file; - is standard input.", valueName: "FILE"),
    completion: .file(extensions: ["csv"]))
  var batch: String?

  @Flag(name: .customLong("verbose"), help: "Print the remarks on each edition, and its document.")
  var isVerbose = false

  @OptionGroup var output: OutputOptions

  @Argument(help: ArgumentHelp("Concentrations.", valueName: "POLLUTANT=NUMBER[UNIT][@AVERAGING]"))
  var concentrations: [String] = []

  mutating func validate() throws {
    // The index of a file is added to the others.
    let modes = [comparesAll, lists, batch != nil, standards.contains { !$0.isIndexFile }].count { $0 }
    let takesNone = lists || batch != nil
    try refuse(if: isVerbose && (comparesAll || takesNone), "--verbose describes the editions of --standard.")
    try refuse(if: modes > 1, "--standard, --all, --list and --batch can't be combined.")
    try refuse(
      if: takesNone && !concentrations.isEmpty, "\(lists ? "--list" : "--batch") takes no concentrations.")
    try refuse(if: takesNone && allowsProxy, "--proxy requires concentrations.")
    try refuse(
      if: !takesNone && concentrations.isEmpty,
      "Name concentrations such as pm25=35.4ug/m3, or use --list or --batch FILE.")
    try refuse(
      if: batch != nil && output.printsJSON, "--batch writes CSV; it can't be combined with --json.")
    _ = try concentrations.map(ConcentrationArgument.init)
  }

  mutating func run() async throws {
    let (catalog, time) = (try catalog(), AQSystemClock().time)
    if let batch {
      var work = IndexBatch(catalog, to: StandardOutput())
      return try work.run(InputFile.opened(batch))
    }
    if lists {
      let records = catalog.indices.map {
        Members($0.edition, ["inForce": $0.edition.isInForce(at: time), "inputs": $0.inputs])
      }
      return try output.print(["editions": records]) { terminal in
        let rows = catalog.editions.map { edition -> [TerminalText] in
          [
            "\(edition.family)", "\(edition.identifier)", "\(edition.title)",
            "\(edition.regions.joined(separator: ", "))", edition.isInForce(at: time) ? "" : "not in force",
          ]
        }
        let table = TextTable(rows, under: ["Index", "Edition", "Title", "Regions", ""])
        return table.lines(within: terminal.columns)
          + ["", "All that is known about each: \(toolName) index --list --json"]
      }
    }
    let question = IndexQuestion(
      arguments: try concentrations.map(ConcentrationArgument.init), allowsProxy: allowsProxy)
    if comparesAll {
      // The edition of each family that is in force.
      return try compare(
        catalog.indices.filter {
          catalog.index($0.edition.family, at: time)?.edition.identifier == $0.edition.identifier
        }, question)
    }
    let names = standards.isEmpty ? [IndexChoice.usual] : standards
    let indices = try names.map { try catalog.named($0, at: time) }
    if indices.count == 1 { try show(indices[0], question) } else { try compare(indices, question) }
  }

  /// Returns the indices of every command, and those of the files that are named.
  func catalog() throws -> AirQualityIndexCatalog {
    var catalog = try WrongUsage.checked { try ContainerOptions.registered()[.indexCatalog] }
    for file in standards where file.isIndexFile { _ = try catalog.take(file) }
    return catalog
  }

  private func show(_ index: any AirQualityIndex, _ question: IndexQuestion) throws {
    let result = try question.result(of: index, skipsUncovered: false)
    if result.outcome.value != nil || !result.outcome.subIndices.isEmpty {
      try output.print(["index": [Members(result)]]) {
        IndexText(terminal: $0, isVerbose: isVerbose).lines(of: result)
      }
    }
    if let complaint = result.complaint { throw AQError(.invalidRequest, complaint) }
  }

  private func compare(_ indices: [any AirQualityIndex], _ question: IndexQuestion) throws {
    try checkUnits(of: question.arguments, among: indices)
    var (results, refusals, records) = ([IndexResult](), [String](), [Members]())
    for index in indices {
      do throws(WrongUsage) {
        let result = try question.result(of: index, skipsUncovered: true)
        results.append(result)
        records.append(Members(result))
      } catch {
        refusals.append(error.reason.message)
        records.append(Members(nil, of: index, error: error.reason.message))
      }
    }
    if results.isEmpty, let refusal = refusals.first { throw WrongUsage("No index has a value. \(refusal)") }
    try output.print(["index": records]) {
      IndexText(terminal: $0).table(of: results) + refusals.map { TerminalText("No value: \($0)") }
    }
  }

  /// Refuses a number without a unit that would be ppb in one standard and µg/m³ in the next.
  private func checkUnits(of arguments: [ConcentrationArgument], among indices: [any AirQualityIndex]) throws
  {
    for argument in arguments where argument.unit == nil {
      let units = Set(
        indices.flatMap(\.inputs).filter { $0.parameter == argument.parameter }.map(\.unit.rawValue))
      if units.count > 1 {
        let list = units.sorted().joined(separator: ", ")
        throw WrongUsage("Name the unit of \(argument.parameter); those of the standards are \(list).")
      }
    }
  }
}
