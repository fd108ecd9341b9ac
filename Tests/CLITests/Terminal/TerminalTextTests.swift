import AQKit
import Foundation
import Testing

@testable import AQKitCommands

@Suite("A text for a terminal") struct TerminalTextTests {
  @Test(
    "leaves the letters of every language, their marks and joiners, and emoji unchanged",
    arguments: [
      "Zürich", "Zu\u{308}rich", "東京都", "한국서울", "عمان", "דוד", "می\u{200C}خواهم", "क्\u{200D}ष", "กรุงเทพ",
      "👨\u{200D}👩\u{200D}👧", "🏳️\u{200D}🌈", "❤️", "🇮🇳", "1️⃣",
      "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", "\u{600}١٢", "µg/m³ \u{FFFD}", "",
    ])
  func spelling(text: String) {
    #expect(TerminalText(text).sent == text)
  }

  @Test(
    "shows characters that control a terminal, end a line, reverse the text or are invisible",
    arguments: [
      ("\u{1B}[2J", #"\u{1B}[2J"#), ("a\nb", #"a\u{A}b"#), ("a\r\nb", #"a\u{D}\u{A}b"#),
      ("\t\u{0}\u{7F}", #"\u{9}\u{0}\u{7F}"#),
      ("\u{85}\u{9B}31m", #"\u{85}\u{9B}31m"#), ("\u{2028}\u{2029}", #"\u{2028}\u{2029}"#),
      ("\u{202E}\u{2066}\u{200F}\u{61C}", #"\u{202E}\u{2066}\u{200F}\u{61C}"#),
      ("a\u{200B}b\u{FEFF}", #"a\u{200B}b\u{FEFF}"#),
      ("\u{E0041}", #"\u{E0041}"#), ("\u{200D}a", #"\u{200D}a"#), ("a \u{200C}", #"a \u{200C}"#),
      ("a\u{1B}\u{301}", #"a\u{1B}"# + "\u{301}"),
    ])
  func steering(text: String, shown: String) {
    #expect(TerminalText(text).sent == shown)
  }

  @Test("shows the marks of one letter from the seventh on")
  func heap() {
    let heap = "Z" + String(repeating: "\u{350}", count: 8)
    #expect(
      TerminalText(heap).sent == "Z" + String(repeating: "\u{350}", count: 6) + #"\u{350}\u{350}"#)
  }

  @Test("treats interpolations as foreign text, and literals and colours as the program's own")
  func interpolation() {
    let name = "a\u{1B}[0m\n"
    let text: TerminalText = "\u{1B}[1m\(name)\n\(Terminal(usesColour: true).bold("\(name)"))"
    #expect(text.sent == "\u{1B}[1ma\\u{1B}[0m\\u{A}\n\u{1B}[1ma\\u{1B}[0m\\u{A}\u{1B}[0m")
  }

  @Test("that has lines keeps them and nothing else")
  func lines() {
    #expect(TerminalText(lines: "a\u{1B}\r\nb\rc\n\n").sent == "a\\u{1B}\nb\\u{D}c\n\n")
  }

  @Test("in JSON is escaped so that it reads as the same text")
  func json() throws {
    let text = "東京 \u{1B}\u{9B}\u{202E}\r\n\u{7F}\u{2028}\u{E0041}\u{0}\u{FEFF} می\u{200C}خواهم 👩\u{200D}👧"
    let json = try TerminalJSON.line(of: [text]).sent
    #expect(!json.unicodeScalars.contains { $0.steers })
    #expect(try JSONDecoder().decode([String].self, from: Data(json.utf8)) == [text])
  }

  @Test("of a file is written byte for byte, or to a terminal escaped line by line")
  func data() throws {
    let rows = "a,\u{1B}[2J\r\nb,\u{202E}é\n"
    for (escapes, expected) in [(false, rows), (true, "a,\\u{1B}[2J\nb,\\u{202E}é\n")] {
      let pipe = Pipe()
      var output = StandardOutput(
        descriptor: pipe.fileHandleForWriting.fileDescriptor, escapesData: escapes)
      output.append(rows)
      try output.flush()
      try pipe.fileHandleForWriting.close()
      let written = try pipe.fileHandleForReading.readToEnd() ?? Data()
      #expect(String(decoding: written, as: UTF8.self) == expected)
    }
  }

  @Test("has one outlet: no other file of the command writes to stdout or stderr")
  func oneWay() throws {
    let sources = URL(filePath: #filePath).appending(path: "../../../../Sources/aqkit-cli")
      .standardizedFileURL
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    var seen = 0
    for case let file as URL in files where file.pathExtension == "swift" {
      seen += 1
      if file.lastPathComponent == "StandardOutput.swift" { continue }
      let text = try String(contentsOf: file, encoding: .utf8)
      for way in ["Swift.print", "standardOutput", "standardError", "fputs(", "fwrite(", "putchar(", "dump("]
      {
        #expect(!text.contains(way), "\(file.lastPathComponent): \(way)")
      }
    }
    #expect(seen > 40)
  }
}
