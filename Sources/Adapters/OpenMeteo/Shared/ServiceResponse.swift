import AQKit

/// The content of a response for one place. Members may come in any order.
struct ServiceResponse {
  /// A block of values by its name, in the order in which reports get them.
  enum Block: String, CaseIterable {
    case daily
    case hourly
    case quarterHourly = "minutely_15"
    case current

    /// The seconds between the times; in `current` unless it states them.
    var step: Int64 {
      switch self {
      case .daily: 86_400
      case .hourly, .current: 3600
      case .quarterHourly: 900
      }
    }
  }

  private(set) var coordinate: Coordinate?
  let elevation: Double?
  let timeZone: String?
  /// The offset for labels that state none, in seconds east of UTC; without it these are unreadable.
  let offset: Int?
  private(set) var sections: [Block: ResponseSection] = [:]
  /// The fault of a block that isn't an object.
  private(set) var fault: AQError?

  /// The seconds to add to the labels of hours and days.
  ///
  /// The service reads its models at whole hours in UTC and labels them by the zone's whole offset, so in a zone with a
  /// fraction of an hour every label is off from the hour of its value: `getTimerange2` of the service's source code
  /// (August 2026).
  var labelShift: Int64 { Int64((offset ?? 0) % 3600) }

  /// Reads an object for one place or an array of objects. An invalid one among several only affects its own place.
  static func responses(in body: [UInt8], _ vocabulary: ServiceVocabulary) throws
    -> [Result<ServiceResponse, any Error>]
  {
    var reader = try AQJSON.Reader(body, allowsNaN: true)
    var responses: [Result<ServiceResponse, any Error>] = []
    if try reader.kind() == .array {
      try reader.beginArray()
      while try reader.nextElement() {
        let start = reader
        do {
          responses.append(.success(try ServiceResponse(&reader, vocabulary)))
        } catch {
          // Valid JSON can be skipped; if the document is broken, this throws.
          reader = start
          try reader.skip()
          responses.append(.failure(error))
        }
      }
    } else {
      responses.append(.success(try ServiceResponse(&reader, vocabulary)))
    }
    try reader.end()
    return responses
  }

  private static let members = Set(
    ["latitude", "longitude", "elevation", "timezone", "utc_offset_seconds", "current_weather_units"]
      + Block.allCases.map { "\($0.rawValue)_units" })

  private init(_ reader: inout AQJSON.Reader, _ vocabulary: ServiceVocabulary) throws {
    _ = try reader.kind()
    let start = reader.position
    offset = try? reader.offset()
    var head: [String: AQJSON] = [:]
    var hasBlock = false
    try reader.beginObject()
    while try reader.nextMember() {
      let name = reader.name
      let isPresent = name == "current_weather" && sections[.current] == nil
      if let block = Block(rawValue: isPresent ? "current" : name) {
        hasBlock = true
        switch try reader.kind() {
        case .object:
          sections[block] = try ResponseSection(
            &reader, block == .daily ? vocabulary.daily : vocabulary.hourly, isSingle: block == .current,
            offset)
          continue
        case .null: break
        default:
          var look = reader
          do throws(AQError) { try look.beginObject() } catch { fault = fault ?? error }
        }
      }
      let value = try reader.skip()
      if Self.members.contains(name) {
        head[name] = try AQJSON(parsing: Array(reader.bytes[value]), allowsNaN: true)
      }
    }
    guard hasBlock || !head.isEmpty else { throw Self.foreign(at: start, in: reader.bytes) }
    elevation = head["elevation"]?.doubleValue
    timeZone = head["timezone"]?.stringValue
    if let latitude = head["latitude"]?.doubleValue, let longitude = head["longitude"]?.doubleValue {
      coordinate = try? Coordinate(latitude, longitude)
    }
    for name in ["current_weather_units"] + Block.allCases.map({ "\($0.rawValue)_units" }) {
      guard let units = try? head[name]?.members else { continue }
      let block = Block(rawValue: String(name.dropLast("_units".count))) ?? .current
      for (key, unit) in units { sections[block]?.units[key] = unit.stringValue }
    }
  }

  private static func foreign(at start: Int, in body: [UInt8]) -> AQError {
    // Lines are counted from the start, and there may be many errors.
    var position = "Byte \(start)"
    if start <= 4096 {
      let lines = body[..<start].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      position = "Line \(lines.count), column \((lines.last?.count ?? 0) + 1)"
    }
    return AQError(
      .malformed, "\(position): a response of Open-Meteo was expected, but this has no part of one.")
  }
}

/// The section `hourly`, `current`, `minutely_15` or `daily` of a response.
struct ResponseSection {
  /// A member: a column, of one value in `current`.
  struct Column {
    let key: String
    /// The meaning of the key; nil if AQKit doesn't know it.
    let meaning: VariableTable.Match?
    /// The numbers, instants as seconds since 1970, NaN for gaps; nil if the member isn't an array.
    fileprivate(set) var values: [Double]?
    fileprivate(set) var refused = 0
  }

