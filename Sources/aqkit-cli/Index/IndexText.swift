import AQKit

/// The result as text: value, band, dominant pollutant, basis, and each sub-index.
struct IndexText {
  let terminal: Terminal
  var isVerbose = false

  func lines(of result: IndexResult) -> [TerminalText] {
    let edition = result.index.edition
    var lines: [TerminalText] = []
    let title: TerminalText = "\(terminal.bold("\(edition.title)")) (\(edition.identifier))"
    if let value = result.outcome.value {
      let local: String = value.band?.localName.flatMap { $0 == value.band?.name ? nil : " (\($0))" } ?? ""
      let beyond = value.isBeyondScale ? ", beyond the scale" : ""
      lines.append("\(title): \(terminal.label(TerminalText(value.title), value.color))\(local)\(beyond)")
      if let proxy = value.proxy { lines.append("  PROXY, not the standard's value: \(proxy)") }
      if !value.dominant.isEmpty {
        lines.append("  Dominant pollutant: \(value.dominant.map(\.name).joined(separator: ", "))")
      }
      if let leading = value.leading { lines.append("  Basis: \(leading.basis)") }
    } else {
      lines.append("\(title): no overall value")
    }
    let rows = result.outcome.subIndices.map { sub -> [TerminalText] in
      let next = sub.nextBandText.map { "next band \($0)" } ?? ""
      let other = sub.alternatives.map { ", another reading gives \($0)" }.joined()
      let value = [sub.number.map(String.init), sub.band?.name].compactMap { $0 }.joined(separator: " ")
      return [
        "\(sub.input.parameter.name)", "\(sub.input.averaging)",
        "\(Text.short(sub.concentration)) \(sub.input.unit)",
        terminal.label("\(value)", sub.band?.color(for: sub.number)), "\(next)",
        "\(sub.basis)\(sub.isBeyondTable ? ", beyond the table" : "")\(other)",
      ]
    }
    lines += TextTable(rows).lines(within: terminal.columns, indent: 2)
    for remark in result.remarks { lines.append("  Left out: \(remark)") }
    if isVerbose {
      if let remarks = edition.remarks { lines.append(terminal.dim("  Remark: \(remarks)")) }
      lines.append(terminal.dim("  Document: \(edition.document) (\(edition.confidence.words))"))
    }
    return lines
  }

  /// Returns several indices for the same concentrations side by side.
  func table(of results: [IndexResult]) -> [TerminalText] {
    let rows = results.map { result -> [TerminalText] in
      let (edition, value) = (result.index.edition, result.outcome.value)
      // A category has no number in the standard; its rank is shown as such.
      let place = edition.kind == .category ? value?.number.map { "class \($0)" } : value?.display
      let remarks = [
        value?.isBeyondScale == true ? "beyond the scale" : nil, value?.proxy.map { "PROXY: \($0)" },
        result.outcome.reason.map { "\($0.reason)" },
      ]
      return [
        "\(edition.identifier)", "\(place ?? "–")",
        terminal.label("\(value?.band?.name ?? "")", value?.color),
        "\(value?.dominant.map(\.rawValue).joined(separator: ", ") ?? "")",
        "\((remarks.compactMap(\.self) + result.remarks).joined(separator: "; "))",
      ]
    }
    let table = TextTable(rows, under: ["Index", "Value", "Band", "Dominant", "Remarks"])
    return table.lines(within: terminal.columns)
  }
}

extension IndexEdition.Confidence {
  var words: String {
    switch self {
    case .primary: "read in the original"
    case .twoImplementations: "two implementations agree"
    case .oneImplementation: "read in one implementation"
    }
  }
}
