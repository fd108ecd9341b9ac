/// A time as a provider writes it. Unless it is an ``interval(from:to:)``, a convention defines its meaning: the start or
/// end of an averaging interval, or an instant. ``SourceDescriptor/Offer/timeConvention`` is the default, which a value can
/// override.
///
/// ```swift
/// let utc: TimeStamp = .text("2026-10-01T12:00:00Z")
/// let local: TimeStamp = .localText("2026-10-01T14:00", secondsFromUTC: 7200)
/// let lastHour: TimeStamp = .written("01-10-2026 24", as: .pattern("dd-MM-yyyy H", in: .utc))
/// let both: TimeStamp = .interval(from: .unix(1_790_852_400), to: .unix(1_790_856_000))  // no convention
/// ```
public enum TimeStamp: Hashable, Sendable {
  /// Seconds since 1970 in UTC.
  case unix(Int64)
  /// Milliseconds since 1970 in UTC.
  case unixMilliseconds(Int64)
  /// ISO 8601 with `Z` or an offset.
  case text(String)
  /// ISO 8601 without an offset, in local time at an offset in seconds east of UTC; at most 18 hours.
  case localText(String, secondsFromUTC: Int)
  /// ISO 8601 without an offset, in the local time of a zone.
  ///
  /// An hour that occurs twice when clocks are set back is resolved by the order of the rows in a series: with ascending times
  /// the first occurrence comes first, with descending times the second one. A time in a skipped hour,
  /// when clocks are set forward, is read with the offset before the change.
  case zonedText(String, AirTime.Zone)
  /// A string in a declared format and zone, such as `.written("25-10-2026 24", as: .pattern("dd-MM-yyyy H", in: .utc))`.
  case written(String, as: Format)
  /// Seconds before the time of receipt; not negative.
  case age(seconds: Int64)
  /// Seconds since the device's start, whose clock shows `uptime` seconds at the time of receipt.
  case sinceBoot(seconds: Int64, uptime: Int64)
  /// A known time.
  case time(AirTime)
  /// The provider states no time: the time of receipt is used, and the value is flagged.
  case received
  /// Both ends of the interval of a value, which needs no convention. Its averaging period is the given one, else the
  /// offer's if the length agrees, else the length.
  indirect case interval(from: TimeStamp, to: TimeStamp)

  /// A time in several fields, such as a date and an hour; the pattern separates them by a space.
  public static func written(fields: [String], as format: Format) -> TimeStamp {
    .written(fields.joined(separator: " "), as: format)
  }
}

extension TimeStamp {
  /// An instant, and the delay after which it occurs again if clocks are set back.
  struct Moment {
    /// Seconds since 1970, of the first occurrence.
    var seconds: Int64
    /// Seconds until the second occurrence; 0 if there is none.
    var repeatsAfter: Int64 = 0
    /// Whether the clocks of a named zone show midnight.
    var isMidnight = false

    init(_ seconds: Int64, repeatsAfter: Int64 = 0, isMidnight: Bool = false) throws(Fault) {
      guard seconds >= AirTime.firstSecond, seconds <= AirTime.lastSecond else { throw .outOfRange }
      self.seconds = seconds
      self.repeatsAfter = repeatsAfter
      self.isMidnight = isMidnight
    }

    var occurrences: [Int64] { repeatsAfter == 0 ? [seconds] : [seconds, seconds + repeatsAfter] }
  }

  /// The reason why a time can't be used.
  struct Fault: Error {
    let reason: String

    static let unreadable = Fault(reason: "the time stamp can't be read")
    static let outOfRange = Fault(reason: "a time is out of range")
    static let withoutOffset = Fault(
      reason: "a time has no zone or offset")
    static let reversed = Fault(reason: "an interval ends before it begins")
  }

