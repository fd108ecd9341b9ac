/// The mapping of a CSV header: which column has which content.
///
/// In the *long* form each row has one value, and columns name its parameter, unit and value
/// (``long(time:parameter:unit:value:)``). In the *wide* form each row has one time, and each parameter has a column
/// (``wide(time:columns:)``). Columns are found by their header names in any order; others are ignored. Fields may be
/// quoted as in RFC 4180.
public struct CSVLayout: Hashable, Sendable, Codable {
  /// A column of values in the wide form.
  public struct ValueColumn: Hashable, Sendable, Codable {
    /// The name in the header.
    public var header: String
    /// The parameter in the column.
    public var parameter: AirParameter
    /// The unit of its values.
    public var unit: AirUnit

    /// A column by its header, with its parameter and unit.
    public init(_ header: String, _ parameter: AirParameter, unit: AirUnit) {
      self.header = header
      self.parameter = parameter
      self.unit = unit
    }
  }

  /// How times are written.
  public enum TimeFormat: String, Hashable, Sendable, Codable {
    /// As ISO 8601.
    case iso8601
    /// In seconds since 1970 in UTC.
    case unixSeconds
    /// In milliseconds since 1970 in UTC.
    case unixMilliseconds
  }

  /// The delimiter between fields; one ASCII character.
  public var delimiter = ","
  /// The column of the time.
  public var time: String
  /// How the time is written.
  public var timeFormat = TimeFormat.iso8601
  /// The offset for times without one, in seconds east of UTC; nil refuses such times.
  public var secondsFromUTC: Int?
  /// The meaning of a time: the start or end of the averaging period, or the instant of the value.
  public var timeConvention = TimeConvention.instant
  /// The averaging period of the values; an instant if the text does not say.
  public var averaging = AveragingPeriod.instant
  /// In the long form, the column of the parameter.
  public var parameter: String?
  /// In the long form, the column of the unit.
  public var unit: String?
  /// In the long form, the column of the value.
  public var value: String?
  /// In the wide form, the columns of values.
  public var columns: [ValueColumn] = []
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
  public var siteKind = SiteKind.referenceStation
  /// The kind of report.
  public var kind = ReportKind.observation
  /// The identifier of the source that the reports name.
  public var source: SourceID = "csv"
  /// Alternative column names, each with the name in the layout.
  public var headerAliases: [String: String] = [:]
  /// Spellings of units that are this text's own.
  public var unitNames: [String: AirUnit] = [:]
  /// Texts that mean no value, besides an empty field.
  public var noValue = ["NA", "N/A", "NaN", "nan", "null", "NULL", "None", "-"]
  /// Numbers that mean no value.
  public var sentinels: [Double] = []
  /// The attribution that must be shown beside the values.
  public var attribution: [Attribution] = []
  /// What the licence allows.
  public var rights = Rights.unknown

  init(time: String) { self.time = time }

  /// The long form: one row per value.
  ///
  /// - Parameters:
  ///   - time: The column of the time.
  ///   - parameter: The column of the parameter.
  ///   - unit: The column of the unit.
  ///   - value: The column of the value.
  public static func long(time: String, parameter: String, unit: String, value: String) -> CSVLayout {
    var layout = CSVLayout(time: time)
    layout.parameter = parameter
    layout.unit = unit
    layout.value = value
    return layout
  }

  /// The wide form: one row per time, one column per parameter.
  ///
  /// - Parameters:
  ///   - time: The column of the time.
  ///   - columns: The columns of values.
  public static func wide(time: String, columns: [ValueColumn]) -> CSVLayout {
    var layout = CSVLayout(time: time)
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
  public static let openAQArchive: CSVLayout = {
    var layout = CSVLayout.long(time: "datetime", parameter: "parameter", unit: "units", value: "value")
    layout.timeConvention = .end
    layout.siteID = "location_id"
    layout.siteName = "location"
    layout.latitude = "lat"
    layout.longitude = "lon"
    layout.instrument = "sensors_id"
    layout.source = "openaq"
    layout.headerAliases = ["sensor_id": "sensors_id", "unit": "units"]
    layout.unitNames = ["c": .celsius, "f": .fahrenheit]
    layout.attribution = [Attribution("OpenAQ", link: "https://openaq.org/")]
    return layout
  }()
}
