extension PayloadFormat {
  /// AQKit's own schema: one report, an array of reports, or one report per line. Every container has this format.
  ///
  /// It is read in pieces. An element or line that is no report is refused with its position, and the rest is read; the
  /// input is malformed if nothing in it is a report, or if the text itself is truncated or no JSON.
  public static let aqkit = PayloadFormat(
    "aqkit", summary: "AQKit's schema: one report, an array of reports, or one report a line."
  ) { SchemaReader(isStrict: $0.isStrict) }
}
