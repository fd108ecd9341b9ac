extension AirReport {
  /// Writes reports in AQKit's schema, one per line, many times as fast as a `JSONEncoder`.
  ///
  /// ```swift
  /// var writer = AirReport.Writer()
  /// for report in reports { writer.append(report) }
  /// try Data(writer.bytes).write(to: file)
  /// ```
  ///
  /// The bytes are those of a `JSONEncoder` that sorts members and doesn't escape slashes: each line is one object in UTF-8
  /// and ends with a line feed, a gap is `null`, a number is the shortest text that reads back as the same double.
  public struct Writer: Sendable {
    private var json = JSONText()

    /// The lines so far.
    public var bytes: [UInt8] { json.bytes }

    /// Creates a writer without lines.
    public init() {}

    /// Removes the lines.
    public mutating func removeAll() { json.removeAll() }

    /// Appends a report as a line.
    public mutating func append(_ report: AirReport) {
      json.value(report)
      json.endLine()
    }
  }
}
