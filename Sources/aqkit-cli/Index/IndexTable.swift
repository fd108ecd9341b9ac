import AQKit

/// What several indices say about the same concentrations, side by side.
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
    table.add(["Index", "Value", "Band", "Dominant", "From", "Remarks"])
    for line in lines {
      guard let answer = line.answer else { continue }
      table.add(cells(answer))
    }
    var silent: [TerminalText] = []
    for line in lines {
      if case .failure(let refusal) = line.result { silent.append("No value: \(refusal.message)") }
    }
    return (silent.count == lines.count ? [] : table.lines) + silent
  }

  private func cells(_ answer: IndexAnswer) -> [TerminalText] {
    let value = answer.outcome.value
    var remarks = answer.remarks
    var number = ""
    var band: AQIBand?
    var color: AQIColor?
    if let value {
      // A category has no number of the standard's; its place is shown as what it is.
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
      let converted = given.basis.convertedFrom == nil ? "" : " = \(given.value.plainText) \(unit)"
      return "\(given.input)\(converted)"
    }
    return [
      "\(answer.index.edition.identifier)", "\(number)", terminal.label("\(band?.name ?? "")", color),
      "\(value?.dominant.map(\.rawValue).joined(separator: ", ") ?? "")", "\(from.joined(separator: ", "))",
      "\(remarks.joined(separator: "; "))",
    ]
  }
}
