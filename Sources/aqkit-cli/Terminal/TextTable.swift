/// Lines of cells, aligned in columns. A cell may have colours.
struct TextTable {
  /// The minimum width to which a column is narrowed in favour of others; its longest word, up to `mostWord`, stays whole.
  private static let leastWidth = 8
  private static let mostWord = 26

  private let rows: [[TerminalText]]

  init(_ rows: [[TerminalText]], under header: [TerminalText] = []) {
    self.rows = header.isEmpty ? rows : [header] + rows
  }

  /// Returns the lines within a number of columns, without columns that have no content: if they are too wide, the widest
  /// columns are made narrower and their cells wrapped.
  func lines(within columns: Int = .max, indent: Int = 0) -> [TerminalText] {
    var widths = greatest(\.width)
    let gaps = 2 * max(0, widths.count { $0 > 0 } - 1)
    let room = max(0, columns - indent - gaps)
    if widths.reduce(0, +) > room {
      let least = greatest { cell in
        min(cell.sent.split(separator: " ").map { Text.width($0) }.max() ?? 0, Self.mostWord)
      }
      func shrunk(to level: Int) -> [Int] { zip(widths, least).map { min($0, max(level, $1)) } }
      var level = widths.max() ?? 0
      while level > Self.leastWidth, shrunk(to: level).reduce(0, +) > room { level -= 1 }
      widths = shrunk(to: level)
    }
    let margin = Text.blanks(indent)
    return rows.flatMap { row in
      let cells = zip(row, widths).map { cell, width in
        width == 0 ? [] : Text.wrap(cell, to: width, hanging: 0)
      }
      return (0..<max(1, cells.map(\.count).max() ?? 0)).map { line in
        margin + Self.line(cells.map { $0.indices.contains(line) ? $0[line] : "" }, widths)
      }
    }
  }

  /// Returns the greatest size among the cells of each column.
  private func greatest(_ size: (TerminalText) -> Int) -> [Int] {
    var sizes = [Int](repeating: 0, count: rows.map(\.count).max() ?? 0)
    for row in rows {
      for (column, cell) in row.enumerated() { sizes[column] = max(sizes[column], size(cell)) }
    }
    return sizes
  }

  private static func line(_ cells: [TerminalText], _ widths: [Int]) -> TerminalText {
    var line: TerminalText = ""
    var gap = 0
    for (cell, width) in zip(cells, widths) where width > 0 {
      if !cell.isEmpty {
        line += Text.blanks(gap) + cell
        gap = 0
      }
      gap += max(0, width - cell.width) + 2
    }
    return line
  }
}

extension Text {
  /// Returns the number of terminal columns of a string: two for a wide East Asian character and for an emoji, none for a
  /// combining mark or an escape sequence of colours.
  static func width(_ text: some StringProtocol) -> Int {
    var width = 0
    var last = 0
    for scalar in shown(text) {
      // U+FE0F turns the character before it into an emoji, which takes two columns.
      let columns = scalar.value == 0xFE0F ? (last == 1 ? 1 : 0) : self.columns(scalar)
      width += columns
      if columns > 0 { last = columns }
    }
    return width
  }

  /// Returns the characters of a string without the escape sequences of colours.
  static func shown(_ text: some StringProtocol) -> [Unicode.Scalar] {
    var isEscape = false
    return text.unicodeScalars.filter { scalar in
      guard isEscape || scalar == "\u{1B}" else { return true }
      isEscape = scalar != "m"
      return false
    }
  }

  private static func columns(_ scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    // Two letters that form a flag take two columns together.
    if (0x1F1E6...0x1F1FF).contains(scalar.value) { return 1 }
    if scalar.properties.isEmojiModifier || joining.contains(where: { $0.contains(scalar.value) }) {
      return 0
    }
    return scalar.properties.isEmojiPresentation || wide.contains { $0.contains(scalar.value) } ? 2 : 1
  }

  /// The vowels and final consonants of Korean, which join the consonant before them.
  private static let joining: [ClosedRange<UInt32>] = [0x1160...0x11FF, 0xD7B0...0xD7FB]

  /// The blocks whose characters are wide or full-width (Unicode Standard Annex #11, East Asian Width).
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97C,
    0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
    0x17000...0x18CFF, 0x1AFF0...0x1B2FF, 0x20000...0x3FFFD,
  ]
}
