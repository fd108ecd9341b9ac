import AQKit
import Testing

@testable import AQKitCommands

@Suite struct TextWidthTests {
  @Test(
    "a text's width is that on a terminal",
    arguments: [
      ("", 0), ("Pune", 4), ("Zürich", 6), ("Zu\u{308}rich", 6), ("東京", 4), ("한국", 4), ("ｱ", 1), ("Ａ", 2),
      ("عمان", 4), ("दिल्ली", 5), ("กรุงเทพ", 6), ("🇮🇳", 2), ("😀", 2), ("👍🏽", 2), ("❤️", 2), ("☀", 1),
      ("▁▂█", 3), ("µg/m³", 5), ("…", 1), ("𠮷野", 4),
      ("\u{1112}\u{1161}\u{11AB}", 2), ("\u{1B}[1;31m東京\u{1B}[0m", 4), ("e\u{301}\u{302}", 1),
    ])
  func width(text: String, columns: Int) {
    #expect(Text.width(text) == columns)
  }

  @Test("cells are aligned in any script, coloured or not")
  func aligned() {
    let red = Terminal(usesColour: true).label("Poor", AQIBand.Color(red: 255, green: 0, blue: 0))
    let names = ["東京", "Pune", "Zu\u{308}rich", "दिल्ली", "🇮🇳 👍🏽", "\u{1112}\u{1161}\u{11AB}국"]
    let lines = TextTable(names.map { ["\($0)", $0 == "Pune" ? "" : red, "|"] }).lines()
    #expect(Set(lines.map(\.width)).count == 1 && lines.allSatisfy { $0.sent.hasSuffix("  |") })
  }

  @Test("padding counts columns")
  func pad() {
    #expect(Text.pad("東京", 6) == "東京  " && Text.pad("Pune", 2) == "Pune")
  }
}
