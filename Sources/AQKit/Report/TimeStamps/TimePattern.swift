/// A pattern of date and time fields, parsed once and then matched with strings.
struct TimePattern: Hashable, Sendable {
  private enum Field: Int, CaseIterable {
    case year, month, day, hour, hourEnding, hourOfHalf, half, minute, second, offset

    /// The meaning of the field, for patterns with redundant fields.
    var meaning: Field {
      switch self {
      case .hourEnding, .hourOfHalf: .hour
      default: self
      }
    }
  }

  private struct Values {
    private var values = [Int?](repeating: nil, count: Field.allCases.count)
    subscript(_ field: Field) -> Int? {
      get { values[field.rawValue] }
      set { values[field.rawValue] = newValue }
    }
  }

  private enum Element: Hashable {
    /// A number with this many digits; 0 for one or two.
    case number(Field, digits: Int)
    case twoDigitYear
    case monthName, half, offset
    /// Letters to skip.
    case letters
    /// Digits to skip.
    case fraction
    case space
    case byte(UInt8)
  }

  /// A time as written: seconds from 1970-01-01T00:00 on the local clock, and its offset from UTC in seconds; nil without
  /// one.
  typealias Written = (clock: Int64, offset: Int?)

  let text: String
  private(set) var fault: String?
  private var elements: [Element] = []

  private static let longest = 200

  init(_ text: String) {
    self.text = text
    do { try compile() } catch { fault = "“\(text.prefix(60))” isn't a pattern of a time: \(error.reason)" }
  }

  // MARK: The pattern

  private mutating func compile() throws(TimeStamp.Fault) {
    let bytes = Array(text.utf8)
    // The value is of no interest: a field has one as soon as it occurs.
    var fields = Values()
    var at = 0
    while at < bytes.count {
      let byte = bytes[at]
      if byte == UInt8(ascii: "'") {
        try quoted(bytes, &at)
      } else if byte.isLetter {
        let count = bytes[at...].prefix { $0 == byte }.count
        let (element, field) = try Self.element(byte, count)
        if let field {
          if fields[field.meaning] != nil { throw TimeStamp.Fault(reason: "a field occurs twice") }
          fields[field.meaning] = count
          fields[field] = count
        }
        elements.append(element)
        if element == .half { fields[.half] = count }
        at += count
      } else {
        if byte != UInt8(ascii: " ") || elements.last != .space {
          elements.append(byte == UInt8(ascii: " ") ? .space : .byte(byte))
        }
        at += 1
      }
    }
    guard fields[.year] != nil, fields[.month] != nil, fields[.day] != nil else {
      throw TimeStamp.Fault(reason: "it needs a year, a month and a day, as in yyyy-MM-dd")
    }
    guard (fields[.half] == nil) == (fields[.hourOfHalf] == nil) else {
      throw TimeStamp.Fault(reason: "the half-day hour h and the half a need each other, as in h a")
    }
  }

