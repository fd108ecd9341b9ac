import AQKit

/// The content of a response for one place, read in one pass and not yet interpreted.
///
/// Members may come in any order: units and the time labels' offset can follow the columns that need them.
struct ServiceAnswer {
  private(set) var latitude: Double?
  private(set) var longitude: Double?
  private(set) var elevation: Double?
  private(set) var timeZone: String?
  /// The offset for labels that state none, in seconds east of UTC; without it these are unreadable.
  private(set) var offset: Int?
  private(set) var hourly = AnswerSection()
  private(set) var current = AnswerSection()
  private(set) var quarterHourly = AnswerSection()
  private(set) var daily = AnswerSection()
  /// The fault of an invalid section.
  private(set) var fault: AQError?
  /// Whether it has any member of a response.
  private var isAnswer = false

  /// The maximum number of columns read per section; the service has about a hundred variables.
  private static let mostColumns = 2000

  /// Whether there is a block of values.
  var hasValues: Bool {
    hourly.columns != nil || current.columns != nil || daily.columns != nil || quarterHourly.columns != nil
  }

  /// Whether no section has any column.
  var isWithoutVariables: Bool {
    [hourly, current, daily, quarterHourly].allSatisfy { $0.columns?.isEmpty ?? true }
  }

  /// The coordinates that the response states.
  var coordinate: Coordinate? {
    latitude.flatMap { latitude in longitude.flatMap { longitude in try? Coordinate(latitude, longitude) } }
  }

  /// The error of the labels of hours and days in seconds.
  ///
  /// The service reads its models at whole hours in UTC and labels them by the zone's whole offset, so in a zone with a
  /// fraction of an hour every label is off from the hour of its value: `getTimerange2` of the service's source code
  /// (August 2026).
  var labelShift: Int64 { Int64((offset ?? 0) % 3600) }
}

/// The section `hourly`, `current`, `minutely_15` or `daily` of an answer.
struct AnswerSection {
  /// A member: a column, of one value in `current`.
  struct Column {
    let key: String
    /// The meaning of the key; nil if AQKit doesn't know it.
    let meaning: VariableTable.Match?
    /// The numbers, NaN for gaps; nil if the member isn't an array, or one of instants.
    let values: [Double]?
    /// The number of values that were no numbers.
    var refused = 0
    /// A reader at an array of instants, whose interpretation is known only at the end.
    var instants: AQJSON.Reader?

    /// Returns the numbers; instants as seconds since 1970.
    func numbers(assuming offset: Int?) throws -> (values: [Double], refused: Int)? {
      guard let found = try instants?.eachInstant(assuming: offset) else {
        return values.map { ($0, refused) }
      }
      return (found.instants.map { $0.map(Double.init) ?? .nan }, found.unread)
    }
  }

  /// The units by key.
  var units: [String: String] = [:]
  /// Nil if there are only units.
  var columns: [Column]?
  /// The step between times in seconds, if the section states it.
  var interval: Int64?
  /// The times, if they are numbers.
  var unixStamps: [Int64]?
  /// A reader at times that aren't numbers, whose interpretation is known only at the end.
  var times: AQJSON.Reader?

  /// Returns the times of the columns in seconds since 1970, and the number of unreadable ones, which become out of
  /// range: so their values are refused and the others kept.
  ///
  /// - Throws: ``AQError/Code/malformed`` when there are no times, or none is readable.
  func stamps(assuming offset: Int?) throws -> (stamps: [Int64], unread: Int) {
    if let unixStamps { return (unixStamps, 0) }
    let start = try reader()
    var reader = start
    var stamps: [Int64] = []
    do {
      try reader.instants(
        into: &stamps, assuming: offset, expecting: columns?.first?.values?.count ?? 0)
      return (stamps, 0)
    } catch {
      reader = start
      guard try reader.kind() == .array else { throw error }
      let (instants, gaps, unread) = try start.eachInstant(assuming: offset)
      if gaps + unread == instants.count { throw error }
      return (instants.map { $0 ?? .max }, gaps + unread)
    }
  }

  /// Returns the only time of `current`, in seconds since 1970.
  ///
  /// - Throws: ``AQError/Code/malformed`` when it is missing or unreadable.
  func stamp(assuming offset: Int?) throws -> Int64 {
    var reader = try reader()
    return try reader.instant(assuming: offset)
  }

  private func reader() throws -> AQJSON.Reader {
    guard let times else {
      throw AQError(.malformed, "An answer of Open-Meteo has values without their times.")
    }
    return times
  }

