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

/// A member's name, known or unknown, or an element's index. Types that code themselves write it as a literal and need no keys
/// of their own.
package struct MemberName: CodingKey, ExpressibleByStringLiteral {
  package let stringValue: String
  package var intValue: Int?

  package init(stringValue: String) { self.stringValue = stringValue }
  package init(stringLiteral value: String) { stringValue = value }
  package init(intValue: Int) { (stringValue, self.intValue) = ("\(intValue)", intValue) }
}

extension KeyedDecodingContainer {
  /// Reads a member of the type that its use asks for.
  package func value<Value: Decodable>(_ key: Key) throws -> Value { try decode(Value.self, forKey: key) }

  /// Reads a member that may be missing or null.
  package func optional<Value: Decodable>(_ key: Key) throws -> Value? {
    try decodeIfPresent(Value.self, forKey: key)
  }

  /// Returns an error at a member's place in the input.
  package func fault(at key: Key, _ message: String) -> DecodingError {
    .dataCorruptedError(forKey: key, in: self, debugDescription: message)
  }
}

extension Encoder {
  /// Writes an object, without the members that have no value.
  package func write(_ members: KeyValuePairs<MemberName, (any Encodable)?>) throws {
    var container = container(keyedBy: MemberName.self)
    for case (let name, let value?) in members { try container.encode(value, forKey: name) }
  }
}

extension Decoder {
  /// Returns an error at the decoder's place in the input.
  package func fault(_ message: String) -> DecodingError {
    .dataCorrupted(.init(codingPath: codingPath, debugDescription: message))
  }

  /// Returns a value that is coded as one text; `fault` returns the message for a text that can't be read.
  package func value<Value>(_ make: (String) -> Value?, orFault fault: (String) -> String) throws -> Value {
    let text = try singleValueContainer().decode(String.self)
    guard let value = make(text) else { throw self.fault(fault(text)) }
    return value
  }

  /// Returns a value that is checked when it is made: an ``AQError`` becomes a `DecodingError`.
  package func checked<Value>(_ make: () throws -> Value) throws -> Value {
    do {
      return try make()
    } catch let error as AQError {
      throw fault(error.message)
    }
  }
}

/// A part of a larger value, which may be unreadable without making the rest unreadable.
package struct ReadablePart<Value: Decodable>: Decodable {
  package let result: Result<Value, any Error>

  package var value: Value? { try? result.get() }

  package init(from decoder: any Decoder) { result = Result { try Value(from: decoder) } }
}
