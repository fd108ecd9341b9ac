extension ReportBuilder {
  /// Adds the content of a CSV text, such as the body of a reply.
  ///
  /// The source's declaration gives the time convention, averaging period, sentinels, attribution and rights; those of
  /// the layout are ignored. An unreadable row is refused and counted, with its line number.
  ///
  /// - Parameters:
  ///   - text: The text, in UTF-8.
  ///   - layout: The mapping of the header.
  ///   - site: The site of the rows, if no column says so.
  ///   - place: The index of the query's place that they answer; nil to match by the sites.
  /// - Throws: ``AQError/Code/malformed`` when the text has no header, or the header lacks a required column.
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