  /// Returns the column of a key; if keys name models, the first column of its variable.
  func column(like key: String) -> Column? {
    guard let columns else { return nil }
    if let column = columns.first(where: { $0.key == key }) { return column }
    return columns.first { column in
      column.meaning.map { $0.model != nil && $0.variable.name == key } ?? false
    }
  }
}

extension AQJSON.Reader {
  /// Returns the instants of the array that is next, nil for any other element, and the numbers of `null` and of elements
  /// that can't be read.
  fileprivate func eachInstant(assuming offset: Int?) throws -> (instants: [Int64?], gaps: Int, unread: Int) {
    var reader = self
    var instants: [Int64?] = []
    var (gaps, unread) = (0, 0)
    try reader.beginArray()
    while try reader.nextElement() {
      if try reader.null() {
        gaps += 1
      } else if let instant = try? reader.instant(assuming: offset) {
        instants.append(instant)
        continue
      } else {
        try reader.skip()
        unread += 1
      }
      instants.append(nil)
    }
    return (instants, gaps, unread)
  }
}

// MARK: Reading

extension ServiceAnswer {
  /// Reads a body: an object for one place, an array of objects for several. An invalid object among several only
  /// affects its own place.
  ///
  /// - Throws: ``AQError/Code/malformed`` when the body is neither.
  static func answers(in body: [UInt8], _ vocabulary: ServiceVocabulary) throws -> [Result<
    ServiceAnswer, any Error
  >] {
    var reader = try AQJSON.Reader(body, allowsNaN: true)
    var answers: [Result<ServiceAnswer, any Error>] = []
    if try reader.kind() == .array {
      try reader.beginArray()
      while try reader.nextElement() {
        let start = reader
        do {
          answers.append(.success(try answer(&reader, vocabulary, in: body)))
        } catch {
          // Valid JSON can be skipped; if the document is broken, this throws.
          reader = start
          try reader.skip()
          answers.append(.failure(error))
        }
      }
    } else {
      answers.append(.success(try answer(&reader, vocabulary, in: body)))
    }
    try reader.end()
    return answers
  }

  /// Reads the response for one place.
  ///
  /// - Throws: ``AQError/Code/malformed`` with the position of an object without any member of a response.
  private static func answer(
    _ reader: inout AQJSON.Reader, _ vocabulary: ServiceVocabulary, in body: [UInt8]
  ) throws -> ServiceAnswer {
    _ = try reader.kind()
    let start = min(reader.position, body.count)
    let answer = try ServiceAnswer(&reader, vocabulary)
    guard answer.isAnswer else {
      let before = body[..<start]
      let line = before.count { $0 == UInt8(ascii: "\n") } + 1
      let column = start - (before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0) + 1
      throw AQError(
        .malformed,
        "Line \(line), column \(column): an answer of Open-Meteo was expected, but nothing here is of one.")
    }
    return answer
  }

  private init(_ reader: inout AQJSON.Reader, _ vocabulary: ServiceVocabulary) throws {
    try reader.beginObject()
    while try reader.nextMember() {
      if reader.isNamed("hourly") {
        if try isBlock(&reader) { try Self.columns(&reader, vocabulary.hourly, into: &hourly) }
      } else if reader.isNamed("current")
        || (reader.isNamed("current_weather") && current.columns == nil)
      {
        if try isBlock(&reader) { try Self.single(&reader, vocabulary.hourly, into: &current) }
      } else if reader.isNamed("hourly_units") {
        hourly.units = try Self.texts(&reader)
      } else if reader.isNamed("current_units") || reader.isNamed("current_weather_units") {
        current.units.merge(try Self.texts(&reader)) { first, _ in first }
      } else if reader.isNamed("latitude") {
        latitude = try Self.number(&reader)
      } else if reader.isNamed("longitude") {
        longitude = try Self.number(&reader)
      } else if reader.isNamed("elevation") {
        elevation = try Self.number(&reader)
      } else if reader.isNamed("utc_offset_seconds") {
        // No zone is further than 14 hours from UTC; with an invalid offset, labels without one stay unreadable.
        offset = try Self.number(&reader).flatMap { Int(exactly: $0) }
          .flatMap { (-64_800...64_800).contains($0) ? $0 : nil }
      } else if reader.isNamed("timezone") {
        timeZone = try Self.text(&reader)
      } else if reader.isNamed("daily") {
        if try isBlock(&reader) { try Self.columns(&reader, vocabulary.daily, into: &daily) }
      } else if reader.isNamed("daily_units") {
        daily.units = try Self.texts(&reader)
      } else if reader.isNamed("minutely_15") {
        if try isBlock(&reader) { try Self.columns(&reader, vocabulary.hourly, into: &quarterHourly) }
      } else if reader.isNamed("minutely_15_units") {
        quarterHourly.units = try Self.texts(&reader)
      } else {
        try reader.skip()
        continue
      }
      isAnswer = true
    }
  }