  private mutating func quoted(_ bytes: [UInt8], _ at: inout Int) throws(TimeStamp.Fault) {
    at += 1
    if at < bytes.count, bytes[at] == UInt8(ascii: "'") {
      elements.append(.byte(bytes[at]))
      at += 1
      return
    }
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "'") {
        at += 1
        // Two are an apostrophe in the text.
        guard at < bytes.count, bytes[at] == UInt8(ascii: "'") else { return }
      }
      elements.append(.byte(bytes[at]))
      at += 1
    }
    throw TimeStamp.Fault(reason: "a quoted text is not closed")
  }

  private static func element(_ letter: UInt8, _ count: Int) throws(TimeStamp.Fault) -> (Element, Field?) {
    func number(_ field: Field) -> (Element, Field?) { (.number(field, digits: count == 2 ? 2 : 0), field) }
    switch (letter, count) {
    case (UInt8(ascii: "y"), 4): return (.number(.year, digits: 4), .year)
    case (UInt8(ascii: "y"), 2): return (.twoDigitYear, .year)
    case (UInt8(ascii: "M"), 1...2): return number(.month)
    case (UInt8(ascii: "M"), 3...4): return (.monthName, .month)
    case (UInt8(ascii: "d"), 1...2): return number(.day)
    case (UInt8(ascii: "H"), 1...2): return number(.hour)
    case (UInt8(ascii: "k"), 1...2): return number(.hourEnding)
    case (UInt8(ascii: "h"), 1...2): return number(.hourOfHalf)
    case (UInt8(ascii: "m"), 1...2): return number(.minute)
    case (UInt8(ascii: "s"), 1...2): return number(.second)
    case (UInt8(ascii: "a"), 1): return (.half, nil)
    case (UInt8(ascii: "Z"), 1): return (.offset, .offset)
    case (UInt8(ascii: "S"), _): return (.fraction, nil)
    case (UInt8(ascii: "E"), _): return (.letters, nil)
    default:
      let letters = String(repeating: Character(UnicodeScalar(letter)), count: min(count, 10))
      throw TimeStamp.Fault(reason: "\(letters) isn't a field; put literal text in apostrophes, such as 'T'")
    }
  }

  // MARK: A text

  func stamp(_ text: String) throws(TimeStamp.Fault) -> Written {
    if let fault { throw TimeStamp.Fault(reason: fault) }
    guard text.utf8.count <= Self.longest, let stamp = read(Self.trimmed(text)) else {
      throw TimeStamp.Fault(reason: "a time can't be read as “\(self.text.prefix(60))”")
    }
    return stamp
  }

  private func read(_ bytes: [UInt8]) -> Written? {
    var values = Values()
    var at = 0
    for element in elements {
      let found: (field: Field, value: Int?)
      switch element {
      case .number(let field, let digits): found = (field, Self.number(bytes, &at, digits: digits))
      case .twoDigitYear: found = (.year, Self.number(bytes, &at, digits: 2).map { 2000 + $0 })
      case .monthName: found = (.month, Self.month(bytes, &at))
      case .half: found = (.half, Self.half(bytes, &at))
      case .offset: found = (.offset, Self.offset(bytes, &at))
      case .letters, .fraction, .space:
        let count = bytes[at...].prefix { byte in
          element == .letters ? byte.isLetter : element == .fraction ? byte.isDigit : byte.isBlank
        }.count
        if count == 0 { return nil }
        at += count
        continue
      case .byte(let byte):
        guard at < bytes.count, bytes[at] == byte else { return nil }
        at += 1
        continue
      }
      guard let value = found.value else { return nil }
      values[found.field] = value
    }
    return at == bytes.count ? Self.stamp(values) : nil
  }

  private static func stamp(_ values: Values) -> Written? {
    guard let year = values[.year], year >= 1, let month = values[.month], (1...12).contains(month),
      let day = values[.day], day >= 1, day <= CivilDate.days(inMonth: month, of: year)
    else { return nil }
    let (minute, second) = (values[.minute] ?? 0, values[.second] ?? 0)
    var hour = values[.hour] ?? 0
    if let ending = values[.hourEnding] {
      guard ending >= 1 else { return nil }
      hour = ending
    } else if let number = values[.hourOfHalf] {
      guard (1...12).contains(number) else { return nil }
      hour = number % 12 + (values[.half] ?? 0)
    }
    // Second 60 is a leap second, as in ISO 8601.
    guard minute <= 59, second <= 60, hour <= 23 || hour == 24 && minute == 0 && second == 0 else {
      return nil
    }
    let clock = Int64(CivilDate.days(year, month, day)) * 86_400 + Int64((hour * 60 + minute) * 60 + second)
    return (clock, values[.offset])
  }

  // MARK: Fields

  private static func number(_ bytes: [UInt8], _ at: inout Int, digits: Int) -> Int? {
    let found = bytes[at...].prefix(digits == 0 ? 2 : digits).prefix(while: \.isDigit)
    guard digits == 0 ? !found.isEmpty : found.count == digits else { return nil }
    at += found.count
    return found.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
    "november",
    "december",
  ]

  private static func month(_ bytes: [UInt8], _ at: inout Int) -> Int? {
    let word = bytes[at...].prefix(while: \.isLetter)
    let name = String(decoding: word, as: UTF8.self).lowercased()
    guard let index = months.firstIndex(where: { $0 == name || $0.prefix(3) == name }) else { return nil }
    at += word.count
    return index + 1
  }

  /// Reads `AM`, `pm` or `a.m.`; returns the hours to add.
  private static func half(_ bytes: [UInt8], _ at: inout Int) -> Int? {
    var letters: [UInt8] = []
    var end = at
    while end < bytes.count, letters.count < 2, bytes[end].isLetter || bytes[end] == UInt8(ascii: ".") {
      if bytes[end].isLetter { letters.append(bytes[end] | 0x20) }
      end += 1
    }
    guard letters.count == 2, letters[1] == UInt8(ascii: "m") else { return nil }
    if end < bytes.count, bytes[end] == UInt8(ascii: ".") { end += 1 }
    at = end
    switch letters[0] {
    case UInt8(ascii: "a"): return 0
    case UInt8(ascii: "p"): return 12
    default: return nil
    }
  }

  /// Reads `Z`, `UTC`, `GMT`, `+02:00`, `+0200` or `+02`, of at most 18 hours, in seconds.
  static func offset(_ bytes: [UInt8], _ at: inout Int) -> Int? {
    guard at < bytes.count else { return nil }
    if bytes[at].isLetter {
      let word = bytes[at...].prefix(while: \.isLetter)
      guard ["z", "utc", "gmt"].contains(String(decoding: word, as: UTF8.self).lowercased()) else {
        return nil
      }
      at += word.count
      return 0
    }
    let isWest = bytes[at] == UInt8(ascii: "-")
    guard isWest || bytes[at] == UInt8(ascii: "+") else { return nil }
    var end = at + 1
    guard let hours = number(bytes, &end, digits: 2) else { return nil }
    if end < bytes.count, bytes[end] == UInt8(ascii: ":") { end += 1 }
    let hasMinutes = end < bytes.count && bytes[end].isDigit || bytes[end - 1] == UInt8(ascii: ":")
    guard let minutes = hasMinutes ? number(bytes, &end, digits: 2) : 0, minutes <= 59,
      hours * 60 + minutes <= 18 * 60
    else { return nil }
    at = end
    return (isWest ? -60 : 60) * (hours * 60 + minutes)
  }

  /// Returns the bytes of a string without leading or trailing spaces.
  static func trimmed(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    let start = bytes.firstIndex { !$0.isBlank } ?? bytes.endIndex
    let end = bytes.lastIndex { !$0.isBlank }.map { $0 + 1 } ?? start
    return Array(bytes[start..<end])
  }
}
