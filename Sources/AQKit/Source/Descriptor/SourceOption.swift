/// An option that a source's configuration may set, or a credential that it needs.
public struct SourceOption: Hashable, Sendable, Codable {
  /// The name in a configuration.
  public var name: String
  /// One sentence on what it does.
  public var summary: String
  /// Whether the source can't work without it.
  public var isRequired: Bool
  /// Whether the value is a credential.
  public var isSecret: Bool
  /// The value where a configuration sets none.
  public var defaultValue: String?

  /// Makes the declaration of an option.
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
