import AQKit
import Testing

@testable import AQKitCommands

@Suite("Wrapped lines") struct WrappingTests {
  @Test("are broken at spaces and indented to the text after the last gap, or by two columns")
  func hanging() {
    #expect(
      Text.wrap("  a remark that is too long", to: 14).map(\.sent)
        == ["  a remark", "    that is", "    too long"])
    #expect(
      Text.wrap("key      a value that is long", to: 20).map(\.sent)
        == ["key      a value", "         that is", "         long"])
    #expect(Text.wrap("one two", to: 7) == ["one two"])
    #expect(Text.wrap("one two", to: 5, hanging: 0) == ["one", "two"])
  }

  @Test("leave a word whole if it is longer than a line, such as an address")
  func words() {
    #expect(Text.wrap("see abcdefghijkl", to: 8, hanging: 0) == ["see", "abcdefghijkl"])
    #expect(Text.wrap("東京都 千代田区", to: 9, hanging: 0) == ["東京都", "千代田区"])
  }

  @Test("end their colours at the end of a line and restart them on the next")
  func styles() {
    let text = Terminal(usesColour: true).bold("one two three")
    #expect(
      Text.wrap(text, to: 8, hanging: 0)
        == ["\u{1B}[1mone two\u{1B}[0m", "\u{1B}[1mthree\u{1B}[0m"])
  }

  @Test("of any text are never wider than the width, and lose no words", arguments: 8...40)
  func width(columns: Int) {
    let text: TerminalText =
      "  US EPA  37 Good  led by PM2.5, NowCast of 12 of 12 hourly model values; without Ozone"
    let lines = Text.wrap(text, to: columns)
    #expect(lines.allSatisfy { $0.width <= columns }, "\(lines)")
    let letters = { (text: String) in text.filter { $0 != " " } }
    #expect(letters(lines.map(\.sent).joined()) == letters(text.sent))
  }

  @Test("of a table stay in their columns; the widest column shrinks, and its words stay whole")
  func table() {
    let table = TextTable([
      ["us_epa_2024", "100", "a remark of some words"], ["de_lqi_2025", "4", "short"],
    ])
    #expect(
      table.lines(within: 28).map(\.sent) == [
        "us_epa_2024  100  a remark", "                  of some", "                  words",
        "de_lqi_2025  4    short",
      ])
    #expect(
      table.lines().map(\.sent) == ["us_epa_2024  100  a remark of some words", "de_lqi_2025  4    short"])
    #expect(table.lines(within: 60, indent: 2).first?.sent.hasPrefix("  us_epa") == true)
  }

  @Test(
    "displayed numbers have three significant digits, and their whole integer part",
    arguments: [
      (139.29352, "139"), (6.4321, "6.43"), (0.13949, "0.139"), (1595.4, "1595"), (0, "0"),
      (-0.00012, "-0.00012"),
      (22.1, "22.1"), (99.96, "100"),
    ])
  func numbers(value: Double, text: String) {
    #expect(Text.short(value) == text)
  }

  @Test("a value without a unit has no blank after it")
  func units() {
    #expect(Text.short(4.25, .one) == "4.25" && Text.short(4.25, .ppb) == "4.25 ppb")
  }
}
