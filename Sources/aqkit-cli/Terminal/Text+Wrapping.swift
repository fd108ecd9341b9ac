extension Text {
  /// Wraps a text into lines of at most some columns, colours included. Lines are broken at blanks; a word that is longer
  /// than a line is broken anywhere, but an address stays whole.
  ///
  /// - Parameter hanging: The indent of all lines but the first. By default it aligns with the text after the last gap of
  ///   two blanks in the left part of the line, as in a row of a table, else it is two columns more than the first line's.
  static func wrap(_ text: TerminalText, to columns: Int, hanging: Int? = nil) -> [TerminalText] {
    guard text.width > columns, columns > 0 else { return [text] }
    var indent = min(hanging ?? usualIndent(of: text.sent, columns), columns / 2)
    if columns - indent < 8 { indent = 0 }
    let blanks = String(repeating: " ", count: indent)
    var lines: [String] = []
    var line = ""
    var taken = 0
    var isEmpty = true
    func emit() {
      while line.hasSuffix(" ") { line.removeLast() }
      lines.append(line)
      (line, taken, isEmpty) = (blanks, indent, true)
    }
    for (number, word) in text.sent.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
      var (word, size) = (word, width(String(word)))
      let isAddress = word.contains("://")
      // Blanks at a break are removed; those of an indent or a gap stay.
      if number > 0, !(isEmpty && !lines.isEmpty) {
        if taken + 1 + size > columns {
          emit()
        } else {
          line += " "
          taken += 1
        }
      }
      if isEmpty, !lines.isEmpty, word.isEmpty { continue }
      // The rest of the word is never copied or measured again, because a long word would take quadratic time.
      while taken + size > columns, !isAddress {
        let (end, headSize) = end(of: word, within: max(1, columns - taken))
        if end == word.endIndex { break }
        line += word[..<end]
        emit()
        (word, size) = (word[end...], size - headSize)
      }
      line += word
      taken += size
      if size > 0 { isEmpty = false }
    }
    emit()
    return closingStyles(of: lines, indent: blanks)
  }

  /// Returns a text of at most some columns; a longer one ends in `…`, and loses its colours there.
  static func cut(_ text: TerminalText, to columns: Int) -> TerminalText {
    guard text.width > columns else { return text }
    guard columns > 0 else { return "" }
    let head = String(text.sent[..<end(of: text.sent[...], within: columns - 1).index])
    return TerminalText(unescaped: head) + (head.contains("\u{1B}") ? "…\u{1B}[0m" : "…")
  }

  /// The column at which the further lines of a text begin.
  private static func usualIndent(of text: String, _ columns: Int) -> Int {
    var (column, blanks, gap) = (0, 0, 0)
    var start: Int?
    var isEscape = false
    for scalar in text.unicodeScalars {
      if isEscape || scalar == "\u{1B}" {
        isEscape = scalar != "m"
        continue
      }
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

  /// Finds the longest beginning of a text that fits into a number of columns, escape sequences included, and its width.
  private static func end(of text: Substring, within columns: Int) -> (index: Substring.Index, width: Int) {
    var taken = 0
    var place = text.startIndex
    while place < text.endIndex {
      if text[place] == "\u{1B}", let end = text[place...].firstIndex(of: "m") {
        place = text.index(after: end)
        continue
      }
      let size = width(String(text[place]))
      if taken + size > columns { break }
      taken += size
      place = text.index(after: place)
    }
    return (place, taken)
  }

  /// The same lines with colours ended at the end of each and begun again in the next.
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
