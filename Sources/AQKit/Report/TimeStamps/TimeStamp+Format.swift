extension TimeStamp {
  /// The format of a provider's times: a value that a declaration, a ``PayloadFormat/CSVLayout`` or a configuration can
  /// hold.
  ///
  /// ```swift
  /// let hours = TimeStamp.Format.pattern("dd-MM-yyyy H", in: try TimeStamp.Zone(named: "Europe/Warsaw"))
  /// report.add(.pm25, row["pm25"], unit: "µg/m³", at: .written(fields: [date, hour], as: hours), to: station)
  /// ```
  ///
  /// As JSON it is the word `iso8601`, `unixSeconds`, `unixMilliseconds` or `age`, or a pattern; with a zone an object:
  /// `{"format": "dd-MM-yyyy H", "zone": "Europe/Warsaw"}`.
  public struct Format: Hashable, Sendable {
    enum Form: Hashable, Sendable {
      case iso8601
      case unixSeconds
      case unixMilliseconds
      case age
      case pattern(TimePattern)
    }

    let form: Form
    /// The zone of times that state no offset; nil to refuse such times.
    public let zone: Zone?

    package var fault: String? { if case .pattern(let pattern) = form { pattern.fault } else { nil } }

    /// The words for forms without a pattern.
    fileprivate static let words: [(word: String, form: Form)] = [
      ("iso8601", .iso8601), ("unixSeconds", .unixSeconds), ("unixMilliseconds", .unixMilliseconds),
      ("age", .age),
    ]

    init(_ form: Form, _ zone: Zone? = nil) {
      self.form = form
      self.zone = zone
    }

    /// The format of a word, or of a pattern.
    package init(named name: String, in zone: Zone? = nil) {
      self.init(Self.words.first { $0.word == name }?.form ?? .pattern(TimePattern(name)), zone)
    }

    /// ISO 8601 with `Z` or an offset.
    public static var iso8601: Format { Format(.iso8601) }
    /// Seconds since 1970 in UTC.
    public static var unixSeconds: Format { Format(.unixSeconds) }
    /// Milliseconds since 1970 in UTC.
    public static var unixMilliseconds: Format { Format(.unixMilliseconds) }
    /// Seconds before the time of receipt.
    public static var age: Format { Format(.age) }

    /// ISO 8601 with or without an offset.
    ///
    /// - Parameter zone: The zone of times without one.
    public static func iso8601(in zone: Zone) -> Format { Format(.iso8601, zone) }

    /// Times in the order and punctuation of a pattern. The letters are those of Unicode Technical Standard 35, part 4,
    /// except that hour 24 is the next day's 0:00:
    ///
    /// | letters | field |
    /// |---|---|
    /// | `yyyy`, `yy` | year; two digits mean the years 2000 to 2099 |
    /// | `M`, `MM`, `MMM` | month: one or two digits, two digits, its English name or the first three letters |
    /// | `d`, `dd` | day of the month |
    /// | `H`, `HH` | hour 0 to 24 |
    /// | `k`, `kk` | hour 1 to 24, as the end of the hour |
    /// | `h`, `hh` with `a` | hour 1 to 12 with `AM` or `p.m.`, in any case |
    /// | `m`, `mm`; `s`, `ss`; `S` | minute; second; digits of its fraction, which is cut off |
    /// | `E` | an English day of the week, which isn't compared |
    /// | `Z` | `Z`, `UTC`, `GMT`, `+02:00`, `+0200` or `+02` |
    ///
    /// A space matches one or more; `'T'` is text, `''` an apostrophe; any other character except letters is literal. A
    /// pattern needs a year, a month and a day. A time that doesn't fit it is refused. If the pattern itself is invalid,
    /// every time is refused with the fault in the reason.
    ///
    /// - Parameters:
    ///   - pattern: The pattern, such as `dd/MM/yyyy h:mm a`.
    ///   - zone: The zone of times that state no offset; nil to refuse such times.
    public static func pattern(_ pattern: String, in zone: Zone? = nil) -> Format {
      Format(.pattern(TimePattern(pattern)), zone)
    }
  }
}

