/// A JSON value for adapters: strict, fast, and precise about missing values.
///
/// ```swift
/// let root = try AQJSON(parsing: reply.body)
/// let first = root["hourly"]["pm2_5"][0].doubleValue  // Double?, nil for null, for another type, for nothing
/// let column = try root["hourly"]["pm2_5"].doubles()  // [Double], null is NaN
/// for row in try root["results"].elements {
///   let name = try row["name"].string()  // if it is missing, throws an error that names results[3].name
///   elevations[name] = try row["elevation"].ifPresent?.double()
/// }
/// ```
///
/// **Two kinds of access.** A property, such as ``doubleValue``, is nil for another kind of value. The method, such as
/// `double()`, throws an ``AQError`` with the code ``AQError/Code/malformed`` that names the path, the expected kind and
/// the actual one. A subscript never fails: where nothing exists, it returns a value that is
/// ``Kind-swift.enum/missing`` and remembers its path; reading it with a method throws an error that names the path.
/// `null` is a separate value.
///
/// **Accepted input** is strictly RFC 8259, in UTF-8 with or without a byte order mark, up to 1 GiB. Rejected are invalid
/// UTF-8, escapes of half a surrogate pair, content after the document, and arrays and objects nested deeper than allowed.
/// No input makes the parser recurse.
///
/// - If a name repeats, its last member is read.
/// - Names are compared code unit by code unit, without Unicode normalisation.
/// - A number is kept as text until it is read: any decimal as the nearest `Double`, whole numbers exactly as `Int64`.
///   A number beyond the range of the requested type (`1e999` as a double) is well-formed, but reads as nil or an
///   error; a number too small for a double reads as 0.
///
/// A value is a view of the whole document, takes 32 bytes, and keeps the document alive. Several threads may read it
/// at once.
public struct AQJSON: Sendable {
  let tape: JSONTape
  /// The value's index on the tape, or its nearest existing ancestor's if it is missing.
  let index: UInt32
  /// The array or object that contains the value.
  let parent: UInt32
  let ordinal: UInt32
  /// The subscripts that found no value, if the value is missing.
  let miss: Miss?

  /// Parses a document.
  ///
  /// - Parameters:
  ///   - bytes: The whole document, in UTF-8.
  ///   - allowsNaN: Whether to read the bare words `nan`, `inf` and `infinity`, which some programs write, as `null`:
  ///     in any case, with or without a sign.
  ///   - maximumDepth: The deepest nesting of arrays and objects.
  /// - Throws: ``AQError/Code/malformed`` with the byte, line and column of the first fault, and with the advice to try again
  ///   if the document is truncated; ``AQError/Code/tooLarge`` if it is nested deeper than `maximumDepth` or longer than
  ///   1 GiB.
  public init(parsing bytes: [UInt8], allowsNaN: Bool = false, maximumDepth: Int = 512) throws(AQError) {
    do throws(ScanFault) {
      tape = try JSONTape(bytes, allowsNaN: allowsNaN, deepest: maximumDepth)
    } catch {
      throw AQError(error, in: bytes, isOnly: true)
    }
    index = 0
    parent = JSONTape.none
    ordinal = 0
    miss = nil
  }

  /// Parses a document from text.
  ///
  /// - Parameters:
  ///   - text: The whole document.
  ///   - allowsNaN: Whether to read bare `nan` and `inf` as `null`.
  ///   - maximumDepth: The deepest nesting of arrays and objects.
  /// - Throws: The same errors as ``init(parsing:allowsNaN:maximumDepth:)-([UInt8],_,_)``.
  public init(parsing text: String, allowsNaN: Bool = false, maximumDepth: Int = 512) throws(AQError) {
    try self.init(parsing: Array(text.utf8), allowsNaN: allowsNaN, maximumDepth: maximumDepth)
  }

  init(_ tape: JSONTape, _ index: UInt32, in parent: UInt32, ordinal: UInt32 = 0, miss: Miss? = nil) {
    self.tape = tape
    self.index = index
    self.parent = parent
    self.ordinal = ordinal
    self.miss = miss
  }
}

