extension Text {
  /// Returns text in lines of at most a number of columns, keeping colours, broken at spaces. A word that is longer
  /// than a line, such as an address, is left whole.
  static func wrap(_ text: TerminalText, to columns: Int, hanging: Int? = nil) -> [TerminalText] {
    guard text.width > columns, columns > 0 else { return [text] }
    var indent = min(hanging ?? usualIndent(of: text.sent, columns), columns / 2)
    if columns - indent < 8 { indent = 0 }
    let blanks = String(repeating: " ", count: indent)
    var lines: [String] = []
    var line = ""
    var taken = 0
    // Whether the line has no word yet: spaces of an indent or a gap stay, those at a break are dropped.
    var isEmpty = true
    for (number, word) in text.sent.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
      let size = width(word)
      let isBegun = number > 0 && !(isEmpty && !lines.isEmpty)
      if isBegun, taken + 1 + size > columns {
        lines.append(line)
        (line, taken, isEmpty) = (blanks, indent, true)
      } else if isBegun {
        line += " "
        taken += 1
      }
      if isEmpty, !lines.isEmpty, word.isEmpty { continue }
      line += word
      taken += size
      if size > 0 { isEmpty = false }
    }
    lines = (lines + [line]).map { String($0.reversed().drop { $0 == " " }.reversed()) }
    return closingStyles(of: lines, indent: blanks)
  }

  /// Returns the column at which continuation lines begin.
  private static func usualIndent(of text: String, _ columns: Int) -> Int {
    var (column, blanks, gap) = (0, 0, 0)
    var start: Int?
    for scalar in shown(text) {
      if scalar == " " {
        blanks += 1
      } else {
        if start == nil { start = column } else if blanks >= 2, column * 10 <= columns * 5 { gap = column }
        blanks = 0
      }
      column += 1
    }
    return gap > 0 ? gap : (start ?? 0) + 2
  }

  /// Returns the lines with colours ended at the end of each line and begun again on the next.
  private static func closingStyles(of lines: [String], indent: String) -> [TerminalText] {
    var style = ""
    return lines.map { line in
      guard !style.isEmpty || line.contains("\u{1B}") else { return TerminalText(unescaped: line) }
      var whole = line
      if !style.isEmpty { whole = indent + style + line.dropFirst(indent.count) }
      style = ""
      for escape in whole.matches(of: #/\u{1B}\[[0-9;]*m/#) {
        style = escape.output == "\u{1B}[0m" ? "" : style + escape.output
      }
      return TerminalText(unescaped: style.isEmpty ? whole : whole + "\u{1B}[0m")
    }
  }
}
