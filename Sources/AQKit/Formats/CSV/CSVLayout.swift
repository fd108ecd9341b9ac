extension PayloadFormat {
  /// The mapping of a CSV header: which column has which content.
  ///
  /// In the *long* form each row has one value, and columns name its parameter, unit and value
  /// (``long(time:parameter:unit:value:)``). In the *wide* form each row has one time, and each parameter has a column
  /// (``wide(time:columns:)``). Columns are found by their header names in any order; others are ignored. Fields may be
  /// quoted as in RFC 4180. A column of times or values can't have another role.
  ///
  /// A value such as `<2` is below its detection limit: it is read as half of the limit, with
  /// ``AirReading/QualityFlag/belowDetection`` and the limit as ``AirReading/Accuracy/detectionLimit``, following the
  /// European Environment Agency's observation validity 3 (dd.eionet.europa.eu/vocabulary/aq/observationvalidity/3).
  public struct CSVLayout: Hashable, Sendable, Codable {
    /// A column of values in the wide form.
    public struct ValueColumn: Hashable, Sendable, Codable {
      /// The name in the header.
      public var header: String
      /// The parameter in the column.
      public var parameter: AirParameter
      /// The unit of its values.
      public var unit: AirUnit
      /// The meaning of a time for this column; nil to use the layout's or the source's.
      public var timeConvention: SourceDescriptor.TimeConvention?
      /// The averaging period of this column; nil to use the layout's or the source's.
      public var averaging: AveragingPeriod?
      /// The quality columns for its values; nil to use the layout's.
      public var quality: PayloadFormat.CSVLayout.Quality?

      /// Creates a column from its header, parameter and unit. Its times default to the other columns'.
      public init(
        _ header: String, _ parameter: AirParameter, unit: AirUnit,
        timeConvention: SourceDescriptor.TimeConvention? = nil, averaging: AveragingPeriod? = nil,
        quality: PayloadFormat.CSVLayout.Quality? = nil
      ) {
        self.header = header
        self.parameter = parameter
        self.unit = unit
        self.timeConvention = timeConvention
        self.averaging = averaging
        self.quality = quality
      }
    }

    /// The quality columns of a value, by their headers; each may be missing in a file.
    public struct Quality: Hashable, Sendable, Codable {
      /// The column of the measurement uncertainty, in the value's unit.
      public var uncertainty: String?
      /// The column of the detection limit, in the value's unit.
      public var detectionLimit: String?
      /// The column of the completeness, as a percentage.
      public var completeness: String?
      /// The column of a flag, whose spellings ``PayloadFormat/CSVLayout/flagNames`` explains.
      public var flag: String?

      /// Creates the columns from their headers.
      public init(
        uncertainty: String? = nil, detectionLimit: String? = nil, completeness: String? = nil,
        flag: String? = nil
      ) {
        self.uncertainty = uncertainty
        self.detectionLimit = detectionLimit
        self.completeness = completeness
        self.flag = flag
      }
    }

    /// The delimiter between fields; one ASCII character, neither a quotation mark nor a line end.
    public var delimiter = ","
    /// The column of the time.
    public var time: String
    /// The columns that continue the time, such as one of the hour after one of the date. Their contents are appended
    /// to that of ``time``, each after a space.
    public var furtherTimes: [String] = []
    /// The format and zone of the time. For an hour that occurs twice, the order of the rows of a site and parameter
    /// decides, as in ``TimeStamp/zonedText(_:_:)``.
    public var timeFormat = TimeStamp.Format.iso8601
    /// The meaning of a time: the start or end of the averaging period, or the instant of the value.
    public var timeConvention = SourceDescriptor.TimeConvention.instant
    /// The averaging period of the values; an instant by default.
    public var averaging = AveragingPeriod.instant
    /// In the long form, the column of the parameter.
    public var parameter: String?
    /// In the long form, the column of the unit.
    public var unit: String?
    /// In the long form, the column of the value.
    public var value: String?
    /// In the wide form, the columns of values.
    public var columns: [ValueColumn] = []
    /// The quality columns for the values of a row.
    public var quality = Quality()
    /// The flags that each spelling means; a spelling that isn't listed becomes a flag with that name.
    public var flagNames: [String: Set<AirReading.QualityFlag>] = [:]
    /// The column of the site's identifier.
    public var siteID: String?
    /// The column of the site's name.
    public var siteName: String?
    /// The column of the site's latitude in degrees.
    public var latitude: String?
    /// The column of the site's longitude in degrees.
    public var longitude: String?
    /// The column of the instrument.
    public var instrument: String?
    /// The kind of site.
    public var siteKind = AirSite.Kind.referenceStation
    /// The kind of report.
    public var kind = AirReport.Kind.observation
    /// The identifier of the source that the reports name.
    public var source: SourceID = "csv"
    /// Alternative column names, each with the name in the layout.
    public var headerAliases: [String: String] = [:]
    /// The file's own names of parameters, which take precedence over the source's.
    public var parameterNames: [String: AirParameter] = [:]
    /// The file's own spellings of units, which take precedence over the source's.
    public var unitNames: [String: AirUnit] = [:]
    /// Strings that mean a missing value, in addition to an empty field.
    public var noValue = ["NA", "N/A", "NaN", "nan", "null", "NULL", "None", "-"]
    /// Numbers that mean a missing value.
    public var sentinels: [Double] = []
    /// The attribution that must be shown with the values.
    public var attribution: [AirAttribution] = []
    /// The rights that the licence gives.
    public var rights = AirRights.unknown

    init(time: String) { self.time = time }

    /// The long form: one row per value.
    public static func long(time: String, parameter: String, unit: String, value: String)
      -> PayloadFormat.CSVLayout
    {
      var layout = PayloadFormat.CSVLayout(time: time)
      layout.parameter = parameter
      layout.unit = unit
      layout.value = value
      return layout
    }

    /// The wide form: one row per time, one column per parameter.
    public static func wide(time: String, columns: [ValueColumn]) -> PayloadFormat.CSVLayout {
      var layout = PayloadFormat.CSVLayout(time: time)
      layout.columns = columns
      return layout
    }

    /// The long form of OpenAQ's open archive:
    /// `location_id,sensors_id,location,datetime,lat,lon,parameter,units,value`.
    ///
    /// The archive states no averaging period, so values are instants at their times, which are the ends of the averaging
    /// intervals; set ``averaging`` if the period is known.
    ///
    /// Source: OpenAQ, Open Data on AWS, file structure (docs.openaq.org/aws/about).
    public static let openAQArchive: PayloadFormat.CSVLayout = {
      var layout = PayloadFormat.CSVLayout.long(
        time: "datetime", parameter: "parameter", unit: "units", value: "value")
      layout.timeConvention = .end
      layout.siteID = "location_id"
      layout.siteName = "location"
      layout.latitude = "lat"
      layout.longitude = "lon"
      layout.instrument = "sensors_id"
      layout.source = "openaq"
      layout.headerAliases = ["sensor_id": "sensors_id", "unit": "units"]
      layout.unitNames = ["c": .celsius, "f": .fahrenheit]
      layout.attribution = [AirAttribution("OpenAQ", link: "https://openaq.org/")]
      return layout
    }()
  }
}

