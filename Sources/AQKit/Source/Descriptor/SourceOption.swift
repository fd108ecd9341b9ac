/// An option or a credential in a source's configuration.
public struct SourceOption: Hashable, Sendable, Codable {
  /// The name in a configuration.
  public var name: String
  /// One sentence about its effect.
  public var summary: String
  /// Whether the source can't work without it.
  public var isRequired: Bool
  /// Whether the value is a credential.
  public var isSecret: Bool
  /// The value if a configuration sets none.
  public var defaultValue: String?

  /// The declaration of an option.
  public init(
    _ name: String, summary: String, isRequired: Bool = false, isSecret: Bool = false,
    defaultValue: String? = nil
  ) {
    self.name = name
    self.summary = summary
    self.isRequired = isRequired
    self.isSecret = isSecret
    self.defaultValue = defaultValue
  }
}
