/// A JSON value for adapters: strict, fast, and exact about what is missing and where.
///
/// ```swift
/// let root = try AQJSON(parsing: reply.body)
/// let first = root["hourly"]["pm2_5"][0].double        // Double?, nil for null, for another type, for nothing
/// let column = try root["hourly"]["pm2_5"].doubles()   // [Double], null is NaN
/// for row in try root["results"].elements {
///   let name = try row["name"].string()                // throws "… at results[3].name: expected a string, found null."
///   let elevation = try row["elevation"].ifPresent?.double()
/// }
/// ```
///
/// **Two kinds of access.** A property (`double`, `int`, `string`, `bool`) is nil for another kind of value. The method
/// of the same name (`double()`) throws an ``AQError`` with the code ``AQError/Code/malformed`` that names the path,
/// the expected kind and the actual one. A subscript never fails: without a value it returns one that is
/// ``Kind-swift.enum/missing``, which remembers what was missing and where; reading it by a method throws that. `null`
/// is a value of its own.
///
/// **What is accepted**: RFC 8259 and nothing else, in UTF-8 with or without a byte order mark, up to 1 GiB.
/// Rejected are invalid UTF-8, escapes of half a surrogate pair, content after the document, and arrays and objects
/// nested deeper than allowed. No input makes the parser recurse.
///
/// - If a name repeats, its last member is read.
/// - Names are compared code unit by code unit, without Unicode normalisation.
/// - A number is kept as text until it is read: any decimal as the nearest `Double`, whole numbers exactly as `Int64`.
///   One beyond the range of the requested type (`1e999` as a double) is well-formed, but reads as nil or an error; one
///   too small for a double reads as 0.
///
/// A value is a view of the whole document, 32 bytes large, and keeps the document alive. Several threads may read it
/// at once.
public struct AQJSON: Sendable {
  let tape: JSONTape
  /// The value's index on the tape; if it is missing, that of its nearest existing ancestor.
  let index: UInt32
  /// The array or object that contains the value.
  let parent: UInt32
  /// The value's ordinal in its array.
  let ordinal: UInt32
  /// The subscripts that found nothing, if the value is missing.
  let miss: Miss?

  /// Parses a document.
  ///
  /// - Parameters:
  ///   - bytes: The whole document, in UTF-8.
  ///   - allowsNaN: Whether to read the bare words `nan`, `NaN`, `-nan` and `-NaN`, which some services write, as
  ///     `null`.
  ///   - maximumDepth: The deepest nesting of arrays and objects.
  /// - Throws: ``AQError`` with the code ``AQError/Code/malformed`` and the byte, line and column of the first fault,
  ///   which advises a retry if the document is truncated; with ``AQError/Code/tooLarge`` if it is nested deeper than
  ///   `maximumDepth` or longer than 1 GiB.
  public init(parsing bytes: [UInt8], allowsNaN: Bool = false, maximumDepth: Int = 512) throws(AQError) {
    do throws(ScanFault) {
      tape = try JSONTape(bytes, allowsNaN: allowsNaN, deepest: maximumDepth)
    } catch {
      throw AQError(error, in: bytes)
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
  ///   - allowsNaN: Whether to read bare `nan` as `null`.
  ///   - maximumDepth: The deepest nesting of arrays and objects.
  /// - Throws: As ``init(parsing:allowsNaN:maximumDepth:)-([UInt8],_,_)`` does.
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
