import AQKit

/// An entry of the catalogue.
struct IndexListing: Encodable {
  /// A concentration that the index asks for.
  struct Input: Encodable {
    let pollutant: AirParameter
    let averaging: AveragingPeriod
    let unit: AirUnit
    let confidence: IndexEdition.Confidence
  }

  let edition: IndexEdition
  let isInForce: Bool
  let inputs: [Input]

  /// Describes an index.
  init(_ index: any AirQualityIndex, at time: AirTime) {
    edition = index.edition
    isInForce = index.edition.isInForce(at: time)
    inputs = index.inputs.map {
      Input(pollutant: $0.parameter, averaging: $0.averaging, unit: $0.unit, confidence: $0.confidence)
    }
  }

  private enum CodingKeys: String, CodingKey { case inForce, inputs }

  /// Writes the edition's members and those of the listing as a single object.
  func encode(to encoder: any Encoder) throws {
    try edition.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(isInForce, forKey: .inForce)
    try container.encode(inputs, forKey: .inputs)
  }

  /// A line for each of some entries.
  static func table(_ listings: [IndexListing]) -> TextTable {
    var table = TextTable()
    table.add(["Index", "Edition", "Title", "Regions", ""])
    for listing in listings {
      let edition = listing.edition
      table.add([
        "\(edition.family)", "\(edition.identifier)", "\(edition.title)",
        "\(edition.regions.joined(separator: ", "))", listing.isInForce ? "" : "not in force",
      ])
    }
    return table
  }

  /// The lines of the entry.
  ///
  /// - Parameter day: The day that the user named; `nil` for today.
  func lines(_ terminal: Terminal, on day: String?) -> [TerminalText] {
    let from = edition.effectiveFromText.map { "from \($0)" } ?? "start not known"
    let until = edition.effectiveUntilText.map { " until \($0)" } ?? ""
    var lines: [TerminalText] = [
      "\(terminal.bold("\(edition.identifier)"))  \(edition.title)",
      "  family      \(edition.family)",
      "  body        \(edition.body)",
      "  in force    \(from)\(until)\(isInForce ? "" : day.map { " (not on \($0))" } ?? " (not today)")",
    ]
    if !edition.regions.isEmpty { lines.append("  regions     \(edition.regions.joined(separator: ", "))") }
    lines.append("  confidence  \(edition.confidence.words)")
    lines.append("  document    \(edition.document)")
    if let unproven = edition.unprovenFrom {
      lines.append(
        "  unproven    its document changed: not proven to hold since \(String(unproven.description.prefix(10)))"
      )
    }
    let covered = inputs.map { input in
      let mark = input.confidence == edition.confidence ? "" : " (\(input.confidence.words))"
      return "\(input.pollutant) \(input.averaging) \(input.unit)\(mark)"
    }
    lines.append("  covers      \(covered.joined(separator: ", "))")
    if let conditions = edition.conditions { lines.append("  conditions  \(conditions)") }
    if let remarks = edition.remarks { lines.append("  remarks     \(remarks)") }
    return lines
  }
}

extension IndexEdition.Confidence {
  /// The document with the numbers of a table, for people.
  var words: String {
    switch self {
    case .primary: "read in the original"
    case .twoImplementations: "two implementations agree"
    case .oneImplementation: "read in one implementation"
    }
  }
}
