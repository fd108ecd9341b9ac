/// What a source says about its answer other than values: what is absent and why, what was refused, which part failed.
public struct AirNote: Hashable, Sendable, Codable {
  /// What the note is about.
  public var code: Code
  /// One English sentence.
  public var message: String
  /// The parameters that it concerns; empty for all or none in particular.
  public var parameters: [AirParameter]
  /// The query's places that it concerns, by index; empty for all or none in particular.
  public var places: [Int]
  /// How many values, rows or messages it stands for; at least 1.
  public var count: Int
  /// The code of the error, where a part of the answer failed.
  public var failure: AQError.Code?

  /// Makes a note.
  public init(
    _ code: Code, _ message: String, parameters: [AirParameter] = [], places: [Int] = [], count: Int = 1,
    failure: AQError.Code? = nil
  ) {
    self.code = code
    self.message = message
    self.parameters = parameters
    self.places = places
    self.count = count
    self.failure = failure
  }
}

extension AirNote: CustomStringConvertible {
  /// Code, message and, above one, count.
  public var description: String { "\(code.rawValue): \(message)" + (count > 1 ? " (\(count)×)" : "") }
}
