extension AQError {
  /// A scanner's fault as an error.
  ///
  /// - Parameters:
  ///   - fault: The fault and its offset.
  ///   - bytes: The input.
  ///   - path: Its path in the document, if known.
  package init(_ fault: ScanFault, in bytes: [UInt8], at path: String = "") {
    let before = bytes.prefix(fault.offset)
    let line = before.count { $0 == UInt8(ascii: "\n") } + 1
    let column = fault.offset - (before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0) + 1
    let place = "\(path.isEmpty ? "" : "\(path), ")byte \(fault.offset), line \(line), column \(column)"
    switch fault.reason {
    case .tooDeep:
      self.init(.tooLarge, "The JSON is nested too deep at \(place).")
    case .tooLong:
      self.init(.tooLarge, "The JSON is longer than 1 GiB.")
    case .endOfInput:
      self.init(.malformed, "The JSON is cut short at \(place).", retry: .now)
    case .expected(let expectation):
      let found = Self.found(bytes, fault.offset, asValue: true)
      self.init(.malformed, "Unexpected JSON at \(place): expected \(expectation.phrase), found \(found).")
    default:
      let found = Self.found(bytes, fault.offset, asValue: false)
      self.init(.malformed, "The JSON is malformed at \(place): \(fault.reason.sentence(found)).")
    }
  }

  /// The kind of value, or the character, at an offset.
  private static func found(_ bytes: [UInt8], _ offset: Int, asValue: Bool) -> String {
    guard offset < bytes.count else { return "the end" }
    let byte = bytes[offset]
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""), UInt8(ascii: "t"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      if asValue { return AQJSON.Kind(lead: byte, isNaN: false).phrase }
      fallthrough
    case 0x21...0x7E: return "'\(Unicode.Scalar(byte))'"
    default: return "byte 0x\(String(byte, radix: 16, uppercase: true))"
    }
  }
}

extension ScanFault.Expectation {
  /// The expectation as part of a sentence.
  fileprivate var phrase: String {
    switch self {
    case .number: "a number"
    case .wholeNumber: "a whole number"
    case .numberOrNull: "a number or null"
    case .string: "a string"
    case .boolean: "true or false"
    case .array: "an array"
    case .object: "an object"
    case .time: "a time"
    }
  }
}

extension ScanFault.Reason {
  /// The reason as a sentence, with what was found instead.
  fileprivate func sentence(_ found: String) -> String {
    switch self {
    case .expectedValue: "expected a value, found \(found)"
    case .expectedCommaOrBracket: "expected ',' or ']', found \(found)"
    case .expectedCommaOrBrace: "expected ',' or '}', found \(found)"
    case .expectedName: "expected a member's name in quotation marks, found \(found)"
    case .expectedColon: "expected ':', found \(found)"
    case .expectedEnd: "expected the end, found \(found)"
    case .expectedDigit: "expected a digit, found \(found)"
    case .leadingZero: "a number begins with a superfluous zero"
    case .numberOutOfRange: "a number is out of range"
    case .controlCharacter: "a control character stands unescaped in a string"
    case .invalidEscape: "an escape in a string is not one of JSON's"
    case .loneSurrogate: "an escape in a string is half a surrogate pair"
    case .invalidUTF8: "the bytes of a string are not UTF-8"
    case .invalidTime: "the text is not a time in ISO 8601"
    case .missingOffset: "the time has no offset from GMT"
    case .endOfInput, .tooDeep, .tooLong, .expected: "found \(found)"
    }
  }
}