  /// Returns whether a section is next; skips anything else, and `null`.
  private mutating func isBlock(_ reader: inout AQJSON.Reader) throws -> Bool {
    let kind = try reader.kind()
    if kind == .object { return true }
    if kind != .null {
      var look = reader
      do throws(AQError) { try look.beginObject() } catch { fault = fault ?? error }
    }
    try reader.skip()
    return false
  }

  private static func columns(
    _ reader: inout AQJSON.Reader, _ table: VariableTable?, into section: inout AnswerSection
  ) throws {
    var columns: [AnswerSection.Column] = []
    var count = 0
    section = AnswerSection(units: section.units)
    try reader.beginObject()
    while try reader.nextMember() {
      guard columns.count < mostColumns else { throw tooManyColumns }
      if reader.isNamed("time") {
        section.times = reader
        var stamps: [Int64] = []
        do {
          try reader.int64s(into: &stamps, expecting: count)
          section.unixStamps = stamps
          count = stamps.count
        } catch {
          section.unixStamps = nil
          try reader.skip()
        }
        continue
      }
      let key = reader.name
      // A column with an unknown name isn't read as numbers, whatever its content.
      guard let meaning = table?.find(key), try reader.kind() == .array else {
        try reader.skip()
        columns.append(.init(key: key, meaning: table?.find(key), values: nil))
        continue
      }
      if meaning.variable.timing == .instantOfDay {
        columns.append(.init(key: key, meaning: meaning, values: nil, instants: reader))
        try reader.skip()
        continue
      }
      let column = try column(key, meaning, &reader, expecting: count)
      count = column.values?.count ?? 0
      columns.append(column)
    }
    section.columns = columns
  }

  private static func single(
    _ reader: inout AQJSON.Reader, _ table: VariableTable?, into section: inout AnswerSection
  ) throws {
    var columns: [AnswerSection.Column] = []
    section = AnswerSection(units: section.units)
    try reader.beginObject()
    while try reader.nextMember() {
      guard columns.count < mostColumns else { throw tooManyColumns }
      if reader.isNamed("time") {
        section.times = reader
        try reader.skip()
      } else if reader.isNamed("interval") {
        section.interval = try number(&reader).flatMap { Int64(exactly: $0.rounded()) }
      } else {
        let key = reader.name
        var refused = 0
        let value = try value(&reader, &refused)
        columns.append(.init(key: key, meaning: table?.find(key), values: [value], refused: refused))
      }
    }
    section.columns = columns
  }

  private static var tooManyColumns: AQError {
    AQError(.tooLarge, "A block of Open-Meteo's answer has more than \(mostColumns) columns.")
  }

  /// Reads an array of numbers; other elements leave gaps and are counted.
  private static func column(
    _ key: String, _ meaning: VariableTable.Match, _ reader: inout AQJSON.Reader, expecting count: Int
  ) throws -> AnswerSection.Column {
    var values: [Double] = []
    do {
      try reader.doubles(into: &values, expecting: count)
      return .init(key: key, meaning: meaning, values: values)
    } catch {
      // Either the document is broken, which reading by element reports too, or an element isn't a number.
      values.removeAll(keepingCapacity: true)
    }
    var refused = 0
    try reader.beginArray()
    while try reader.nextElement() { values.append(try value(&reader, &refused)) }
    return .init(key: key, meaning: meaning, values: values, refused: refused)
  }

  private static func value(_ reader: inout AQJSON.Reader, _ refused: inout Int) throws -> Double {
    let kind = try reader.kind()
    if kind == .number || kind == .null, let value = try? reader.doubleOrNaN() { return value }
    try reader.skip()
    refused += 1
    return .nan
  }

  /// Returns a number; nil for anything else.
  private static func number(_ reader: inout AQJSON.Reader) throws -> Double? {
    if try reader.kind() == .number, let number = try? reader.double() { return number }
    try reader.skip()
    return nil
  }

  /// Returns a string; nil for anything else.
  private static func text(_ reader: inout AQJSON.Reader) throws -> String? {
    if try reader.kind() == .string { return try reader.string() }
    try reader.skip()
    return nil
  }

  /// Returns the strings of an object; empty for anything else.
  private static func texts(_ reader: inout AQJSON.Reader) throws -> [String: String] {
    var texts: [String: String] = [:]
    guard try reader.kind() == .object else {
      try reader.skip()
      return texts
    }
    try reader.beginObject()
    while try reader.nextMember() {
      let name = reader.name
      texts[name] = try text(&reader)
    }
    return texts
  }
}
