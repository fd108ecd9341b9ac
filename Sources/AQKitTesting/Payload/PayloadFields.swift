import AQKit

/// The fields of a payload: numbers and strings of JSON, or the text between the separators of a line.
struct PayloadFields: Sendable {
  struct Field: Sendable {
    /// The position of the text, without quotation marks.
    let range: Range<Int>
    let text: String
    let isJSONNumber: Bool
    /// The decimal separator of the field's number, as `.` in a table whose other columns have commas.
    let decimal: Character

    var number: Double? {
      Double(decimal == "." ? text : text.replacing(String(decimal), with: "."))
        .flatMap { $0.isFinite ? $0 : nil }
    }

    func spelling(_ number: String) -> String {
      decimal == "." ? number : number.replacing(".", with: String(decimal))
    }
  }

  let bytes: [UInt8]
  let isJSON: Bool
  /// The characters between the fields of a text that isn't JSON.
  private let separators: String
  let fields: [Field]
  /// Whether the payload is text of which the author has said nothing, neither the separators nor the decimal separator.
  let isUndescribed: Bool

  static let undescribedAdvice =
    "set `separators` to what stands between their fields, and `decimalSeparator` if it isn't a point"

  /// Finds the fields; without JSON those between separators, by default tables' and markup's but the decimal one.
  init(_ bytes: [UInt8], separators: String?, decimal: Character) {
    self.bytes = bytes
    self.separators = separators ?? ",;\t|<>\"".filter { $0 != decimal }
    var ranges: [(Range<Int>, Bool)] = []
    if let outline = PayloadOutline(json: bytes) {
      isJSON = true
      for leaf in outline.leaves {
        let range = leaf.range
        switch leaf.kind {
        case .number: ranges.append((range, true))
        case .string: ranges.append((range.lowerBound + 1..<range.upperBound - 1, false))
        default: break
        }
      }
    } else {
      isJSON = false
      let ends = Array(self.separators.utf8) + Array("\r\n".utf8)
      var start = 0
      for index in 0...bytes.count {
        guard index == bytes.count || ends.contains(bytes[index]) else { continue }
        if index > start { ranges.append((start..<index, false)) }
        start = index + 1
      }
    }
    isUndescribed = !isJSON && separators == nil && decimal == "."
    fields = ranges.map { range, isJSONNumber in
      let text = String(decoding: bytes[range], as: UTF8.self)
      let hasPoint = isJSONNumber || (decimal != "." && text.contains(".") && !text.contains(decimal))
      return Field(range: range, text: text, isJSONNumber: isJSONNumber, decimal: hasPoint ? "." : decimal)
    }
  }

  /// The place of a field for a person: its byte in JSON and in markup, its line and its number in a table.
  func place(of field: Field) -> String {
    let position = field.range.lowerBound
    guard !isJSON, bytes.first != UInt8(ascii: "<") else { return "at byte \(position)" }
    let lineEnd = UInt8(ascii: "\n")
    let start = bytes[..<position].lastIndex(of: lineEnd).map { $0 + 1 } ?? 0
    let line = bytes[start...].prefix { $0 != lineEnd }
    func count(_ separator: UInt8, in part: ArraySlice<UInt8>) -> Int {
      var (count, isQuoted) = (0, false)
      for byte in part {
        if byte == UInt8(ascii: "\"") {
          isQuoted.toggle()
        } else if byte == separator, !isQuoted {
          count += 1
        }
      }
      return count
    }
    let separators = separators.utf8.map { (byte: $0, count: count($0, in: line)) }
    let separator = separators.max { $0.count < $1.count }
    let number = separator.map { count($0.byte, in: bytes[start..<position]) } ?? 0
    return "in line \(bytes[..<position].count { $0 == lineEnd } + 1), field \(number + 1)"
  }

  func rewriting(_ change: (Field) -> String?) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var copied = 0
    for field in fields {
      guard let text = change(field) else { continue }
      result += bytes[copied..<field.range.lowerBound]
      result += text.utf8
      copied = field.range.upperBound
    }
    return result + bytes[copied...]
  }

  func rewriting(_ field: Field, as text: String) -> [UInt8] {
    changed(bytes) { $0.replaceSubrange(field.range, with: Array(text.utf8)) }
  }

  /// Returns the payload with all times moved: ISO 8601 strings by their date and time of day, dates alone by whole days,
  /// whole numbers from 1,500,000,000 to 2,200,000,000 as seconds since 1970, and a thousand times that as milliseconds.
  func movingTimes(bySeconds seconds: Int64) -> [UInt8] {
    rewriting { field in
      if let number = Int64(field.text) {
        if (1_500_000_000...2_200_000_000).contains(number) { return String(number + seconds) }
        if (1_500_000_000_000...2_200_000_000_000).contains(number) { return String(number + seconds * 1000) }
        return nil
      }
      guard let stamp = ISO8601.stamp(field.text) else { return nil }
      let isWholeDays = stamp.precision == .day || seconds % 86_400 == 0
      return field.text.replacingStart(by: isWholeDays ? 10 : 16, at: stamp.clock + seconds)
    }
  }

  /// Returns the payload with each midnight at the beginning of a day written as hour 24 of the day before.
  func writingMidnightAsHour24(_ midnight: Int64) -> [UInt8] {
    rewriting { field in
      guard let clock = field.clock, clock == midnight else { return nil }
      let text = field.text.replacingStart(by: 10, at: midnight - 86_400)
      return String(text.prefix(11)) + "24" + text.dropFirst(13)
    }
  }

  /// The latest time of day that is written with its date, in seconds since 1970 on the clock that wrote it.
  var latestClock: Int64? { fields.compactMap(\.clock).max() }
}

extension String {
  /// Returns a string's date (10 letters), or date and time to the minute (16), replaced by another time.
  fileprivate func replacingStart(by count: Int, at clock: Int64) -> String {
    let time = "\(AirTime(secondsSince1970: clock))"
    let day = String(time.prefix(10)) + dropFirst(10)
    return count == 10 ? day : String(day.prefix(11)) + time.prefix(16).dropFirst(11) + dropFirst(16)
  }
}

extension PayloadFields.Field {
  /// The written date and time of day in seconds since 1970, regardless of an offset; nil for anything else.
  var clock: Int64? {
    guard text.utf8.count >= 16, let stamp = ISO8601.stamp(text), stamp.precision != .day else { return nil }
    return stamp.clock
  }
}
