import AQKit
import Foundation
import Testing

@testable import AQKitCommands

@Suite("A terminal") struct TerminalTests {
  private func colours(
    _ environment: [String: String], _ choice: Terminal.ColourChoice = .auto, isTerminal: Bool = true
  ) -> Terminal.Colours {
    Terminal(choice, environment: environment, isTerminal: isTerminal).colours
  }

  @Test("has colours of 24 bits only where COLORTERM says so, 256 otherwise, and none if it is dumb")
  func depth() {
    #expect(colours(["TERM": "xterm"]) == .indexed)
    #expect(colours(["TERM": "xterm", "COLORTERM": "truecolor"]) == .direct)
    #expect(colours(["TERM": "xterm", "COLORTERM": "24bit"]) == .direct)
    #expect(colours(["TERM": "dumb", "COLORTERM": "truecolor"]) == .none)
    #expect(colours([:]) == .none)
    #expect(colours(["TERM": "xterm"], isTerminal: false) == .none)
  }

  @Test(
    "has none with NO_COLOR or CLICOLOR=0, and some without a terminal with CLICOLOR_FORCE; --color overrides them"
  )
  func settings() {
    #expect(colours(["TERM": "xterm", "NO_COLOR": "1"]) == .none)
    #expect(colours(["TERM": "xterm", "NO_COLOR": ""]) == .indexed)
    #expect(colours(["TERM": "xterm", "CLICOLOR": "0"]) == .none)
    #expect(colours(["CLICOLOR_FORCE": "1"], isTerminal: false) == .indexed)
    #expect(colours(["CLICOLOR_FORCE": "0"], isTerminal: false) == .none)
    #expect(colours(["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], isTerminal: false) == .none)
    #expect(colours(["NO_COLOR": "1", "TERM": "dumb"], .always, isTerminal: false) == .indexed)
    #expect(colours(["TERM": "xterm", "CLICOLOR_FORCE": "1"], .never) == .none)
  }

  @Test(
    "shows a colour as the nearest of 256",
    arguments: [
      ("#000000", 16), ("#FFFFFF", 231), ("#FF0000", 196), ("#FFFF00", 226), ("#FF7E00", 208),
      ("#808080", 244),
      ("#00E400", 40),
    ])
  func palette(hex: String, index: Int) throws {
    #expect(try #require(AQIBand.Color(hex: hex)).paletteIndex == index)
  }

  @Test("has 80 columns unless something says otherwise")
  func size() {
    guard isatty(STDOUT_FILENO) == 0 else { return }
    #expect(Terminal.columns([:]) == 80 && Terminal.columns(["COLUMNS": "120"]) == 120)
    #expect(Terminal.columns(["COLUMNS": "wide"]) == 80 && Terminal.columns(["COLUMNS": "1"]) == 20)
  }

  @Test("labels are readable on their band's colour")
  func label() throws {
    let yellow = try #require(AQIBand.Color(hex: "#FFFF00"))
    let terminal = Terminal(usesColour: true)
    #expect(terminal.label("51", yellow) == "\u{1B}[48;2;255;255;0m\u{1B}[38;2;0;0;0m 51 \u{1B}[0m")
    #expect(Terminal(usesColour: false).label("51", yellow) == "51" && terminal.label("51", nil) == "51")
  }
}
