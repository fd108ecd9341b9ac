import AQKit
import ArgumentParser

/// Computes air-quality indices of given concentrations.
struct IndexCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "index",
    "Compute air-quality indices of concentrations, of one standard, of several, or of a whole file.",
    about: """
      A concentration without a unit is in the standard's own; without @AVERAGING it is averaged as the standard's \
      current value asks for it first. Nothing is averaged here: a concentration is taken for what it is said to be.
      """,
    """
    --batch reads CSV with the columns standard, pollutant, averaging, unit and concentration, writes the same rows \
    with index, category, color and error appended, and exits with 0 if the file itself could be read.
    """,
    examples: "aqkit-cli index --standard us-epa pm25=35.4ug/m3 o3=71ppb@8h",
    "aqkit-cli index --all pm25=35.4ug/m3",
    "aqkit-cli index --list", "aqkit-cli index --batch measurements.csv")

  @Option(
    name: .customLong("standard"),
    help: ArgumentHelp(
      "An index (us-epa) or edition (us_epa_2024); may be repeated. Default: us-epa.", valueName: "INDEX"),
    completion: Completion.indices)
  var standards: [String] = []

  @Flag(name: .customLong("all"), help: "Compare all editions in force.")
  var comparesAll = false

  @Option(
    name: .customLong("on"),
    help: ArgumentHelp("The editions in force on that day, such as 2025-12-31.", valueName: "DATE"))
  var day: String?

  @Flag(
    name: .customLong("proxy"),
    help: "Give a value, labelled, of fewer pollutants than the standard requires.")
  var allowsProxy = false

  @Flag(name: .customLong("list"), help: "List the catalogue of editions.")
  var lists = false

  @Option(
    name: .customLong("batch"),
    help: ArgumentHelp(
      "Append the index to every row of a CSV file; - is standard input.", valueName: "FILE"),
    completion: .file(extensions: ["csv"]))
  var batch: String?

  @Flag(name: .customLong("verbose"), help: "Say what should be known about each edition, and its document.")
  var isVerbose = false

  @OptionGroup var output: OutputOptions

  @Argument(
    help: ArgumentHelp("Concentrations.", valueName: "POLLUTANT=NUMBER[UNIT][@AVERAGING]"),
    completion: Completion.concentrations)
  var concentrations: [String] = []

  mutating func validate() throws {
    let modes = [comparesAll, lists, batch != nil, !standards.isEmpty].count { $0 }
    if modes > 1 { throw ValidationError("--standard, --all, --list and --batch exclude each other.") }
    if lists || batch != nil {
      if !concentrations.isEmpty {
        throw ValidationError("\(lists ? "--list" : "--batch") takes no concentrations.")
      }
      if allowsProxy { throw ValidationError("--proxy goes with concentrations.") }
    } else if concentrations.isEmpty {
      throw ValidationError("Name concentrations such as pm25=35.4ug/m3, or use --list or --batch FILE.")
    }
    if batch != nil, output.printsJSON {
      throw ValidationError("--batch writes CSV; it does not go with --json.")
    }
    if let day, AirTime(utc: day) == nil { throw ValidationError("“\(day)” is no date such as 2025-12-31.") }
    if batch != nil, day != nil {
      throw ValidationError("In a file each row names its edition; leave --on out.")
    }
    _ = try arguments()
  }

  mutating func run() async throws {
    do {
      let container = AQContainer()
      let time = try day.flatMap(AirTime.init(utc:)) ?? container[.clock].time
      try answer(try container[.indexCatalog], at: time)
    } catch is StandardOutput.ReaderGone {
      // The reader closed the pipe.
    }
  }

  private func answer(_ catalog: AirQualityIndexCatalog, at time: AirTime) throws {
    if let batch {
      let input = try BatchInput(path: batch)
      var work = IndexBatch(catalog, to: StandardOutput())
      work.progress = ProgressLine(
        total: ProgressLine.size(ofFile: batch), isShown: ProgressLine.isWanted(besideResults: true))
      try work.run(input)
    } else if lists {
      try list(catalog, at: time)
    } else {
      let indices = comparesAll ? Self.inForce(catalog, at: time) : try chosen(catalog, at: time)
      let question = IndexQuestion(arguments: try arguments(), allowsProxy: allowsProxy)
      if indices.count == 1 {
        try show(indices[0], question)
      } else {
        try compare(indices, question)
      }
    }
  }

  private func list(_ catalog: AirQualityIndexCatalog, at time: AirTime) throws {
    let listings = catalog.indices.map { IndexListing($0, at: time) }
    try output.print(["editions": listings]) { terminal in
      if isVerbose {
        return listings.enumerated().flatMap { number, listing in
          (number == 0 ? [] : [""]) + listing.lines(terminal, on: day)
        }
      }
      return IndexListing.table(listings).lines(within: terminal.columns)
        + ["", "All that is known about each: aqkit-cli index --list --verbose"]
    }
  }

  private func show(_ index: any AirQualityIndex, _ question: IndexQuestion) throws {
    let answer: IndexAnswer
    do {
      answer = try question.answer(of: index, skipsUncovered: false)
    } catch {
      throw WrongUsage(reason: AQError(.invalidRequest, error.message))
    }
    if answer.outcome.value != nil || !answer.subIndices.isEmpty {
      try output.print(["index": [IndexRecord(answer)]]) {
        IndexText(terminal: $0, isVerbose: isVerbose).lines(of: answer)
      }
    }
    if let complaint = answer.complaint { throw AQError(.invalidRequest, complaint) }
  }

  private func compare(_ indices: [any AirQualityIndex], _ question: IndexQuestion) throws {
    try checkUnits(of: question.arguments, among: indices)
    let lines = indices.map { index in
      IndexTable.Line(
        index: index,
        result: Result { () throws(IndexQuestion.Refusal) in
          try question.answer(of: index, skipsUncovered: true)
        })
    }
    if lines.allSatisfy({ $0.answer == nil }), case .failure(let refusal)? = lines.first?.result {
      throw WrongUsage(reason: AQError(.invalidRequest, "No index has a value. \(refusal.message)"))
    }
    let records = lines.map { line in
      switch line.result {
      case .success(let answer): IndexRecord(answer)
      case .failure(let refusal): IndexRecord(line.index, refused: refusal)
      }
    }
    try output.print(["index": records]) { IndexTable(lines: lines, terminal: $0).text }
  }

  /// Refuses a number without a unit that would be ppb in one standard and µg/m³ in the next.
  private func checkUnits(of arguments: [ConcentrationArgument], among indices: [any AirQualityIndex]) throws
  {
    for argument in arguments where argument.unit == nil {
      let units = Set(
        indices.flatMap(\.inputs).filter { $0.parameter == argument.parameter }.map(\.unit.rawValue))
      if units.count > 1 {
        let number = argument.text.drop { $0 != "=" }.dropFirst()
        let candidates = units.sorted().map { "\(argument.parameter)=\(number)\($0)" }
        throw WrongUsage(
          reason: AQError(
            .invalidRequest,
            "Name the unit of \(argument.parameter), whose own differ between the standards: "
              + "\(candidates.joined(separator: ", "))."))
      }
    }
  }

  private func chosen(_ catalog: AirQualityIndexCatalog, at time: AirTime) throws -> [any AirQualityIndex] {
    try (standards.isEmpty ? ["us-epa"] : standards).map { name in
      let index = try catalog.named(name, at: time)
      if let day, let note = Self.remark(onDay: day, time, for: name, index.edition) { complain("\(note)") }
      return index
    }
  }

  /// Returns a remark if both a day and an edition were given; nil if the day determines the edition.
  static func remark(
    onDay day: String, _ time: AirTime, for name: String, _ edition: IndexEdition
  ) -> String? {
    guard name.lowercased() == edition.identifier.lowercased(), edition.family != edition.identifier else {
      return nil
    }
    let force = edition.isInForce(at: time) ? "" : ", which was not in force then"
    return
      "aqkit-cli: --on \(day) chooses nothing here: \(name) is an edition\(force). To choose by the day, name "
      + "\(edition.family)."
  }

  /// The edition of each family that is in force.
  private static func inForce(_ catalog: AirQualityIndexCatalog, at time: AirTime) -> [any AirQualityIndex] {
    catalog.indices.filter { index in
      catalog.index(index.edition.family, at: time)?.edition.identifier == index.edition.identifier
    }
  }

  private func arguments() throws -> [ConcentrationArgument] {
    try concentrations.map { text in
      do {
        return try ConcentrationArgument(text)
      } catch let fault as ConcentrationArgument.Fault {
        throw ValidationError(fault.message)
      }
    }
  }
}
