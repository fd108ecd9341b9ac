/// Reads `Decodable` values from a table's text.
struct TableDecoder: Decoder, SingleValueDecodingContainer {
  let value: TableText
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] = [:]

  /// Reads a value from JSON. Throws the errors of `Value`; `DecodingError` for text that isn't JSON.
  static func decode<Value: Decodable>(
    _ type: Value.Type, from json: some Sequence<UInt8>, userInfo: [CodingUserInfoKey: Any] = [:]
  ) throws -> Value {
    try TableDecoder(value: TableText(parsing: json), codingPath: [], userInfo: userInfo).decode(type)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let members) = value else { throw mismatch(type, "an object") }
    return KeyedDecodingContainer(TableMembers(members: members, decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .list(let elements) = value else { throw mismatch([TableText].self, "a list") }
    return TableElements(elements: elements, decoder: self)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { if case .null = value { true } else { false } }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let found: Value?
    switch type {
    case is String.Type: if case .text(let text) = value { found = text as? Value } else { found = nil }
    case is Bool.Type: if case .bool(let bool) = value { found = bool as? Value } else { found = nil }
    case is Double.Type: if case .number(let number) = value { found = number as? Value } else { found = nil }
    case is Int.Type:
      if case .number(let number) = value { found = Int(exactly: number) as? Value } else { found = nil }
    default: return try Value(from: self)
    }
    guard let found else { throw mismatch(type, "\(type)") }
    return found
  }

  /// Returns the decoder of a member or element.
  fileprivate func inner(_ value: TableText, at key: any CodingKey) -> TableDecoder {
    TableDecoder(value: value, codingPath: codingPath + [key], userInfo: userInfo)
  }

  private func mismatch(_ type: Any.Type, _ expected: String) -> DecodingError {
    .typeMismatch(
      type, .init(codingPath: codingPath, debugDescription: "Expected \(expected), found \(value.kind)."))
  }
}

extension TableText {
  /// The kind of the value, for messages.
  fileprivate var kind: String {
    switch self {
    case .null: "null"
    case .bool: "a Boolean"
    case .number(let number): "the number \(number.plainText)"
    case .text: "a string"
    case .list: "a list"
    case .object: "an object"
    }
  }
}

/// The members of an object.
private struct TableMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let members: [String: TableText]
  let decoder: TableDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }
  var allKeys: [Key] { members.keys.compactMap(Key.init(stringValue:)) }

  func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }

  func decodeNil(forKey key: Key) throws -> Bool { try decoder(key).decodeNil() }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try decoder(key).decode(type)
  }

  func nestedContainer<Inner: CodingKey>(keyedBy type: Inner.Type, forKey key: Key) throws
    -> KeyedDecodingContainer<Inner>
  { try decoder(key).container(keyedBy: type) }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(key).unkeyedContainer()
  }

  func superDecoder() -> any Decoder { decoder }

  func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }

  private func decoder(_ key: Key) throws -> TableDecoder {
    guard let value = members[key.stringValue] else {
      throw DecodingError.keyNotFound(
        key, .init(codingPath: codingPath, debugDescription: "“\(key.stringValue)” is missing."))
    }
    return decoder.inner(value, at: key)
  }
}

/// The elements of a list, in order.
private struct TableElements: UnkeyedDecodingContainer {
  let elements: [TableText]
  let decoder: TableDecoder
  private(set) var currentIndex = 0

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  mutating func decodeNil() throws -> Bool {
    guard try element().decodeNil() else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next().decode(type) }

  mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key>
  { try next().container(keyedBy: type) }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next().unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder { try next() }

  private mutating func next() throws -> TableDecoder {
    let decoder = try element()
    currentIndex += 1
    return decoder
  }

  private func element() throws -> TableDecoder {
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        TableText.self, .init(codingPath: codingPath, debugDescription: "The list ends too early."))
    }
    return decoder.inner(elements[currentIndex], at: MemberName(intValue: currentIndex))
  }
}