  /// Returns the instant; for an interval its start. A number outside the years 1 to 9999, such as milliseconds declared as
  /// seconds, is out of range.
  func moment(receivedAt: AirTime) throws(Fault) -> Moment {
    switch self {
    case .unix(let seconds): return try Moment(seconds)
    case .unixMilliseconds(let milliseconds): return try Moment(milliseconds.dividedDown(by: 1000))
    case .text(let text): return try Format.iso8601(text, nil)
    case .localText(let text, let offset): return try Format.iso8601(text, .fixed(secondsFromUTC: offset))
    case .zonedText(let text, let zone): return try Format.iso8601(text, .civil(zone))
    case .written(let text, let format): return try format.moment(text, receivedAt: receivedAt)
    case .age(let seconds): return try Self.moment(seconds, before: receivedAt)
    case .sinceBoot(let seconds, let uptime):
      let (age, overflow) = uptime.subtractingReportingOverflow(seconds)
      guard !overflow, seconds >= 0 else { throw .outOfRange }
      return try Self.moment(age, before: receivedAt)
    case .time(let time): return try Moment(time.secondsSince1970)
    case .received: return try Moment(receivedAt.secondsSince1970)
    case .interval(let start, _): return try start.moment(receivedAt: receivedAt)
    }
  }

  /// Returns the instant, or the first of two; nil for a time that can't be used, such as an interval without an end.
  package func instant(receivedAt: AirTime) -> AirTime? {
    if case .interval(_, let end) = self, end.instant(receivedAt: receivedAt) == nil { return nil }
    return (try? moment(receivedAt: receivedAt)).map { AirTime(secondsSince1970: $0.seconds) }
  }

  /// Returns both ends in seconds since 1970, if they are known. If hours occur twice, the interval whose length is the
  /// averaging period is meant, else the shortest one; if two are left, the positions of the rows decide. A local day begins
  /// with the first of two midnights.
  func ends(receivedAt: AirTime, averaging: AveragingPeriod) throws(Fault) -> Ends? {
    guard case .interval(let first, let last) = self else { return nil }
    let begin = try first.moment(receivedAt: receivedAt)
    let finish = try last.moment(receivedAt: receivedAt)
    let isLocalDay =
      begin.isMidnight && finish.seconds - begin.seconds >= 82_800
      && (averaging.isDailyMaximum || averaging.seconds == 86_400)
    if isLocalDay || begin.repeatsAfter == 0 && finish.repeatsAfter == 0 {
      if begin.seconds > finish.seconds { throw .reversed }
      return Ends(interval: (begin.seconds, finish.seconds))
    }
    let starts = begin.occurrences
    let all = starts.flatMap { start in finish.occurrences.filter { $0 >= start }.map { (start, $0) } }
    guard let shortest = all.map({ $0.1 - $0.0 }).min() else { throw .reversed }
    let length = all.contains { $0.1 - $0.0 == averaging.seconds } ? averaging.seconds ?? shortest : shortest
    let fitting = all.filter { $0.1 - $0.0 == length }
    guard let (start, end) = fitting.first else { throw .reversed }
    let after = begin.repeatsAfter
    if fitting.count > 1, after > 0 { return Ends(interval: (start, end), repeatsAfter: after) }
    // Some services write both hours as two to three: the first one, too, ends at three by the local clock.
    guard after > 0, length > 0, length <= after, start == starts.last, length == averaging.seconds else {
      return Ends(interval: (start, end))
    }
    return Ends(interval: (start - after, end - after), repeatsAfter: after, isSecondByLength: true)
  }

  /// Both ends of an interval in their first occurrence, and the delay after which they occur again.
  struct Ends {
    let interval: (Int64, Int64)
    /// Seconds until the second occurrence; 0 if there is none.
    var repeatsAfter: Int64 = 0
    /// Whether the length implies the second occurrence, unless the interval is stated twice.
    var isSecondByLength = false

    /// The second occurrence, whose index isn't used; nil if there is none.
    var repeated: RepeatedHours.Entry? {
      guard repeatsAfter > 0 else { return nil }
      return RepeatedHours.Entry(index: 0, after: repeatsAfter, isSecondByLength: isSecondByLength)
    }
  }

  /// Whether the time of receipt replaces it, or one of its ends.
  var isOfReceipt: Bool {
    switch self {
    case .received: true
    case .interval(let start, let end): start.isOfReceipt || end.isOfReceipt
    default: false
    }
  }

