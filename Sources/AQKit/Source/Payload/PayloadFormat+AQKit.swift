extension PayloadFormat {
  /// AQKit's own schema: one report, an array of reports, or one report a line. In every container.
  ///
  /// It is read piece by piece. An element or a line that is no report is refused, with its position, and the rest is
  /// read; where none is one, or the text itself is cut or no JSON, the input is malformed.
  public static let aqkit = PayloadFormat(
    "aqkit", summary: "AQKit's schema: one report, an array of reports, or one report a line."
  ) { SchemaReader(isStrict: $0.isStrict) }
}
