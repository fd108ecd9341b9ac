import AQKit

/// The manual page of the tool, in the macros of man(7), made from the commands' own descriptions.
struct Manual {
  let outline: CommandOutline
  let version: String

  /// The page.
  var text: String {
    var lines = [
      #".TH AQKIT\-CLI 1 "" "aqkit-cli \#(version)" "AQKit""#, ".SH NAME",
      Self.escaped("aqkit-cli") + #" \- "# + Self.escaped(outline.command.abstract ?? ""),
      ".SH SYNOPSIS", #".B aqkit\-cli"#, #"[\fICOMMAND\fR] [\fIARGUMENTS\fR]"#, ".SH DESCRIPTION",
    ]
    lines += Self.paragraphs(outline.command.discussion)
    lines.append(".SH COMMANDS")
    // `help` is ArgumentParser's own.
    for command in outline.command.subcommands ?? [] where command.commandName != "help" {
      lines += Self.section(command)
    }
    lines += Self.closing
    return lines.joined(separator: "\n") + "\n"
  }

  private static func section(_ command: CommandOutline.Command) -> [String] {
    var lines = [".SS \(escaped("aqkit-cli \(command.commandName)"))", escaped(command.abstract ?? "")]
    lines += paragraphs(command.discussion)
    for argument in command.arguments ?? [] where argument.shouldDisplay {
      if ["help", "version"].contains(argument.names?.first { $0.kind == "long" }?.name) { continue }
      let value = argument.kind == "flag" ? "" : #" \fI\#(escaped(argument.valueName ?? ""))\fR"#
      let names = (argument.names ?? []).map { #"\fB\#(escaped($0.text))\fR"# }.joined(separator: ", ")
      let usual = argument.defaultValue.map { " Default: \($0)." } ?? ""
      lines += [
        ".TP", names.isEmpty ? #"\fI\#(escaped(argument.valueName ?? ""))\fR"# : names + value,
        escaped((argument.abstract ?? "") + usual),
      ]
    }
    return lines
  }

  /// Returns a discussion as paragraphs, and its examples unchanged.
  private static func paragraphs(_ text: String?) -> [String] {
    guard let text else { return [] }
    var lines: [String] = []
    var isList = false
    var begins = true
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty {
        if isList { lines.append(".fi") }
        isList = false
        begins = true
        continue
      }
      if line == "EXAMPLES:" {
        lines += [".PP", "Examples:", ".nf"]
        isList = true
        continue
      }
      if begins, !isList { lines.append(".PP") }
      begins = false
      lines.append(escaped(String(line)))
    }
    return isList ? lines + [".fi"] : lines
  }

  private static let closing = [
    ".SH FILES", ".TP", #"\fIaqkit.json\fR"#, "The configuration of sources, in the working directory.",
    ".TP",
    #"\fI$XDG_CONFIG_HOME/aqkit/aqkit.json\fR, \fI~/.config/aqkit/aqkit.json\fR"#,
    "The configuration of sources of the user, read where there is none in the working directory.",
    ".SH ENVIRONMENT", ".TP", #"\fBAQKIT_SOURCE_OPTION\fR"#,
    #"A credential of a source, such as \fBAQKIT_OPEN_METEO_API_KEY\fR; aqkit\-cli sources SOURCE names them."#,
    ".TP", #"\fBCOLUMNS\fR"#, "The width of the output where stdout is no terminal; 80 without it.", ".TP",
    #"\fBNO_COLOR\fR, \fBCLICOLOR\fR, \fBCLICOLOR_FORCE\fR, \fBCOLORTERM\fR, \fBTERM\fR"#,
    #"Whether colours are used, and how many there are, unless \fB\-\-color\fR says otherwise."#,
    ".SH EXIT STATUS", ".TP", "0", "Done; that there is nothing is an answer.", ".TP", "1",
    "Asked and failed: no source answered, a rule or path failed, or an input can't be read.", ".TP", "2",
    "Wrong usage: an argument, source, option, index or configuration that isn't there or can't be meant.",
  ]

  /// A text without characters that the formatter would interpret.
  static func escaped(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }
}
