import AQKit
import Foundation

/// The value as JSON text with sorted members.
func jsonText(_ value: some Encodable) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  return String(decoding: try encoder.encode(value), as: UTF8.self)
}

/// The value of a JSON text.
func decode<Value: Decodable>(_ type: Value.Type = Value.self, _ text: String) throws -> Value {
  try JSONDecoder().decode(type, from: Data(text.utf8))
}

/// The value after it was written and read.
func roundTripped<Value: Codable>(_ value: Value) throws -> Value {
  try decode(Value.self, jsonText(value))
}
