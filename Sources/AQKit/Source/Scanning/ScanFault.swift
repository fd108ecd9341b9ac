/// What a scanner found wrong, and at which byte: small enough to be thrown from the innermost loop.
///
/// ``AQError`` is made of it at the door, where the text around the byte is known.
package struct ScanFault: Error, Equatable {
  /// What was wrong.
  package enum Reason: Equatable, Sendable {
    /// The input ends in the middle of something.
    case endOfInput
    /// No JSON value begins here.
    case expectedValue
    /// Neither a comma nor the end of the array follows the element.
    case expectedCommaOrBracket
    /// Neither a comma nor the end of the object follows the member.
    case expectedCommaOrBrace
    /// No member name begins here.
    case expectedName
    /// No colon follows the member name.
    case expectedColon
    /// Something follows the end of the document.
    case expectedEnd
    /// A digit is missing here.
    case expectedDigit
    /// A number begins with a superfluous zero.
    case leadingZero
    /// The number lies beyond the range of its type.
    case numberOutOfRange
    /// A control character stands unescaped in a string.
    case controlCharacter
    /// A backslash is followed by something that JSON doesn't know.
    case invalidEscape
    /// A `\u` escape of one half of a surrogate pair, without the other.
    case loneSurrogate
    /// The bytes are not UTF-8.
    case invalidUTF8
    /// The arrays and objects are nested deeper than allowed.
    case tooDeep
    /// The input is longer than 1 GiB.
    case tooLong
    /// A value of another type than asked for.
    case expected(Expectation)
    /// The text is not a date, a time, or a date that exists.
    case invalidTime
    /// The time has no offset from GMT, and the caller gave none.
    case missingOffset
  }

  /// What a caller asked a value to be.
  package enum Expectation: Equatable, Sendable {
    case number, wholeNumber, numberOrNull, string, boolean, array, object, time
  }

  /// What was wrong.
  package var reason: Reason
  /// The byte at which it was found, counted from the start of the input.
  package var offset: Int

  /// A fault at a byte.
  @inline(__always)
  package init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}
