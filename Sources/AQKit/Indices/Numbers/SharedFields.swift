import Synchronization

/// The members of a value that is copied often and changed hardly ever: one reference in place of a dozen strings.
final class SharedFields<Fields: Hashable & Sendable>: Sendable {
  let fields: Fields

  init(_ fields: Fields) { self.fields = fields }
}

extension SharedFields: Encodable where Fields: Encodable {
  func encode(to encoder: any Encoder) throws { try fields.encode(to: encoder) }
}

extension SharedFields: Decodable where Fields: Decodable {
  convenience init(from decoder: any Decoder) throws { self.init(try Fields(from: decoder)) }
}

extension SharedFields: Hashable {
  static func == (lhs: SharedFields, rhs: SharedFields) -> Bool { lhs === rhs || lhs.fields == rhs.fields }

  func hash(into hasher: inout Hasher) { hasher.combine(fields) }
}

/// An object that is made when first asked for and then kept; later calls take no lock.
///
/// Two threads that ask first may both make it, and one of the two is kept: making it must have no effect of its own.
final class LazyObject<Object: AnyObject & Sendable>: Sendable {
  private let kept = AtomicLazyReference<Object>()
  private let make: @Sendable () -> Object

  init(_ make: @escaping @Sendable () -> Object) { self.make = make }

  /// The object.
  @inline(__always)
  var object: Object { kept.load() ?? made() }

  @inline(never)
  private func made() -> Object { kept.storeIfNil(make()) }
}
