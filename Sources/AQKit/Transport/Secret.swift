/// A credential whose description is dots, so that it never reaches a log, an error or a recording by accident.
public struct Secret: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible,
  CustomDebugStringConvertible, CustomReflectable
{
  /// The credential itself. Read it only where it goes onto the wire.
  public let exposed: String
  /// Wraps a credential.
  public init(_ credential: String) { exposed = credential }
  /// Wraps a credential.
  public init(stringLiteral value: String) { exposed = value }
  /// Dots.
  public var description: String { "•••" }
  /// Dots.
  public var debugDescription: String { "•••" }
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
