extension PayloadFormat {
  /// CSV, read in pieces by a header mapping.
  ///
  /// An unreadable row, or one longer than 1 MiB, is refused and counted, with its line number.
  ///
  /// - Parameters:
  ///   - layout: The mapping of the header.
  ///   - name: The format's name.
  public static func csv(_ layout: CSVLayout, name: String = "csv") -> PayloadFormat {
    PayloadFormat(name, summary: "CSV with the columns of \(layout.source).") { CSVReader(layout, $0) }
  }

  /// The long form of OpenAQ's open archive. Every container has this format.
  public static let openAQCSV = csv(.openAQArchive, name: "openaq-csv")
}
