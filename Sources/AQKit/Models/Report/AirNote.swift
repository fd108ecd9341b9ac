/// A source's statement about its response, besides the values: what is absent and why, what was refused, which part
/// failed.
public struct AirNote: Hashable, Sendable {
  /// The subject of the note.
  public let code: Code
  /// An English sentence.
  public var message: String
  /// The parameters that the note concerns; empty if it concerns all or none in particular.
  public var parameters: [AirParameter]
  /// The indices of the query's places that the note concerns; empty if it concerns all or none in particular.
  public var places: [Int]
  /// The number of values, rows or messages that the note summarises; at least 1.
  public var count: Int
  /// The error's code, if a part of the response failed or the source's own limit of requests was reached.
  public let failure: AQError.Code?
  /// The time that the note concerns, such as the recording time of values that are shown as current.
  public let time: AirTime?
  /// The error of the part that failed, with its advice and its cause; neither compared nor written.
  private var origin = Origin()

  private struct Origin: Hashable, Sendable {
    var error: AQError?
    static func == (lhs: Self, rhs: Self) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
  }

  private enum CodingKeys: String, CodingKey {
    case code, message, parameters, places, count, failure, time
  }

  /// Creates a note; a count below 1 becomes 1.
  public init(
    _ code: Code, _ message: String, parameters: [AirParameter] = [], places: [Int] = [], count: Int = 1,
    failure: AQError.Code? = nil, time: AirTime? = nil
  ) {
    self.code = code
    self.message = message
    self.parameters = parameters
    self.places = places
    self.count = max(1, count)
    self.failure = failure
    self.time = time
  }
}

extension AirNote {
  /// Creates a note on the failure of a part of a query.
  package init(_ failure: AQError, places: [Int] = []) {
    let code: Code = failure.code == .limitReachedLocally ? .limitReached : .failed
    self.init(code, failure.message, places: places, failure: failure.code)
    origin.error = failure
  }

  /// Returns the note on a failure as an error.
  package func error(of source: SourceID) -> AQError {
    changed(origin.error ?? AQError(failure ?? .unavailable, message)) { $0.source = source }
  }

  /// Whether a part of the query failed or was not requested.
  package var isFailure: Bool { code == .failed || code == .limitReached }
}

extension AirNote: Codable {
  /// Reads a note; `code` and `message` are required.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      container.value(.code), container.value(.message), parameters: container.optional(.parameters) ?? [],
      places: container.optional(.places) ?? [], count: container.optional(.count) ?? 1,
      failure: container.optional(.failure), time: container.optional(.time))
  }
}

extension AirNote: CustomStringConvertible {
  /// The message, preceded by its code unless it begins with it, and followed by a count above 1.
  public var description: String {
    let code = message.lowercased().hasPrefix("\(code.rawValue):") ? "" : "\(code.rawValue): "
    return code + message + (count > 1 ? " (\(count)×)" : "")
  }
}

extension AirNote {
  /// The subject of a note. An open set.
  public struct Code: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The code's stable spelling.
    public let rawValue: String
    /// Creates a code from its spelling.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The spelling.
    public var description: String { rawValue }

    /// There is no site near the place.
    public static var nothingNear: Code { Code(rawValue: "nothing near") }
    /// The site, or the provider, has no value of this parameter.
    public static var notMeasured: Code { Code(rawValue: "not measured") }
    /// The place is outside the provider's coverage for this parameter.
    public static var notCovered: Code { Code(rawValue: "not covered") }
    /// The provider has a value and withholds it.
    public static var withheld: Code { Code(rawValue: "withheld") }
    /// The value is below the instrument's detection limit.
    public static var belowDetection: Code { Code(rawValue: "below detection") }
    /// Not requested, because the source doesn't offer it.
    public static var notOffered: Code { Code(rawValue: "not offered") }
    /// Rows or values that were refused: malformed, out of range, a sentinel.
    public static var refused: Code { Code(rawValue: "refused") }
    /// More than one value for the same interval; one was kept.
    public static var duplicate: Code { Code(rawValue: "duplicate") }
    /// A part of the query failed; ``AirNote/failure`` has the code. There are no reports for its places.
    public static var failed: Code { Code(rawValue: "failed") }
    /// A part of the query was not requested, because the number of calls reached its limit.
    public static var limitReached: Code { Code(rawValue: "limit reached") }
    /// Values that were dropped, because the consumer was too slow.
    public static var dropped: Code { Code(rawValue: "dropped") }
    /// A live feed lost its connection or couldn't connect; ``AirNote/failure`` has the code. Values may be missing
    /// until the next connection.
    public static var disconnected: Code { Code(rawValue: "disconnected") }
    /// Warnings that don't concern the query: those that are about something other than the air, have ended, or are exercises.
    public static var leftOut: Code { Code(rawValue: "left out") }
    /// No authority warns of the air here, as far as the source knows.
    public static var noNotice: Code { Code(rawValue: "no notice") }
    /// A remark on the values that are present.
    public static var remark: Code { Code(rawValue: "remark") }
  }
}
