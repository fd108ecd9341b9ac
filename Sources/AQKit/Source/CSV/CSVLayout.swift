/// Which columns of a CSV text say what: its header mapping.
///
/// In the *long* form each row is one value, and columns name its parameter, unit and value (``long(time:parameter:unit:value:)``).
/// In the *wide* form each row is one time, with a column per parameter (``wide(time:columns:)``). Columns are found by
/// the names in the header, in any order; a column that nothing refers to is ignored. Fields may be quoted as RFC 4180
/// says.
public struct CSVLayout: Hashable, Sendable, Codable {
  /// A column of values in the wide form.
  public struct ValueColumn: Hashable, Sendable, Codable {
    /// The name in the header.
    public var header: String
    /// What the column holds.
    public var parameter: AirParameter
    /// The unit of its values.
    public var unit: AirUnit

    /// Makes the description of a column.
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

  /// The character between two fields; one ASCII character.
  public var delimiter = ","
  /// The column of the time.
  public var time: String
  /// How the time is written.
  public var timeFormat = TimeFormat.iso8601
  /// The offset of times that state none, in seconds east of UTC; nil refuses them.
  public var secondsFromUTC: Int?
  /// What a time means: the start or the end of the averaging period, or the instant of the value.
  public var timeConvention = TimeConvention.instant
  /// The averaging period of the values; an instant where the text does not say.
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
  /// What kind of site the values come from.
  public var siteKind = SiteKind.referenceStation
  /// What the values are.
  public var kind = ReportKind.observation
  /// The identifier of the source that the reports name.
  public var source: SourceID = "csv"
  /// Other names of columns, each with the name that the layout uses.
  public var headerAliases: [String: String] = [:]
  /// Spellings of units that are this text's own.
  public var unitNames: [String: AirUnit] = [:]
  /// Texts that stand for no value, beside an empty field.
  public var noValue = ["NA", "N/A", "NaN", "nan", "null", "NULL", "None", "-"]
  /// Numbers that stand for no value.
  public var sentinels: [Double] = []
  /// What must be shown beside the values.
  public var attribution: [Attribution] = []
  /// What the licence allows.
  public var rights = Rights.unknown

  init(time: String) { self.time = time }

  /// The long form: a row for each value.
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

  /// The wide form: a row for each time, a column for each parameter.
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
  /// The archive states no averaging period, so values stand at their times, which are the ends of the intervals that
  /// they average over; set ``averaging`` where the period is known.
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