extension PayloadFormat.CSVLayout {
  /// Reads a layout; requires `time`, and either `columns` or `parameter`, `unit` and `value`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(time: try container.value(.time))
    func read<Value: Decodable>(_ key: CodingKeys, into value: inout Value) throws {
      if let found = try container.decodeIfPresent(Value.self, forKey: key) { value = found }
    }
    try read(.delimiter, into: &delimiter)
    try read(.furtherTimes, into: &furtherTimes)
    try read(.timeFormat, into: &timeFormat)
    try read(.timeConvention, into: &timeConvention)
    try read(.averaging, into: &averaging)
    parameter = try container.optional(.parameter)
    unit = try container.optional(.unit)
    value = try container.optional(.value)
    try read(.columns, into: &columns)
    siteID = try container.optional(.siteID)
    siteName = try container.optional(.siteName)
    latitude = try container.optional(.latitude)
    longitude = try container.optional(.longitude)
    instrument = try container.optional(.instrument)
    try read(.siteKind, into: &siteKind)
    try read(.kind, into: &kind)
    try read(.source, into: &source)
    try read(.headerAliases, into: &headerAliases)
    try read(.parameterNames, into: &parameterNames)
    try read(.unitNames, into: &unitNames)
    try read(.noValue, into: &noValue)
    try read(.sentinels, into: &sentinels)
    try read(.attribution, into: &attribution)
    try read(.rights, into: &rights)
    try read(.quality, into: &quality)
    try read(.flagNames, into: &flagNames)
    guard (value != nil && parameter != nil && unit != nil) != !columns.isEmpty else {
      throw container.fault(
        at: .columns, "A layout has either “columns”, or “parameter”, “unit” and “value”.")
    }
  }
}

extension KeyedEncodingContainer {
  /// Writes the flags of each spelling in alphabetical order; the synthesised encoding of a layout calls it.
  mutating func encode(_ flagNames: [String: Set<AirReading.QualityFlag>], forKey key: Key) throws {
    try encode(flagNames.mapValues(\.spellings), forKey: key)
  }
}

extension PayloadFormat {
  /// The format of CSV with a header mapping, read in pieces.
  ///
  /// An unreadable row, or one longer than 1 MiB, is refused and counted, with its line number.
  public static func csv(_ layout: PayloadFormat.CSVLayout, name: String = "csv") -> PayloadFormat {
    PayloadFormat(name, summary: "CSV with the columns of \(layout.source).") { CSVReader(layout, $0) }
  }

  /// The long form of OpenAQ's open archive. Every container has this format.
  public static let openAQCSV = csv(.openAQArchive, name: "openaq-csv")
}
