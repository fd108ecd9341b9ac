import AQKit

/// An answer as text: value, band, dominant pollutant, basis, and each sub-index.
struct IndexText {
  let terminal: Terminal
  /// Whether to include the remarks on the edition, and its document.
  var isVerbose = false

  /// The lines of an answer.
  func lines(of answer: IndexAnswer) -> [TerminalText] {
    let edition = answer.index.edition
    var lines: [TerminalText] = []
    let title: TerminalText = "\(terminal.bold("\(edition.title)")) (\(edition.identifier))"
    if let value = answer.outcome.value {
      let local: String = value.band?.localName.flatMap { $0 == value.band?.name ? nil : " (\($0))" } ?? ""
      let beyond = value.isBeyondScale ? ", beyond the scale" : ""
      lines.append("\(title): \(terminal.label(TerminalText(value.title), value.color))\(local)\(beyond)")
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
    if isVerbose {
      if let remarks = edition.remarks { lines.append(terminal.dim("  Remark: \(remarks)")) }
      lines.append(terminal.dim("  Document: \(edition.document) (\(edition.confidence.words))"))
    }
    return lines
  }

  private func table(of subIndices: [AQIValue.SubIndex]) -> [TerminalText] {
    guard !subIndices.isEmpty else { return [] }
    var table = TextTable()
    for sub in subIndices {
      let next = sub.nextBandText.map { "next band \($0)" } ?? ""
      let other = sub.alternatives.map { ", another reading gives \($0)" }.joined()
      let value = [sub.number.map(String.init), sub.band?.name].compactMap { $0 }.joined(separator: " ")
      table.add([
        "\(sub.input.parameter.name)", "\(sub.input.averaging)",
        "\(Text.short(sub.concentration)) \(sub.input.unit)",
        terminal.label("\(value)", IndexAnswer.color(of: sub)), "\(next)",
        "\(sub.basis)\(sub.isBeyondTable ? ", beyond the table" : "")\(other)",
      ])
    }
    return table.lines(within: terminal.columns, indent: 2)
  }
}

/// A table of several indices for the same concentrations, side by side.
struct IndexTable {
  /// A line: an answer, or why the index could not be asked.
  struct Line {
    let index: any AirQualityIndex
    let result: Result<IndexAnswer, IndexQuestion.Refusal>

    /// The answer, if there is one.
    var answer: IndexAnswer? { try? result.get() }
  }

  let lines: [Line]
  let terminal: Terminal

  /// The table with its header; indices that could not be asked are named below it.
  var text: [TerminalText] {
    var table = TextTable()
    // With a single concentration no other can be dominant.
    let isSingle = lines.allSatisfy { $0.answer.map { $0.concentrations.count <= 1 } ?? true }
    table.add(["Index", "Value", "Band", isSingle ? "" : "Dominant", isSingle ? "Over" : "From", "Remarks"])
    for line in lines {
      guard let answer = line.answer else { continue }
      table.add(cells(answer, isSingle: isSingle))
    }
    var silent: [TerminalText] = []
    for line in lines {
      if case .failure(let refusal) = line.result { silent.append("No value: \(refusal.message)") }
    }
    return (silent.count == lines.count ? [] : table.lines(within: terminal.columns)) + silent
  }

  private func cells(_ answer: IndexAnswer, isSingle: Bool) -> [TerminalText] {
    let value = answer.outcome.value
    var remarks = answer.remarks
    var number = ""
    var band: AQIBand?
    var color: AQIColor?
    if let value {
      // A category has no number in the standard; its rank is shown as such.
      number = value.edition.kind == .category ? value.number.map { "class \($0)" } ?? "" : value.display
      band = value.band
      color = value.color
      if value.isBeyondScale { remarks.insert("beyond the scale", at: 0) }
      if let proxy = value.proxy { remarks.insert("PROXY: \(proxy)", at: 0) }
    } else {
      number = "–"
      remarks.insert(answer.outcome.reason.map { "\($0.reason)" } ?? "", at: 0)
      for sub in answer.subIndices {
        let text = [sub.number.map(String.init), sub.band?.name].compactMap { $0 }.joined(separator: " ")
        if !text.isEmpty { remarks.append("\(sub.parameter) alone: \(text)") }
      }
    }
    let from = answer.concentrations.map { given in
      let unit = given.input.unit
      let converted = given.basis.convertedFrom == nil ? "" : " = \(Text.short(given.value)) \(unit)"
      return "\(isSingle ? "\(given.input.averaging)" : "\(given.input)")\(converted)"
    }
    return [
      "\(answer.index.edition.identifier)", "\(number)", terminal.label("\(band?.name ?? "")", color),
      isSingle ? "" : "\(value?.dominant.map(\.rawValue).joined(separator: ", ") ?? "")",
      "\(from.joined(separator: ", "))",
      "\(remarks.joined(separator: "; "))",
    ]
  }
}

/// The answer of an index about some concentrations.
struct IndexAnswer {
  /// The index.
  let index: any AirQualityIndex
  /// The concentrations.
  let concentrations: [IndexInput.Concentration]
  /// The value, or the reason for a missing one.
  let outcome: AQIOutcome
  /// The remarks on omissions, with the reasons.
  let remarks: [String]
  /// A suggestion such as `o3=71ppb` for a missing value; nil if there is none.
  let meant: String?

  /// The sub-indices, also where the standard gives no overall value.
  var subIndices: [AQIValue.SubIndex] { outcome.value?.subIndices ?? outcome.reason?.subIndices ?? [] }

  /// The colour of a sub-index.
  static func color(of sub: AQIValue.SubIndex) -> AQIColor? { sub.band?.color(for: sub.number) }

  /// The reason why a value is missing, as one sentence.
  var complaint: String? {
    guard let reason = outcome.reason?.reason else { return nil }
    let hint = meant.map { " Did you mean \($0)?" } ?? ""
    if case .undefined(let value) = reason,
      let input = concentrations.first(where: { $0.value == value })?.input
    {
      let others = outcome.reason?.alternatives.map { " Another reading gives \($0)." } ?? []
      return "\(index.edition.identifier) defines no index for \(input) at \(value.plainText) \(input.unit)."
        + others.joined() + hint
    }
    return "\(index.edition.identifier) gives no index: \(reason).\(hint)"
  }
}
