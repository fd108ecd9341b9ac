/// A credential whose description is dots, which keeps it out of logs, errors and recordings.
public struct AirSecret: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible,
  CustomReflectable
{
  /// The credential itself. Read it only to send it.
  public let exposed: String
  /// Wraps a credential.
  public init(_ credential: String) { exposed = credential }
  /// Wraps a credential.
  public init(stringLiteral value: String) { exposed = value }
  /// Dots.
  public var description: String { "•••" }
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
