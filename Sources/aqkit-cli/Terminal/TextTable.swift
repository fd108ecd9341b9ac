/// Lines of cells, aligned in columns. A cell may have colours.
struct TextTable {
  private var rows: [[TerminalText]] = []

  /// Adds a line.
  mutating func add(_ row: [TerminalText]) { rows.append(row) }

  /// The lines; a column that is empty everywhere is left out.
  var lines: [TerminalText] {
    let cells = rows.map { row in row.map { (text: $0, width: $0.width) } }
    var widths = [Int](repeating: 0, count: rows.map(\.count).max() ?? 0)
    for row in cells {
      for (column, cell) in row.enumerated() { widths[column] = max(widths[column], cell.width) }
    }
    return cells.map { row in
      var line: TerminalText = ""
      var gap = 0
      for (cell, width) in zip(row, widths) where width > 0 {
        if !cell.text.isEmpty {
          line += TerminalText(String(repeating: " ", count: gap)) + cell.text
          gap = 0
        }
        gap += width - cell.width + 2
      }
      return line
    }
  }
}

extension Text {
  /// How many columns of a terminal a text takes: two for a wide character of East Asia and for an emoji, none for a
  /// mark that joins the character before it, and none for an escape sequence of colours.
  static func width(_ text: some StringProtocol) -> Int {
    var width = 0
    var last = 0
    var isEscape = false
    for scalar in text.unicodeScalars {
      if isEscape || scalar == "\u{1B}" {
        isEscape = scalar != "m"
        continue
      }
      // U+FE0F makes an emoji, and so two columns, of the character before it.
      let columns = scalar.value == 0xFE0F ? (last == 1 ? 1 : 0) : self.columns(scalar)
      width += columns
      if columns > 0 { last = columns }
    }
    return width
  }

  private static func columns(_ scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    // Two letters that make a flag take two columns together.
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

  /// A text without colours in so many columns at most; one that is longer ends in `…`.
  static func cut(_ text: TerminalText, to columns: Int) -> TerminalText {
    guard text.width > columns else { return text }
    var result = ""
    var rest = columns - 1
    for character in text.sent {
      rest -= width(String(character))
      if rest < 0 { break }
      result.append(character)
    }
    return columns > 0 ? TerminalText(unescaped: result) + "…" : ""
  }
}
