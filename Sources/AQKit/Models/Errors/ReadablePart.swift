/// A part of a larger value, which may be unreadable without making the rest unreadable.
package struct ReadablePart<Value: Decodable>: Decodable {
  package let result: Result<Value, any Error>

  package var value: Value? { try? result.get() }

  package init(from decoder: any Decoder) { result = Result { try Value(from: decoder) } }
}
