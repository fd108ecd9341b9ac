/// Text for a terminal. The program's own words and colours are unchanged; external text is escaped if it could affect
/// the terminal.
///
/// Literals are the program's own. Interpolated values and wrapped strings are external. Control characters,
/// including line ends, characters that change the direction of writing, invisible ones, and more than six marks on a letter
/// are shown as `\u{1B}`. Letters of every language, their marks and joiners, and emoji are kept.
struct TerminalText: Hashable, Sendable {
  private(set) var sent: String

  /// Creates text from an external string, on one line.
  init(_ text: String) { sent = Self.escaped(text) }

  /// Creates text from an external string, of whose control characters only the line ends are kept.
  init(lines text: String) {
    sent = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { Self.escaped(String($0.last == "\r" ? $0.dropLast() : $0)) }.joined(separator: "\n")
  }

  /// Creates text that the program has made itself, such as JSON with escaped strings, or an escape sequence.
  init(unescaped text: String) { sent = text }

  /// The number of columns that the text takes, without colours.
  var width: Int { Text.width(sent) }
  var isEmpty: Bool { sent.isEmpty }

  static func + (first: Self, second: Self) -> Self { Self(unescaped: first.sent + second.sent) }
  static func += (first: inout Self, second: Self) { first.sent += second.sent }

  private static let mostMarks = 6

  private static func escaped(_ text: String) -> String {
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
    var result = ""
    var marks = 0
    var (joins, isFlag) = (false, false)
    for scalar in text.unicodeScalars {
      let isMark = scalar.isMark
      marks = isMark ? marks + 1 : 0
      // Joiners between letters are part of the spelling in Persian and in Indian languages; emoji have them, too.
      let isPart = scalar.isJoiner && joins || isFlag && (0xE0020...0xE007F).contains(scalar.value)
      if marks > mostMarks || scalar.steers && !isPart || scalar.isJoiner && !isPart {
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      } else {
        result.unicodeScalars.append(scalar)
      }
      if isMark || isPart { continue }
      joins = scalar.properties.isAlphabetic || scalar.properties.isEmoji
      isFlag = scalar.value == 0x1F3F4
    }
    return result
  }
}

extension TerminalText: ExpressibleByStringInterpolation {
  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = TerminalText(unescaped: "")

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ literal: String) { text += TerminalText(unescaped: literal) }
    mutating func appendInterpolation(_ part: TerminalText) { text += part }
    mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      text += TerminalText(value.description)
    }
  }

  init(stringLiteral value: String) { sent = value }
  init(stringInterpolation: StringInterpolation) { self = stringInterpolation.text }
}

extension Sequence<TerminalText> {
  func joined(separator: TerminalText = "") -> TerminalText {
    TerminalText(unescaped: map(\.sent).joined(separator: separator.sent))
  }
}

extension Unicode.Scalar {
  /// Whether the character may do anything other than appear in its place: control characters, line ends, and invisible
  /// characters except those that join letters.
  var steers: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    // The Arabic signs that go under a number are visible.
    case .format: !isJoiner && !Self.numberSigns.contains { $0.contains(value) }
    default: false
    }
  }

  /// Zero-width joiner and non-joiner.
  var isJoiner: Bool { value == 0x200C || value == 0x200D }

  fileprivate var isMark: Bool {
    let category = properties.generalCategory
    return category == .nonspacingMark || category == .enclosingMark
  }

  private static let numberSigns: [ClosedRange<UInt32>] = [
    0x600...0x605, 0x6DD...0x6DD, 0x70F...0x70F, 0x890...0x891, 0x8E2...0x8E2, 0x110BD...0x110BD,
    0x110CD...0x110CD,
  ]
}
