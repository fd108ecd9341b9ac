extension PayloadFormat {
  /// CSV, read by a header mapping, piece by piece.
  ///
  /// A row that can't be read is refused and counted, with the number of its line.
  ///
  /// - Parameters:
  ///   - layout: Which columns say what.
  ///   - name: The format's name.
  public static func csv(_ layout: CSVLayout, name: String = "csv") -> PayloadFormat {
    PayloadFormat(name, summary: "CSV with the columns of \(layout.source).") { CSVReader(layout, $0) }
  }

  /// The long form of OpenAQ's open archive. In every container.
  public static let openAQCSV = csv(.openAQArchive, name: "openaq-csv")
}
