/// A scanner's fault and its byte, small enough for the innermost loop to throw.
///
/// It becomes an ``AQError`` once the text around the byte is known.
package struct ScanFault: Error, Equatable {
  /// The kind of fault.
  package enum Reason: Equatable, Sendable {
    /// The input ends in the middle of a value.
    case endOfInput
    /// The text has no JSON value here.
    case expectedValue
    /// Neither a comma nor the end of the array follows the element.
    case expectedCommaOrBracket
    /// Neither a comma nor the end of the object follows the member.
    case expectedCommaOrBrace
    /// The text has no member name here.
    case expectedName
    /// The member's name isn't followed by a colon.
    case expectedColon
    /// Something follows the end of the document.
    case expectedEnd
    /// A digit is missing here.
    case expectedDigit
    /// A number starts with a superfluous zero.
    case leadingZero
    /// The number is beyond the range of its type.
    case numberOutOfRange
    /// An unescaped control character in a string.
    case controlCharacter
    /// A backslash is followed by a character that JSON doesn't define.
    case invalidEscape
    /// A `\u` escape for one half of a surrogate pair without the other.
    case loneSurrogate
    /// The bytes are not UTF-8.
    case invalidUTF8
    /// The arrays and objects are nested deeper than allowed.
    case tooDeep
    /// The input is longer than 1 GiB.
    case tooLong
    /// A value of another type than requested.
    case expected(Expectation)
    /// The text isn't a date or a time, or the date doesn't exist.
    case invalidTime
    /// The time has no offset, and the caller supplied none.
    case missingOffset
  }

  /// The type that the caller requested.
  package enum Expectation: Equatable, Sendable {
    case number, wholeNumber, numberOrNull, string, boolean, array, object, time
  }

  /// The kind of fault.
  package var reason: Reason
  /// The offset of the byte from the start of the input.
  package var offset: Int

  /// Creates a fault at a byte.
  @inline(__always)
  package init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}
