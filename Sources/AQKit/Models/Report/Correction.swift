/// How the values of a series were corrected.
public struct Correction: Hashable, Sendable, Codable {
  /// Who applied a correction.
  public enum Author: String, Hashable, Sendable, Codable {
    /// The provider, before AQKit saw the values.
    case provider
    /// AQKit or the application; the report has the raw series, too.
    case application
  }

  /// The name of the method, such as `US EPA Barkjohn 2021`; `unnamed` where a provider does not say.
  public var method: String
  /// The parameters that went into it.
  public var inputs: [AirParameter]
  /// Who applied it.
  public var author: Author

  /// The record of a correction.
  public init(method: String, inputs: [AirParameter] = [], author: Author) {
    self.method = method
    self.inputs = inputs
    self.author = author
  }

  private enum CodingKeys: String, CodingKey { case method, inputs, author }

  /// Reads a record; `inputs` may be missing.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      method: try container.decode(String.self, forKey: .method),
      inputs: try container.decodeIfPresent([AirParameter].self, forKey: .inputs) ?? [],
      author: try container.decode(Author.self, forKey: .author))
  }
}