  fileprivate(set) var units: [String: String] = [:]
  private(set) var columns: [Column] = []
  /// The times in seconds since 1970; unreadable ones are out of range, so that only their values are refused.
  private(set) var stamps: [Int64] = []
  private(set) var unread = 0
  private(set) var interval: Int64?
  /// The reason why nothing of the section can be used: no times, none readable, or no column of a variable is an array.
  private(set) var fault: AQError? = AQError(
    .malformed, "A response of Open-Meteo has values without their times.")

  /// The maximum number of columns; the service has about a hundred variables.
  private static let mostColumns = 2000

  /// Reads a section; one of a single time has one value of each variable.
  fileprivate init(
    _ reader: inout AQJSON.Reader, _ table: VariableTable, isSingle: Bool, _ offset: Int?
  ) throws {
    var count = 0
    try reader.beginObject()
    while try reader.nextMember() {
      guard columns.count < Self.mostColumns else {
        throw AQError(
          .tooLarge, "A block of Open-Meteo's response has more than \(Self.mostColumns) columns.")
      }
      if reader.isNamed("time") {
        let start = reader
        (stamps, unread, fault) = ([], 0, nil)
        do throws(AQError) {
          if isSingle {
            stamps = [try reader.instant(secondsFromUTC: offset)]
          } else {
            unread = try reader.times(into: &stamps, assuming: offset, expecting: count)
          }
        } catch {
          (stamps, fault, reader) = ([], error, start)
          try reader.skip()
        }
        count = max(count, stamps.count)
        continue
      }
      if isSingle, reader.isNamed("interval") {
        var ignored = 0
        interval = Int64(exactly: try reader.value(orCountIn: &ignored).rounded())
        continue
      }
      let key = reader.name
      var column = Column(key: key, meaning: table.find(key))
      if isSingle {
        column.values = [try reader.value(orCountIn: &column.refused)]
      } else if let meaning = column.meaning, try reader.kind() == .array {
        column.values = try reader.values(
          expecting: count, areTimes: meaning.variable.timing == .instantOfDay, assuming: offset,
          orCountIn: &column.refused)
        count = column.values?.count ?? 0
      } else {
        // A column with an unknown name isn't read as numbers, whatever its content.
        try reader.skip()
      }
      columns.append(column)
    }
    let known = columns.filter { $0.meaning != nil }
    if !known.isEmpty, known.allSatisfy({ $0.values == nil }) {
      fault = AQError(.malformed, "A column of Open-Meteo isn't an array.")
    }
  }

  /// The first column of each key; if keys name models, also the first one of each variable's name.
  var columnsByName: [String: Column] {
    var found = Dictionary(columns.map { ($0.key, $0) }) { first, _ in first }
    for column in columns {
      guard let match = column.meaning, match.model != nil else { continue }
      found[match.variable.name] = found[match.variable.name] ?? column
    }
    return found
  }
}

extension AQJSON.Reader {
  /// Returns the offset in the response that is next, in seconds east of UTC; nil if no zone is that far from UTC.
  fileprivate func offset() throws(AQError) -> Int? {
    var reader = self
    try reader.beginObject()
    while try reader.nextMember() {
      if reader.isNamed("utc_offset_seconds") {
        let seconds = try reader.int()
        return (-64_800...64_800).contains(seconds) ? Int(seconds) : nil
      }
      try reader.skip()
    }
    return nil
  }

  /// Reads an array of times; unreadable ones become out of range. Returns their number, and throws if all are.
  fileprivate mutating func times(
    into stamps: inout [Int64], assuming offset: Int?, expecting count: Int
  ) throws(AQError) -> Int {
    if (try? instants(into: &stamps, secondsFromUTC: offset, expecting: count)) != nil { return 0 }
    var strict = self
    var refused = 0
    stamps = try values(expecting: count, areTimes: true, assuming: offset, orCountIn: &refused).map {
      Int64(exactly: $0) ?? .max
    }
    if stamps.contains(where: { $0 != .max }) { return stamps.count { $0 == .max } }
    stamps = []
    try strict.instants(into: &stamps, secondsFromUTC: offset)
    return 0
  }

  /// Reads an array of numbers, with labels of time as seconds since 1970; other elements leave gaps and are counted.
  fileprivate mutating func values(
    expecting count: Int, areTimes: Bool, assuming offset: Int?, orCountIn refused: inout Int
  ) throws(AQError) -> [Double] {
    var values: [Double] = []
    if (try? doubles(into: &values, expecting: count)) != nil { return values }
    // Either the document is broken, which reading by element reports too, or an element isn't a number.
    values.removeAll(keepingCapacity: true)
    try beginArray()
    while try nextElement() {
      if areTimes, try kind() == .string, let seconds = try? instant(secondsFromUTC: offset) {
        values.append(Double(seconds))
      } else {
        values.append(try value(orCountIn: &refused))
      }
    }
    return values
  }

  /// Reads a number; anything else is a gap and counted, except `null`.
  fileprivate mutating func value(orCountIn refused: inout Int) throws(AQError) -> Double {
    let kind = try kind()
    if kind == .number || kind == .null, let value = try? doubleOrNaN() { return value }
    try skip()
    refused += 1
    return .nan
  }
}
