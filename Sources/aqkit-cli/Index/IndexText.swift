import AQKit

/// An answer as text: value, band, dominant pollutant, basis, and each sub-index.
struct IndexText {
  let terminal: Terminal

  /// The lines of an answer.
  func lines(of answer: IndexAnswer) -> [TerminalText] {
    let edition = answer.index.edition
    var lines: [TerminalText] = []
    let title: TerminalText = "\(terminal.bold("\(edition.title)")) (\(edition.identifier))"
    if let value = answer.outcome.value {
      let name = value.band.flatMap { $0.name == value.display ? nil : $0.name }
      let label = [value.display, name].compactMap { $0 }.joined(separator: " ")
      let local: String = value.band?.localName.flatMap { $0 == value.band?.name ? nil : " (\($0))" } ?? ""
      let beyond = value.isBeyondScale ? ", beyond the scale" : ""
      lines.append("\(title): \(terminal.label(TerminalText(label), value.color))\(local)\(beyond)")
      if let proxy = value.proxy { lines.append("  PROXY, not the standard's value: \(proxy)") }
      if !value.dominant.isEmpty {
        lines.append("  Dominant pollutant: \(value.dominant.map(\.name).joined(separator: ", "))")
      }
      if let unrounded = value.unrounded {
        lines.append("  Before rounding: \(unrounded.rounded(significantDigits: 7).plainText)")
      }
      if let leading = value.leading { lines.append("  Basis: \(leading.basis)") }
    } else {
      lines.append("\(title): no overall value")
    }
    if let color = answer.outcome.value?.color { lines.append("  Colour: \(color)") }
    lines += table(of: answer.subIndices)
    for remark in answer.remarks { lines.append("  Left out: \(remark)") }
    if let remarks = edition.remarks { lines.append(terminal.dim("  Remark: \(remarks)")) }
    lines.append(terminal.dim("  Document: \(edition.document) (\(edition.confidence.rawValue))"))
    return lines
  }

  private func table(of subIndices: [AQISubIndex]) -> [TerminalText] {
    guard !subIndices.isEmpty else { return [] }
    var table = TextTable()
    for sub in subIndices {
      let next = sub.nextBandText.map { "next band \($0)" } ?? ""
      let other = sub.alternatives.map { ", another reading gives \($0)" }.joined()
      let value = [sub.number.map(String.init), sub.band?.name].compactMap { $0 }.joined(separator: " ")
      table.add([
        "\(sub.input.parameter.name)", "\(sub.input.averaging)",
        "\(sub.concentration.plainText) \(sub.input.unit)",
        terminal.label("\(value)", IndexAnswer.color(of: sub)), "\(next)",
        "\(sub.basis)\(sub.isBeyondTable ? ", beyond the table" : "")\(other)",
      ])
    }
    return table.lines.map { "  \($0)" }
  }
}

extension Terminal {
  /// A text on the colour of its band, or plain.
  func label(_ text: TerminalText, _ color: AQIColor?) -> TerminalText {
    func channels(_ color: AQIColor) -> (UInt8, UInt8, UInt8) { (color.red, color.green, color.blue) }
    return label(text, on: color.map(channels), with: (color?.textColor).map(channels))
  }
}
