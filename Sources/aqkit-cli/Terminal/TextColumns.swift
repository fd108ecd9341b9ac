/// Lines of cells that stand below each other.
struct TextColumns {
  /// A text, and what the terminal is sent in its place.
  struct Cell {
    let text: TerminalText
    let shown: TerminalText

    init(_ text: TerminalText, shown: TerminalText? = nil) {
      self.text = text
      self.shown = shown ?? text
    }

    /// The columns that the cell takes: a coloured label has a blank on either side.
    var width: Int { text.width + (shown == text ? 0 : 2) }
  }

  private var rows: [[Cell]] = []

  /// Adds a line.
  mutating func add(_ row: [Cell]) { rows.append(row) }

  /// The lines; a column that is empty everywhere is left out.
  var lines: [TerminalText] {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      rows.map { column < $0.count ? $0[column].width : 0 }.max() ?? 0
    }
    return rows.map { row in
      var line: TerminalText = ""
      var gap = 0
      for (cell, width) in zip(row, widths) where width > 0 {
        if !cell.text.isEmpty {
          line += TerminalText(String(repeating: " ", count: gap)) + cell.shown
          gap = 0
        }
        gap += (cell.text.isEmpty ? width : width - cell.width) + 2
      }
      return line
    }
  }
}
