/// One header field of a request or a response.
public struct TransportHeader: Hashable, Sendable {
  /// The field's name; compared without regard to case.
  public var name: String
  /// The field's value.
  public var value: String
  /// Whether the value is a credential, which must not be logged, recorded, or sent to another host after a redirect.
  public var isSecret: Bool

  /// A field with a public value.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
    self.isSecret = false
  }

  /// A field with a credential, which its description hides.
  public init(_ name: String, secret: Secret) {
    self.name = name
    self.value = secret.exposed
    self.isSecret = true
  }

  /// Whether the field has this name, whatever the case.
  public func isNamed(_ other: String) -> Bool {
    name.utf8.count == other.utf8.count && name.lowercased() == other.lowercased()
  }
}

extension TransportHeader: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Name and value; dots for a secret.
  public var description: String { "\(name): \(isSecret ? "•••" : value)" }
  /// Name and value; dots for a secret.
  public var debugDescription: String { description }
  /// A mirror without a secret's value.
  public var customMirror: Mirror {
    Mirror(self, children: ["name": name, "value": isSecret ? "•••" : value])
  }
}
