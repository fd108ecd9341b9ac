extension CSVLayout {
  enum CodingKeys: String, CodingKey {
    case delimiter, time, timeFormat, secondsFromUTC, timeConvention, averaging, parameter, unit, value,
      columns, siteID
    case siteName, latitude, longitude, instrument, siteKind, kind, source, headerAliases, unitNames, noValue,
      sentinels
    case attribution, rights
  }

  /// Reads a layout; requires `time`, and either `columns` or `parameter`, `unit` and `value`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(time: try container.decode(String.self, forKey: .time))
    func read<Value: Decodable>(_ key: CodingKeys, into value: inout Value) throws {
      if let found = try container.decodeIfPresent(Value.self, forKey: key) { value = found }
    }
    try read(.delimiter, into: &delimiter)
    try read(.timeFormat, into: &timeFormat)
    secondsFromUTC = try container.decodeIfPresent(Int.self, forKey: .secondsFromUTC)
    try read(.timeConvention, into: &timeConvention)
    try read(.averaging, into: &averaging)
    parameter = try container.decodeIfPresent(String.self, forKey: .parameter)
    unit = try container.decodeIfPresent(String.self, forKey: .unit)
    value = try container.decodeIfPresent(String.self, forKey: .value)
    try read(.columns, into: &columns)
    siteID = try container.decodeIfPresent(String.self, forKey: .siteID)
    siteName = try container.decodeIfPresent(String.self, forKey: .siteName)
    latitude = try container.decodeIfPresent(String.self, forKey: .latitude)
    longitude = try container.decodeIfPresent(String.self, forKey: .longitude)
    instrument = try container.decodeIfPresent(String.self, forKey: .instrument)
    try read(.siteKind, into: &siteKind)
    try read(.kind, into: &kind)
    try read(.source, into: &source)
    try read(.headerAliases, into: &headerAliases)
    try read(.unitNames, into: &unitNames)
    try read(.noValue, into: &noValue)
    try read(.sentinels, into: &sentinels)
    try read(.attribution, into: &attribution)
    try read(.rights, into: &rights)
    guard (value != nil && parameter != nil && unit != nil) != !columns.isEmpty else {
      throw DecodingError.dataCorruptedError(
        forKey: .columns, in: container,
        debugDescription: "A layout names either “columns” or “parameter”, “unit” and “value”.")
    }
  }
}
