/// A JSON value, for whoever writes an adapter: strict, fast, and exact about what is missing where.
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
/// **Two ways to read.** A property (`double`, `int`, `string`, `bool`) is nil where the value is something
/// else. The method of the same name (`double()`) throws an ``AQError`` with the code
/// ``AQError/Code/malformed`` that names the path, what was expected and what was found. A subscript never
/// fails: it gives a value that is ``Kind-swift.enum/missing``, which remembers what was missed and where, and
/// says so as soon as it is read by a method. `null` is a value of its own.
///
/// **What is accepted**: RFC 8259 and nothing else, in UTF-8 with or without a byte order mark, up to 1 GiB.
/// Rejected are invalid UTF-8, escapes of half a surrogate pair, anything behind the document, and arrays and
/// objects nested deeper than allowed. No input makes the parser recurse.
///
/// - Of several members with one name the last one counts.
/// - Names are compared code unit by code unit, without Unicode normalisation.
/// - A number keeps its text until it is read: any decimal as the nearest `Double`, whole numbers exactly as
///   `Int64`. One beyond the range of the type asked for (`1e999` as a double) is well-formed, and nil or an
///   error when it is read; one too small for a double is 0.
///
/// A value is a view of the whole document, 32 bytes large, and keeps the document alive. Reading from several
/// threads at once is safe.
public struct AQJSON: Sendable {
  let tape: JSONTape
  /// Where the value is on the tape; where its nearest present ancestor is, if it is missing.
  let index: UInt32
  /// The array or object that holds the value.
  let parent: UInt32
  /// The value's ordinal in an array that holds it.
  let ordinal: UInt32
  /// The steps that led nowhere, if the value is missing.
  let miss: Miss?

  /// Parses a document.
  ///
  /// - Parameters:
  ///   - bytes: The whole document, in UTF-8.
  ///   - allowsNaN: Whether the bare words `nan`, `NaN`, `-nan` and `-NaN`, which some services write, are read
  ///     as `null`.
  ///   - maximumDepth: How many arrays and objects may be open inside each other.
  /// - Throws: ``AQError`` with the code ``AQError/Code/malformed`` and the byte, line and column of the first
  ///   fault, to be retried at once if the document is cut short; with ``AQError/Code/tooLarge`` if it is nested
  ///   deeper than `maximumDepth` or longer than 1 GiB.
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

  /// Parses a document that is text already.
  ///
  /// - Parameters:
  ///   - text: The whole document.
  ///   - allowsNaN: Whether bare `nan` is read as `null`.
  ///   - maximumDepth: How many arrays and objects may be open inside each other.
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
