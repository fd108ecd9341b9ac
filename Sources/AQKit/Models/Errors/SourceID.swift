/// The identifier of a source of air data, such as `open-meteo`; unique within a container and a hub.
public struct SourceID: RawRepresentable, Hashable, Sendable, Codable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  /// The identifier's spelling: lower-case letters, digits and hyphens by convention.
  public let rawValue: String
  /// Creates an identifier from its spelling.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Creates an identifier from its spelling.
  public init(_ rawValue: String) { self.rawValue = rawValue }
  /// Creates an identifier from its spelling.
  public init(stringLiteral value: String) { self.rawValue = value }
  /// The spelling.
  public var description: String { rawValue }
}
