/// What a source says about its answer besides values: what is absent and why, what was refused, which part failed.
public struct AirNote: Hashable, Sendable {
  /// The subject of the note.
  public var code: Code
  /// One English sentence.
  public var message: String
  /// The parameters that it concerns; empty if it concerns all or none in particular.
  public var parameters: [AirParameter]
  /// The indices of the query's places that it concerns; empty if it concerns all or none in particular.
  public var places: [Int]
  /// The number of values, rows or messages that it summarises; at least 1.
  public var count: Int
  /// The error's code, if a part of the answer failed.
  public var failure: AQError.Code?

  /// A note; a count below 1 becomes 1.
  public init(
    _ code: Code, _ message: String, parameters: [AirParameter] = [], places: [Int] = [], count: Int = 1,
    failure: AQError.Code? = nil
  ) {
    self.code = code
    self.message = message
    self.parameters = parameters
    self.places = places
    self.count = max(1, count)
    self.failure = failure
  }
}

extension AirNote: Codable {
  private enum CodingKeys: String, CodingKey { case code, message, parameters, places, count, failure }

  /// Reads a note; `code` and `message` must be there.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.decode(Code.self, forKey: .code), try container.decode(String.self, forKey: .message),
      parameters: try container.decodeIfPresent([AirParameter].self, forKey: .parameters) ?? [],
      places: try container.decodeIfPresent([Int].self, forKey: .places) ?? [],
      count: try container.decodeIfPresent(Int.self, forKey: .count) ?? 1,
      failure: try container.decodeIfPresent(AQError.Code.self, forKey: .failure))
  }
}

extension AirNote: CustomStringConvertible {
  /// Code, message and, above one, count.
  public var description: String { "\(code.rawValue): \(message)" + (count > 1 ? " (\(count)×)" : "") }
}