extension TimeStamp.Format {
  func moment(_ text: String, receivedAt: AirTime) throws(TimeStamp.Fault) -> TimeStamp.Moment {
    switch form {
    case .iso8601: return try Self.iso8601(text, zone)
    case .unixSeconds: return try TimeStamp.Moment(Self.number(text, per: 1))
    case .unixMilliseconds: return try TimeStamp.Moment(Self.number(text, per: 1000))
    case .age: return try TimeStamp.moment(Self.number(text, per: 1), before: receivedAt)
    case .pattern(let pattern): return try Self.moment(pattern.stamp(text), zone)
    }
  }

  static func iso8601(_ text: String, _ zone: TimeStamp.Zone?) throws(TimeStamp.Fault) -> TimeStamp.Moment {
    guard let stamp = ISO8601.stamp(text) else { throw .unreadable }
    return try moment((stamp.clock, stamp.offset), zone)
  }

  private static func moment(
    _ time: TimePattern.Written, _ zone: TimeStamp.Zone?
  ) throws(TimeStamp.Fault) -> TimeStamp.Moment {
    // There is no year 0.
    guard time.clock >= AirTime.firstSecond else { throw .outOfRange }
    if let offset = time.offset { return try TimeStamp.Moment(time.clock - Int64(offset)) }
    guard let zone else { throw .withoutOffset }
    return try zone.moment(ofClock: time.clock)
  }

  /// Returns a number of seconds, rounded down.
  private static func number(_ text: String, per unit: Int64) throws(TimeStamp.Fault) -> Int64 {
    let seconds = TimePattern.trimmed(text).withUnsafeBytes { buffer in
      var at = 0
      let seconds = Result { () throws(TimeStamp.Fault) in try Self.seconds(buffer.bytes, &at, per: unit) }
      return at == buffer.count ? seconds : .failure(.unreadable)
    }
    return try seconds.get()
  }

  /// Reads a number of seconds or of parts of them, rounded down to seconds, and advances past it.
  static func seconds(_ bytes: RawSpan, _ at: inout Int, per unit: Int64) throws(TimeStamp.Fault) -> Int64 {
    let start = at
    if let whole = try? NumberScanner.int64(bytes, &at) { return whole.dividedDown(by: unit) }
    at = start
    guard let number = try? NumberScanner.double(bytes, &at) else { throw .unreadable }
    guard let seconds = Int64(exactly: (number / Double(unit)).rounded(.down)) else { throw .outOfRange }
    return seconds
  }
}

extension TimeStamp.Format: Codable {
  /// Reads a word or a pattern, or an object with one as `format` and a `zone`.
  public init(from decoder: any Decoder) throws {
    let container = try? decoder.container(keyedBy: MemberName.self)
    let name =
      try container?.decode(String.self, forKey: "format")
      ?? decoder.singleValueContainer().decode(String.self)
    try self.init(named: name, in: container?.optional("zone"))
    if let fault { throw decoder.fault("\(fault).") }
  }

  /// Writes the word or the pattern, or an object if there is a zone.
  public func encode(to encoder: any Encoder) throws {
    let name =
      if case .pattern(let pattern) = form { pattern.text } else {
        Self.words.first { $0.form == form }?.word ?? ""
      }
    if let zone { try encoder.write(["format": name, "zone": zone]) } else { try name.encode(to: encoder) }
  }
}

extension AQJSON {
  /// Returns the time in a string or a number.
  ///
  /// - Throws: ``AQError`` with the code ``AQError/Code/malformed`` and the path, for another kind of value. The
  ///   ``ReportBuilder`` to which it is added decides whether it can be read.
  public func stamp(as format: TimeStamp.Format) throws(AQError) -> TimeStamp {
    .written(try string(acceptingNumber: true), as: format)
  }

  /// Returns the times in an array of strings or numbers. Any other element is a time that can't be read.
  ///
  /// - Throws: ``AQError`` with the code ``AQError/Code/malformed`` and the path, if it isn't an array.
  public func stamps(as format: TimeStamp.Format) throws(AQError) -> [TimeStamp] {
    try elements.map { (try? $0.stamp(as: format)) ?? .written("", as: format) }
  }
}