  var statesBothEnds: Bool { if case .interval = self { true } else { false } }

  static func moment(_ age: Int64, before receivedAt: AirTime) throws(Fault) -> Moment {
    let (seconds, overflow) = receivedAt.secondsSince1970.subtractingReportingOverflow(age)
    guard age >= 0, !overflow else { throw .outOfRange }
    return try Moment(seconds)
  }

  /// The zone of times that state no offset from UTC.
  public enum Zone: Hashable, Sendable {
    /// A fixed offset all year, in seconds east of UTC; at most 18 hours.
    case fixed(secondsFromUTC: Int)
    /// The civil time of a zone, which may change twice a year. ``TimeStamp/zonedText(_:_:)`` defines the meaning of
    /// repeated and skipped hours.
    case civil(AirTime.Zone)

    /// UTC.
    public static var utc: Zone { .fixed(secondsFromUTC: 0) }

    /// Creates the zone with a name: `UTC`, an offset such as `+05:30`, or an identifier such as `Europe/Warsaw`.
    ///
    /// - Throws: ``AQError/Code/notConfigured`` when the zone's rules aren't available, as in
    ///   ``AirTime/Zone/init(identifier:)``.
    public init(named name: String) throws(AQError) {
      if let offset = Self.offset(name) {
        self = .fixed(secondsFromUTC: offset)
      } else if let zone = AirTime.Zone(identifier: name) {
        self = .civil(zone)
      } else {
        throw AQError(
          .notConfigured,
          "Time zone “\(name.prefix(60))” isn't available on this system: name another zone."
        )
      }
    }

    /// The name, as ``init(named:)`` reads it.
    var name: String {
      switch self {
      case .fixed(0): "UTC"
      case .fixed(let seconds): AirTime.Zone.offsetText(seconds, separator: ":")
      case .civil(let zone): zone.identifier
      }
    }

    /// Reads `+05:30`, `+0530`, `+05`, `Z`, `UTC`, `GMT` or, as a fixed ``AirTime/Zone`` is named, `GMT+0530`.
    private static func offset(_ name: String) -> Int? {
      var position = name.hasPrefix("GMT+") || name.hasPrefix("GMT-") ? 3 : 0
      let bytes = Array(name.utf8)
      guard let offset = TimePattern.offset(bytes, &position), position == bytes.count else { return nil }
      return offset
    }
  }
}

extension TimeStamp.Zone {
  /// Returns the moment of a clock time, in seconds from 1970-01-01T00:00 on the zone's clocks.
  func moment(ofClock clock: Int64) throws(TimeStamp.Fault) -> TimeStamp.Moment {
    switch self {
    case .fixed(let offset):
      guard (-64_800...64_800).contains(offset) else { throw .outOfRange }
      return try TimeStamp.Moment(clock - Int64(offset))
    case .civil(let zone):
      // The offsets on both sides of any change that may lie near.
      let before = zone.offset(at: clock - Self.reach)
      let guess = clock - before
      let after = zone.offset(at: guess)
      let corrected = clock - after
      let first = zone.offset(at: corrected) == after ? corrected : guess
      let later = zone.offset(at: clock + Self.reach)
      let second = clock - later
      let isRepeated = second > first && zone.offset(at: second) == later
      return try TimeStamp.Moment(
        first, repeatsAfter: isRepeated ? second - first : 0, isMidnight: clock % 86_400 == 0)
    }
  }

  /// More than the largest offset from UTC.
  private static let reach: Int64 = 26 * 3600
}

extension TimeStamp.Zone: Codable {
  /// Reads a name: `UTC`, an offset such as `+05:30`, or an identifier.
  public init(from decoder: any Decoder) throws {
    let name = try decoder.singleValueContainer().decode(String.self)
    self = try decoder.checked { try TimeStamp.Zone(named: name) }
  }

  /// Writes the name.
  public func encode(to encoder: any Encoder) throws { try name.encode(to: encoder) }
}
