/// Lines of cells that stand below each other.
struct TextColumns {
  /// A text, and what the terminal is sent in its place.
  struct Cell {
    let text: String
    let shown: String

    init(_ text: String, shown: String? = nil) {
      self.text = text
      self.shown = shown ?? text
    }
  }

  private var rows: [[Cell]] = []

  /// Adds a line.
  mutating func add(_ row: [Cell]) { rows.append(row) }

  /// The lines; a column that is empty everywhere is left out.
  var lines: [String] {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      rows.map { column < $0.count ? $0[column].width : 0 }.max() ?? 0
    }
    return rows.map { row in
      var line = ""
      var gap = 0
      for (cell, width) in zip(row, widths) where width > 0 {
        if !cell.text.isEmpty {
          line += String(repeating: " ", count: gap) + cell.shown
          gap = 0
        }
        gap += (cell.text.isEmpty ? width : width - cell.width) + 2
      }
      return line
    }
  }
}

extension TextColumns.Cell {
  /// The columns that the cell takes: a coloured label has a blank on either side.
  var width: Int { Text.width(text) + (shown == text ? 0 : 2) }
}
