/// The members of a value that is copied often and changed hardly ever: one reference in place of a dozen strings.
final class SharedFields<Fields: Hashable & Sendable>: Sendable {
  let fields: Fields

  init(_ fields: Fields) { self.fields = fields }
}

extension SharedFields: Hashable {
  static func == (lhs: SharedFields, rhs: SharedFields) -> Bool { lhs === rhs || lhs.fields == rhs.fields }

  func hash(into hasher: inout Hasher) { hasher.combine(fields) }
}
