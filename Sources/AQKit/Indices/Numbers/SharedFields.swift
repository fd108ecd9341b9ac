/// The members of a value that is copied often and hardly ever changed: a single reference instead of a dozen strings.
// Only the conformances below require more: at the first use of a class, the runtime searches the whole program for each of
// its requirements.
final class SharedFields<Fields: Sendable>: Sendable {
  let fields: Fields

  init(_ fields: Fields) { self.fields = fields }
}

extension SharedFields: Encodable where Fields: Encodable {
  func encode(to encoder: any Encoder) throws { try fields.encode(to: encoder) }
}

extension SharedFields: Decodable where Fields: Decodable {
  convenience init(from decoder: any Decoder) throws { self.init(try Fields(from: decoder)) }
}

extension SharedFields: Equatable where Fields: Equatable {
  static func == (lhs: SharedFields, rhs: SharedFields) -> Bool { lhs === rhs || lhs.fields == rhs.fields }
}

extension SharedFields: Hashable where Fields: Hashable {
  func hash(into hasher: inout Hasher) { hasher.combine(fields) }
}
