/// A scanner's fault and its byte, small enough for the innermost loop to throw; an ``AQError`` later.
package struct ScanFault: Error, Equatable {
  package enum Reason: Equatable, Sendable {
    /// The input ends in the middle of a value.
    case endOfInput
    case expectedValue
    case expectedCommaOrBracket
    case expectedCommaOrBrace
    case expectedName
    case expectedColon
    case expectedEnd
    case expectedDigit
    case leadingZero
    case numberOutOfRange
    case controlCharacter
    /// A backslash is followed by a character that JSON doesn't define.
    case invalidEscape
    /// A `\u` escape for one half of a surrogate pair without the other.
    case loneSurrogate
    case invalidUTF8
    case tooDeep
    /// The input is longer than 1 GiB.
    case tooLong
    case expected(Expectation)
    /// The text isn't a date or a time, or the date doesn't exist.
    case invalidTime
    /// The time has no offset, and the caller supplied none.
    case missingOffset
  }

  package enum Expectation: String, Sendable {
    case number = "a number"
    case wholeNumber = "a whole number"
    case numberOrNull = "a number or null"
    case string = "a string"
    case boolean = "true or false"
    case array = "an array"
    case object = "an object"
    case time = "a time"
  }

  package var reason: Reason
  package var offset: Int

  @inline(__always)
  package init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}
