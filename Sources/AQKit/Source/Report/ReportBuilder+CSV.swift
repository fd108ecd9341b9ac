extension ReportBuilder {
  /// Adds everything that a CSV text says, such as the body of a reply.
  ///
  /// What times mean, the averaging period, sentinels, attribution and rights are those that the source declares; what
  /// the layout says of them is not used. A row that can't be read is refused and counted, with the number of its line.
  ///
  /// - Parameters:
  ///   - text: The text, in UTF-8.
  ///   - layout: Which columns say what.
  ///   - site: Of which site the rows are, where no column says so.
  ///   - place: The index of the query's place that they answer; nil where the sites tell.
  /// - Throws: ``AQError/Code/malformed`` when the text has no header, or it lacks a column that is needed.
  public mutating func add(
    csv text: [UInt8], _ layout: CSVLayout, site: Site? = nil, place: Int? = nil
  ) throws {
    let context = PayloadContext(receivedAt: receivedAt, places: site.map { [$0] } ?? [])
    var reader = CSVReader(layout, context, of: descriptor)
    _ = try text.withUnsafeBytes { bytes in
      try reader.readRows(bytes.bytes, isLast: true)
    }
    reader.report(into: &self, isLast: true, place: place)
  }
}
