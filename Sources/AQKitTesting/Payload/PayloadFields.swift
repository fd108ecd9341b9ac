import AQKit

/// The fields of a recorded payload in any format: numbers and texts of JSON, or the text between the separators of a
/// line.
struct PayloadFields: Sendable {
  struct Field: Sendable {
    /// The position of the text, without quotation marks.
    let range: Range<Int>
    let text: String
    /// Whether the field is a bare number of JSON.
    let isJSONNumber: Bool

    var number: Double? { Double(text).flatMap { $0.isFinite ? $0 : nil } }
  }

  let bytes: [UInt8]
  /// Whether the payload is JSON.
  let isJSON: Bool
  let fields: [Field]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var ranges: [(Range<Int>, Bool)] = []
    if let outline = PayloadOutline(json: bytes) {
      isJSON = true
      for leaf in outline.leaves {
        switch leaf {
        case .number(let range): ranges.append((range, true))
        case .string(let range): ranges.append((range.lowerBound + 1..<range.upperBound - 1, false))
        default: break
        }
      }
    } else {
      isJSON = false
      var start = 0
      for index in 0...bytes.count {
        guard index == bytes.count || ",;\t\r\n|<>\"".utf8.contains(bytes[index]) else { continue }
        if index > start { ranges.append((start..<index, false)) }
        start = index + 1
      }
    }
    fields = ranges.map {
      Field(range: $0, text: String(decoding: bytes[$0], as: UTF8.self), isJSONNumber: $1)
    }
  }

  /// The payload with some fields rewritten, in the order of their positions.
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

  /// The payload with one field rewritten.
  func rewriting(_ field: Field, as text: String) -> [UInt8] {
    var copy = bytes
    copy.replaceSubrange(field.range, with: Array(text.utf8))
    return copy
  }

  /// The payload with all times moved by whole days: ISO 8601 texts by their date, whole numbers from 1,500,000,000 to
  /// 2,200,000,000 as seconds since 1970, and a thousand times that as milliseconds.
  func movingTimes(byDays days: Int64) -> [UInt8] {
    rewriting { field in
      if let number = Int64(field.text) {
        if (1_500_000_000...2_200_000_000).contains(number) { return String(number + days * 86_400) }
        if (1_500_000_000_000...2_200_000_000_000).contains(number) {
          return String(number + days * 86_400_000)
        }
        return nil
      }
      guard let date = ISO8601.stamp(field.text) else { return nil }
      let day = (date.clock - (date.clock % 86_400 + 86_400) % 86_400) / 86_400 + days
      let (year, month, dayOfMonth) = CivilDate.civil(fromDays: day)
      func pad(_ number: Int64, _ width: Int) -> String {
        String(repeating: "0", count: max(0, width - String(number).count)) + String(number)
      }
      return "\(pad(year, 4))-\(pad(month, 2))-\(pad(dayOfMonth, 2))" + String(field.text.dropFirst(10))
    }
  }
}
