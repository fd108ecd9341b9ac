import AQKit

/// The warnings of an answer, a block for each, with publisher, subject, area and end; with `--all` also the text and
/// the advice.
struct NoticeText {
  let answer: AirAnswer
  let terminal: Terminal
  let showsAll: Bool

  /// The warnings, in English if available, each once, whatever its places.
  var shown: [AirNotice] {
    let places = max(1, answer.query.places.count)
    return (0..<places).flatMap { answer.notices(forPlace: $0, in: ["en"]) }
      .unique { "\($0.source) \($0.id)" }
  }

  var lines: [TerminalText] {
    shown.flatMap { notice -> [TerminalText] in
      let severity = notice.severity.map { ", severity \($0)" } ?? ""
      let head = "\(notice.kind.rawValue.prefix(1).uppercased())\(notice.kind.rawValue.dropFirst()): "
      var lines = [terminal.bold(TerminalText(Self.line(head + notice.title)))]
      let times = [
        notice.from.map { "from \($0)" }, notice.until.map { "until \($0)" },
      ].compactMap(\.self).joined(separator: " ")
      let areas = notice.area.names.prefix(showsAll ? .max : 3).joined(separator: "; ")
      let parts = ["\(notice.publisher ?? notice.source.rawValue)\(severity)", areas, times].filter {
        !$0.isEmpty
      }
      lines.append("  \(Self.line(parts.joined(separator: " · ")))")
      guard showsAll else { return lines }
      for text in [notice.text, notice.advice ?? ""] {
        lines += text.split(whereSeparator: \.isNewline).map { TerminalText("  \($0)") }
      }
      if let link = notice.link { lines.append("  \(link)") }
      return lines
    }
  }

  /// Returns external text on one line.
  private static func line(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
