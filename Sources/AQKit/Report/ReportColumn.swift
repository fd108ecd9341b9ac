/// A value in the rows of a service, as JSON, CSV or XML: its name there, and its parameter, unit and times.
///
/// ```swift
/// let columns = [
///   ReportColumn("pm2.5", .pm25, "µg/m³"), ReportColumn("o3_8hr", .o3, "ppb", averaging: .eightHours),
/// ]
/// report.add(row, columns, missing: ["-", "NA"], at: time, to: station)
/// ```
///
/// A text that is read without code has a ``PayloadFormat/CSVLayout`` instead.
public struct ReportColumn: Hashable, Sendable {
  /// The name of the member of an object, or of the column of a table.
  public var name: String
  /// The parameter.
  public var parameter: AirParameter
  /// The provider's unit.
  public var unit: AirUnit
  /// The averaging period; nil to use the parameter's offer.
  public var averaging: AveragingPeriod?
  /// The meaning of a time; nil to use the parameter's offer.
  public var convention: SourceDescriptor.TimeConvention?
  /// The model, instrument or channel, if it differs from the report's.
  public var origin: AirOrigin?

  /// Creates a column from its name, parameter and unit.
  public init(
    _ name: String, _ parameter: AirParameter, _ unit: AirUnit, averaging: AveragingPeriod? = nil,
    convention: SourceDescriptor.TimeConvention? = nil, origin: AirOrigin? = nil
  ) {
    self.name = name
    self.parameter = parameter
    self.unit = unit
    self.averaging = averaging
    self.convention = convention
    self.origin = origin
  }
}

extension ReportBuilder {
  /// Adds the values of a row in JSON, each as ``add(_:_:missing:at:flags:to:)-(ReportColumn,AQJSON,_,_,_,_)`` reads it.
  ///
  /// - Parameters:
  ///   - row: The object.
  ///   - columns: The columns to add; missing ones are skipped.
  ///   - words: The texts that mean a missing value; a blank text always does.
  ///   - stamp: The provider's time stamp.
  ///   - flags: The provider's quality flags.
  ///   - site: The site.
  public mutating func add(
    _ row: AQJSON, _ columns: [ReportColumn], missing words: Set<String> = [], at stamp: TimeStamp,
    flags: Set<AirReading.QualityFlag> = [], to site: SiteReference
  ) {
    for column in columns {
      add(column, row[column.name], missing: words, at: stamp, flags: flags, to: site)
    }
  }

  /// Adds the values of a row of CSV, each as ``add(_:_:missing:at:flags:to:)-(ReportColumn,AQText,_,_,_,_)`` reads it. A
  /// row that can't be read as fields is refused and counted.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - columns: The columns to add; missing ones are skipped.
  ///   - words: The texts that mean a missing value; a blank text always does.
  ///   - stamp: The provider's time stamp.
  ///   - flags: The provider's quality flags.
  ///   - site: The site.
  public mutating func add(
    _ row: AQCSV.Row, _ columns: [ReportColumn], missing words: Set<String> = [], at stamp: TimeStamp,
    flags: Set<AirReading.QualityFlag> = [], to site: SiteReference
  ) {
    if row.isBroken { return refuse("a row can't be read as fields", at: "line \(row.line)") }
    for column in columns {
      let text = row[column.name]
      if text.content != nil { add(column, text, missing: words, at: stamp, flags: flags, to: site) }
    }
  }

  /// Adds the values of an XML element, each the text of a child or, where no child has the name, of an attribute, as
  /// ``add(_:_:missing:at:flags:to:)-(ReportColumn,AQText,_,_,_,_)`` reads it. A value that isn't a number costs no other one.
  ///
  /// - Parameters:
  ///   - element: The element.
  ///   - columns: Its values; those that it hasn't add nothing.
  ///   - words: The texts that stand for no value; a blank text always does.
  ///   - stamp: The provider's time stamp.
  ///   - flags: The provider's quality flags.
  ///   - site: The site.
  public mutating func add(
    _ element: AQXML, _ columns: [ReportColumn], missing words: Set<String> = [], at stamp: TimeStamp,
    flags: Set<AirReading.QualityFlag> = [], to site: SiteReference
  ) {
    for column in columns {
      let text = element[column.name]?.text ?? element.attribute(column.name)
      if text.content != nil { add(column, text, missing: words, at: stamp, flags: flags, to: site) }
    }
  }

  /// Adds a JSON value: a number, or a text that contains one, is a value; `null`, a blank text and the words for a missing
  /// value are a gap; a missing member is skipped. Anything else is refused, counted and noted.
  ///
  /// - Parameters:
  ///   - column: The description of the value; its name isn't used.
  ///   - value: The value.
  ///   - words: The texts that mean a missing value; a blank text always does.
  ///   - stamp: The provider's time stamp.
  ///   - flags: The provider's quality flags.
  ///   - site: The site.
  public mutating func add(
    _ column: ReportColumn, _ value: AQJSON, missing words: Set<String> = [], at stamp: TimeStamp,
    flags: Set<AirReading.QualityFlag> = [], to site: SiteReference
  ) {
    let isText = value.kind == .string || value.kind == .number && !words.isEmpty
    let text = isText ? AQText(try? value.string(acceptingNumber: true), at: "").content : nil
    let isGap = text.map { $0.isEmpty || words.contains($0) } ?? value.isNull
    if isGap { return add(column, number: nil, at: stamp, flags: flags, to: site) }
    add(
      column.parameter, value, acceptingText: true, unit: column.unit, at: stamp,
      convention: column.convention, averaging: column.averaging, flags: flags, origin: column.origin,
      to: site)
  }

  /// Adds a value from a text: a number is a value; a blank text and the words for a missing value are a gap. Anything else
  /// is refused, counted and noted.
  ///
  /// - Parameters:
  ///   - column: The description of the value; its name isn't used.
  ///   - text: The text.
  ///   - words: The texts that mean a missing value; a blank text always does.
  ///   - stamp: The provider's time stamp.
  ///   - flags: The provider's quality flags.
  ///   - site: The site.
  public mutating func add(
    _ column: ReportColumn, _ text: AQText, missing words: Set<String> = [], at stamp: TimeStamp,
    flags: Set<AirReading.QualityFlag> = [], to site: SiteReference
  ) {
    do {
      let number = text.content == "" ? nil : try text.double(missing: words)
      add(column, number: number, at: stamp, flags: flags, to: site)
    } catch {
      refuse("a value of \(column.parameter) isn't a number")
    }
  }

  private mutating func add(
    _ column: ReportColumn, number: Double?, at stamp: TimeStamp, flags: Set<AirReading.QualityFlag>,
    to site: SiteReference
  ) {
    add(
      column.parameter, number, unit: column.unit, at: stamp, convention: column.convention,
      averaging: column.averaging, flags: flags, origin: column.origin, to: site)
  }
}
