/// A case of an enum in JSON: its name, or an object whose only member is the case's content.
///
/// `"live"`, or `{"silent": "2026-10-01T22:00:00Z"}`: for every enum of AQKit whose cases hold values.
package final class CodedCase {
  package let name: String
  private let holder: KeyedDecodingContainer<MemberName>?
  private let decoder: any Decoder

  package init(from decoder: any Decoder) throws {
    self.decoder = decoder
    if let text = try? decoder.singleValueContainer().decode(String.self) {
      name = text
      holder = nil
      return
    }
    let container = try decoder.container(keyedBy: MemberName.self)
    guard let only = container.allKeys.first, container.allKeys.count == 1 else {
      throw decoder.fault("A case is its name, or an object with one member.")
    }
    name = only.stringValue
    holder = container
  }

  package func held<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
    guard let holder else { throw decoder.fault("“\(name)” needs a value.") }
    return try holder.decode(type, forKey: MemberName(stringValue: name))
  }

  package var unknown: DecodingError { decoder.fault("There is no case “\(name)”.") }

  package static func encode(_ name: String, to encoder: any Encoder) throws { try name.encode(to: encoder) }

  package static func encode(_ name: String, _ held: some Encodable, to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.encode(held, forKey: MemberName(stringValue: name))
  }
}

extension Set where Element: RawRepresentable<String> {
  /// The elements' spellings in alphabetical order; a set is coded as this list.
  package var spellings: [String] { map { $0.rawValue }.sorted() }
}
