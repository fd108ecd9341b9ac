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

  /// Returns an error at a member's position in the input.
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
  /// Returns an error at the decoder's position in the input.
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
