import AQKit

/// What stands in an answer for one place, read in one pass over the bytes and not yet judged.
///
/// Members may come in any order: units and the offset of the time labels can stand behind the columns that need them.
struct AirQualityAnswer {
  private(set) var latitude: Double?
  private(set) var longitude: Double?
  private(set) var elevation: Double?
  private(set) var timeZone: String?
  /// The one offset that holds for all labels without an offset, in seconds east of GMT.
  private(set) var offset = 0
  private(set) var hourly: Section?
  private(set) var current: Section?
  private var hourlyUnits: [String: String] = [:]
  private var currentUnits: [String: String] = [:]

  /// The unit of a column of `hourly`.
  func hourlyUnit(_ key: String) -> String? { hourlyUnits[key] }
  /// The unit of a value of `current`.
  func currentUnit(_ key: String) -> String? { currentUnits[key] }

  /// The block `hourly` or `current`.
  struct Section {
    /// One member: a column, of one value in `current`.
    struct Column {
      let key: String
      /// The numbers, NaN where there is none; nil where the member is no array.
      let values: [Double]?
      /// How many values were no numbers.
      let refused: Int
    }

    fileprivate(set) var columns: [Column] = []
    /// The times, where they are numbers.
    fileprivate var unixStamps: [Int64]?
    /// Stands at the times, where they aren't: how they are to be read is known at the end.
    fileprivate var times: JSONReader?

    /// The times of the columns, in seconds since 1970.
    ///
    /// - Throws: ``AQError/Code/malformed`` when there are none, or one can't be read.
    func stamps(assuming offset: Int) throws -> [Int64] {
      if let unixStamps { return unixStamps }
      var reader = try reader()
      var stamps: [Int64] = []
      try reader.instants(into: &stamps, assuming: offset, expecting: columns.first?.values?.count ?? 0)
      return stamps
    }

    /// The one time of `current`, in seconds since 1970.
    ///
    /// - Throws: ``AQError/Code/malformed`` when there is none, or it can't be read.
    func stamp(assuming offset: Int) throws -> Int64 {
      var reader = try reader()
      return try reader.instant(assuming: offset)
    }

    private func reader() throws -> JSONReader {
      guard let times else {
        throw AQError(
          .malformed, "An answer of Open-Meteo has values without their times.",
          source: OpenMeteoAirQuality.descriptor.id)
      }
      return times
    }
  }
}

// MARK: Reading

extension AirQualityAnswer {
  /// Reads a body: an object for one place, an array of them for several.
  ///
  /// - Throws: ``AQError/Code/malformed`` when the body is no such thing.
  static func answers(in body: [UInt8]) throws -> [AirQualityAnswer] {
    var reader = try JSONReader(body, allowsNaN: true)
    var answers: [AirQualityAnswer] = []
    if try reader.kind() == .array {
      try reader.beginArray()
      while try reader.nextElement() { answers.append(try AirQualityAnswer(&reader)) }
    } else {
      answers.append(try AirQualityAnswer(&reader))
    }
    try reader.end()
    return answers
  }

  private init(_ reader: inout JSONReader) throws {
    try reader.beginObject()
    while try reader.nextMember() {
      if reader.isNamed("hourly") {
        hourly = try Self.hourly(&reader)
      } else if reader.isNamed("current") {
        current = try Self.current(&reader)
      } else if reader.isNamed("hourly_units") {
        hourlyUnits = try Self.texts(&reader)
      } else if reader.isNamed("current_units") {
        currentUnits = try Self.texts(&reader)
      } else if reader.isNamed("latitude") {
        latitude = try Self.number(&reader)
      } else if reader.isNamed("longitude") {
        longitude = try Self.number(&reader)
      } else if reader.isNamed("elevation") {
        elevation = try Self.number(&reader)
      } else if reader.isNamed("utc_offset_seconds") {
        offset = try Self.number(&reader).map { Int(max(-86_400, min(86_400, $0))) } ?? 0
      } else if reader.isNamed("timezone") {
        timeZone = try Self.text(&reader)
      } else {
        try reader.skip()
      }
    }
  }

  private static func hourly(_ reader: inout JSONReader) throws -> Section {
    var section = Section()
    var count = 0
    try reader.beginObject()
    while try reader.nextMember() {
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
      // A name that means nothing here isn't read as numbers, whatever it is.
      guard AirQualityVariable.find(key) != nil, try reader.kind() == .array else {
        try reader.skip()
        section.columns.append(Section.Column(key: key, values: nil, refused: 0))
        continue
      }
      let column = try column(key, &reader, expecting: count)
      count = column.values?.count ?? 0
      section.columns.append(column)
    }
    return section
  }

  private static func current(_ reader: inout JSONReader) throws -> Section {
    var section = Section()
    try reader.beginObject()
    while try reader.nextMember() {
      if reader.isNamed("time") {
        section.times = reader
        try reader.skip()
      } else if reader.isNamed("interval") {
        try reader.skip()
      } else {
        let key = reader.name
        var refused = 0
        let value = try value(&reader, &refused)
        section.columns.append(Section.Column(key: key, values: [value], refused: refused))
      }
    }
    return section
  }

  /// Reads an array of numbers; what is none leaves a gap and is counted.
  private static func column(_ key: String, _ reader: inout JSONReader, expecting count: Int) throws
    -> Section.Column
  {
    var values: [Double] = []
    do {
      try reader.doubles(into: &values, expecting: count)
      return Section.Column(key: key, values: values, refused: 0)
    } catch {
      // Either the document is broken, and then it is so element by element too, or an element is no number.
      values.removeAll(keepingCapacity: true)
    }
    var refused = 0
    try reader.beginArray()
    while try reader.nextElement() { values.append(try value(&reader, &refused)) }
    return Section.Column(key: key, values: values, refused: refused)
  }

  private static func value(_ reader: inout JSONReader, _ refused: inout Int) throws -> Double {
    let kind = try reader.kind()
    if kind == .number || kind == .null, let value = try? reader.doubleOrNaN() { return value }
    try reader.skip()
    refused += 1
    return .nan
  }

  /// A number, nil where something else stands.
  private static func number(_ reader: inout JSONReader) throws -> Double? {
    if try reader.kind() == .number, let number = try? reader.double() { return number }
    try reader.skip()
    return nil
  }

  /// A string, nil where something else stands.
  private static func text(_ reader: inout JSONReader) throws -> String? {
    if try reader.kind() == .string { return try reader.string() }
    try reader.skip()
    return nil
  }

  /// The strings of an object; empty where something else stands.
  private static func texts(_ reader: inout JSONReader) throws -> [String: String] {
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
