/// A case of an enum in JSON: its name, or an object whose only member is the case's content, such as
/// `"live"` or `{"silent": "2026-10-01T22:00:00Z"}`.
package struct CodedCase<Value> {
  fileprivate let name: String
  fileprivate let read: (_ holder: KeyedDecodingContainer<MemberName>?, any Decoder) throws -> Value
  /// Writes a value, and returns true, if it is of this case.
  fileprivate let write: (Value, any Encoder) throws -> Bool

  /// A case without content.
  package static func named(_ name: String, _ value: Value) -> Self where Value: Equatable {
    Self(
      name: name, read: { _, _ in value },
      write: { other, encoder in
        guard other == value else { return false }
        try name.encode(to: encoder)
        return true
      })
  }

  /// A case with content, which `content` returns; nil for other cases.
  package static func holding<Content: Codable>(
    _ name: String, _ make: @escaping (Content) -> Value, _ content: @escaping (Value) -> Content?
  ) -> Self {
    let member = MemberName(stringValue: name)
    return Self(
      name: name,
      read: { holder, decoder in
        guard let holder else { throw decoder.fault("“\(name)” needs a value.") }
        return make(try holder.decode(Content.self, forKey: member))
      },
      write: { value, encoder in
        guard let held = content(value) else { return false }
        var container = encoder.container(keyedBy: MemberName.self)
        try container.encode(held, forKey: member)
        return true
      })
  }
}

/// An enum of AQKit whose cases hold values: its cases say how each is read and written.
package protocol CodedByCase: Codable {
  static var codedCases: [CodedCase<Self>] { get }
}

extension CodedByCase {
  /// Reads the name of a case, or an object whose only member is the case's content.
  public init(from decoder: any Decoder) throws {
    var holder: KeyedDecodingContainer<MemberName>?
    let name: String
    if let text = try? decoder.singleValueContainer().decode(String.self) {
      name = text
    } else {
      let container = try decoder.container(keyedBy: MemberName.self)
      guard let only = container.allKeys.first, container.allKeys.count == 1 else {
        throw decoder.fault("A case is its name, or an object with one member.")
      }
      name = only.stringValue
      holder = container
    }
    guard let known = Self.codedCases.first(where: { $0.name == name }) else {
      throw decoder.fault("There is no case “\(name)”.")
    }
    self = try known.read(holder, decoder)
  }

  /// Writes the name of the case, or an object whose only member is its content.
  public func encode(to encoder: any Encoder) throws {
    _ = try Self.codedCases.contains { try $0.write(self, encoder) }
  }
}

extension Set where Element: RawRepresentable<String> {
  /// The elements' spellings in alphabetical order; a set is coded as this list.
  package var spellings: [String] { map { $0.rawValue }.sorted() }
}
