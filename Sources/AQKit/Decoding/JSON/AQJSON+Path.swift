extension AQJSON {
  /// A subscript that found no value.
  final class Miss: Sendable {
    enum Step: Sendable {
      case name(String)
      case position(Int)
    }

    let step: Step
    /// The previous miss, below which nothing can exist.
    let previous: Miss?

    init(_ step: Step, after previous: Miss?) {
      self.step = step
      self.previous = previous
    }
  }

  /// The path of the value in the document, such as `hourly.pm2_5[3]`; empty at the top level. A missing value has the
  /// path that it would have.
  public var path: String {
    var steps: [String] = []
    var miss = miss
    while let missed = miss {
      switch missed.step {
      case .name(let name): steps.append(JSONPath.step(name: name))
      case .position(let position): steps.append(JSONPath.step(position: position))
      }
      miss = missed.previous
    }
    var (index, parent, ordinal) = (index, parent, ordinal)
    while parent != JSONTape.none {
      if tape.isObject(parent) {
        steps.append(JSONPath.step(nameAt: Int(truncatingIfNeeded: tape[index &- 1]), in: tape.bytes))
      } else {
        steps.append(JSONPath.step(position: Int(ordinal)))
      }
      index = parent
      parent = tape[index &+ 3]
      ordinal = tape[index &+ 4]
    }
    return JSONPath.joined(steps.reversed())
  }

  /// Returns the error for a value of an unexpected kind.
  ///
  /// Creates an error for an adapter's own rules, too: `throw value.error(expected: "a country code")`.
  ///
  /// - Parameter expected: The expected value, with its article.
  public func error(expected: String) -> AQError {
    guard miss != nil else {
      return AQError(.malformed, "Unexpected JSON\(location): expected \(expected), found \(kind.phrase).")
    }
    let holder = AQJSON(tape, index, in: parent, ordinal: ordinal)
    let holderPath = holder.path.isEmpty ? "the top level" : holder.path
    var first = miss
    while let previous = first?.previous { first = previous }
    let reason =
      switch (first?.step, holder.kind) {
      case (.name(let name), .object): "\(holderPath) has no member \(JSONPath.quoted(name))"
      case (.position, .array):
        "\(holderPath) has \(tape.count(index)) element\(tape.count(index) == 1 ? "" : "s")"
      default: "\(holderPath) is \(holder.kind.phrase)"
      }
    return AQError(.malformed, "Unexpected JSON\(location): expected \(expected), found nothing: \(reason).")
  }

  var location: String {
    let path = path
    return path.isEmpty ? "" : " at \(path)"
  }
}

extension AQJSON: CustomStringConvertible {
  /// The value's kind and path, such as `a number at hourly.pm2_5[3]`; never its content.
  public var description: String { "\(kind.phrase)\(location)" }
}

extension AQError {
  /// The last byte whose line an error states: lines are counted from the start, and there may be many errors.
  private static let lastCountedByte = 4 << 10

  /// Creates a scanner's fault as an error. `isOnly` says whether the document can't have another error, so that its line
  /// is always counted.
  package init(_ fault: ScanFault, in bytes: [UInt8], at path: String = "", isOnly: Bool = false) {
    var location = "\(path.isEmpty ? "" : "\(path), ")byte \(fault.offset)"
    if isOnly || fault.offset <= Self.lastCountedByte {
      let (line, column) = Self.line(of: fault.offset, in: bytes)
      location += ", line \(line), column \(column)"
    }
    switch fault.reason {
    case .tooDeep:
      self.init(.tooLarge, "The JSON is nested too deep at \(location).")
    case .tooLong:
      self.init(.tooLarge, "The JSON is longer than 1 GiB.")
    case .endOfInput:
      self.init(.malformed, "The JSON is cut short at \(location).", retry: .now)
    case .expected(let expectation):
      let found = Self.found(bytes, fault.offset, asValue: true)
      self.init(
        .malformed, "Unexpected JSON at \(location): expected \(expectation.rawValue), found \(found).")
    default:
      let found = Self.found(bytes, fault.offset, asValue: false)
      self.init(.malformed, "The JSON is malformed at \(location): \(fault.reason.sentence(found)).")
    }
  }

  private static func line(of offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
    bytes.withUnsafeBufferPointer { bytes in
      var (line, start) = (1, 0)
      for index in 0..<min(offset, bytes.count) where bytes[index] == UInt8(ascii: "\n") {
        (line, start) = (line + 1, index + 1)
      }
      return (line, offset - start + 1)
    }
  }

  private static func found(_ bytes: [UInt8], _ offset: Int, asValue: Bool) -> String {
    guard offset < bytes.count else { return "the end" }
    let byte = bytes[offset]
    if asValue, let kind = AQJSON.Kind(lead: byte) {
      // A text such as “not found” only begins like a literal.
      let isLiteral = ["null", "nan", "true", "false"].contains { bytes[offset...].starts(with: $0.utf8) }
      if isLiteral || kind != .null && kind != .bool { return kind.phrase }
    }
    return (0x21...0x7E).contains(byte)
      ? "'\(Unicode.Scalar(byte))'" : "byte 0x\(String(byte, radix: 16, uppercase: true))"
  }
}

extension ScanFault.Reason {
  /// Returns the reason as a sentence, with what was found instead.
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
    case .controlCharacter: "a string has an unescaped control character"
    case .invalidEscape: "a string has an invalid escape"
    case .loneSurrogate: "an escape in a string is half a surrogate pair"
    case .invalidUTF8: "the bytes of a string are not UTF-8"
    case .invalidTime: "the text is not a time in ISO 8601"
    case .missingOffset: "the time has no offset from GMT"
    case .endOfInput, .tooDeep, .tooLong, .expected: "found \(found)"
    }
  }
}