extension AQJSON {
  /// The kind of a JSON value.
  public enum Kind: String, Sendable, CaseIterable {
    /// The member or element doesn't exist, or the parent isn't an object or array.
    case missing
    /// `null`, or a bare `nan` or `inf` if that is allowed.
    case null
    /// `true` or `false`.
    case bool
    /// A number.
    case number
    /// A string.
    case string
    /// An array.
    case array
    /// An object.
    case object

    /// Creates the kind of the values that begin with a byte; nil if none does.
    package init?(lead: UInt8) {
      switch lead {
      case UInt8(ascii: "{"): self = .object
      case UInt8(ascii: "["): self = .array
      case UInt8(ascii: "\""): self = .string
      case UInt8(ascii: "t"), UInt8(ascii: "f"): self = .bool
      case UInt8(ascii: "n"): self = .null
      case _ where JSONGrammar.startsNumber(lead): self = .number
      default: return nil
      }
    }

    /// The kind with its article, for a sentence.
    package var phrase: String {
      switch self {
      case .missing: "nothing"
      case .null: "null"
      case .bool: "true or false"
      case .number: "a number"
      case .string: "a string"
      case .array: "an array"
      case .object: "an object"
      }
    }
  }

  /// The kind of the value.
  public var kind: Kind {
    guard miss == nil else { return .missing }
    let lead = tape.lead(index)
    if lead == UInt8(ascii: "-"), tape.allowsNaN {
      return withBytes { JSONGrammar.isNotFinite($0, offset) } ? .null : .number
    }
    // A lead that no kind has belongs to a word such as `NaN`, which is read as `null`.
    return Kind(lead: lead) ?? .null
  }

  /// Whether the value is `null`. A missing value isn't.
  public var isNull: Bool { kind == .null }

  /// Whether the value is missing.
  public var isMissing: Bool { miss != nil }

  /// The value, or nil if it is `null` or missing: `try row["elevation"].ifPresent?.double()` allows an absent number
  /// and still refuses a value of another kind.
  public var ifPresent: AQJSON? {
    switch kind {
    case .missing, .null: nil
    default: self
    }
  }

  /// A member of an object, or a missing value. If the name repeats, the last member.
  ///
  /// Takes time in proportion to the number of members; ``members`` iterates over all of them.
  public subscript(_ name: String) -> AQJSON {
    guard miss == nil, tape.isObject(index), let found = tape.member(name, of: index) else {
      return missing(.name(name))
    }
    return AQJSON(tape, found, in: index)
  }

  /// An element of an array, counted from 0, or a missing value.
  ///
  /// Constant time in an array of numbers, strings, booleans and nulls. In an array with arrays or objects the time
  /// grows with `position`; ``elements`` and ``array()`` give all of them.
  public subscript(_ position: Int) -> AQJSON {
    guard miss == nil, tape.isContainer(index), !tape.isObject(index),
      let found = tape.element(position, of: index)
    else { return missing(.position(position)) }
    return AQJSON(tape, found, in: index, ordinal: UInt32(truncatingIfNeeded: position))
  }

  /// Returns a required member of an object; it may be `null`.
  ///
  /// - Throws: ``AQError`` with the code ``AQError/Code/malformed`` if it is missing.
  public func require(_ name: String) throws(AQError) -> AQJSON {
    try self[name].known()
  }

  /// Returns a required element of an array; it may be `null`.
  ///
  /// - Throws: ``AQError`` with the code ``AQError/Code/malformed`` if it is missing.
  public func require(_ position: Int) throws(AQError) -> AQJSON {
    try self[position].known()
  }

  private func known() throws(AQError) -> AQJSON {
    if isMissing { throw error(expected: "a value") }
    return self
  }

  private func missing(_ step: Miss.Step) -> AQJSON {
    AQJSON(tape, index, in: parent, ordinal: ordinal, miss: Miss(step, after: miss))
  }
}
