import AQKit

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
    let refused: Int
    /// A reader at an array of instants, whose interpretation is known only at the end.
    let instants: AQJSON.Reader?

    init(
      key: String, meaning: VariableTable.Match?, values: [Double]?, refused: Int = 0,
      instants: AQJSON.Reader? = nil
    ) {
      self.key = key
      self.meaning = meaning
      self.values = values
      self.refused = refused
      self.instants = instants
    }

    private var stated: (values: [Double], refused: Int)? { values.map { ($0, refused) } }

    /// Returns the numbers; instants as seconds since 1970.
    func numbers(assuming offset: Int?) throws -> (values: [Double], refused: Int)? {
      guard var reader = instants else { return stated }
      var values: [Double] = []
      var refused = 0
      try reader.beginArray()
      while try reader.nextElement() {
        if try reader.null() {
          values.append(.nan)
        } else if let instant = try? reader.instant(assuming: offset) {
          values.append(Double(instant))
        } else {
          try reader.skip()
          values.append(.nan)
          refused += 1
        }
      }
      return (values, refused)
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
    var reader = try reader()
    var stamps: [Int64] = []
    let start = reader
    do {
      try reader.instants(
        into: &stamps, assuming: offset, expecting: columns?.first?.values?.count ?? 0)
      return (stamps, 0)
    } catch {
      reader = start
      guard try reader.kind() == .array else { throw error }
      stamps.removeAll(keepingCapacity: true)
      var unread = 0
      try reader.beginArray()
      while try reader.nextElement() {
        if let stamp = try? reader.instant(assuming: offset) {
          stamps.append(stamp)
        } else {
          try reader.skip()
          stamps.append(.max)
          unread += 1
        }
      }
      if unread == stamps.count { throw error }
      return (stamps, unread)
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
