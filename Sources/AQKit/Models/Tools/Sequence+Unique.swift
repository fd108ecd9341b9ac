extension Sequence {
  /// Returns the elements in their order, without those whose key an earlier one has.
  @inlinable package func unique<Key: Hashable>(by key: (Element) -> Key) -> [Element] {
    var seen: Set<Key> = []
    return filter { seen.insert(key($0)).inserted }
  }
}

extension Sequence where Element: Hashable {
  /// The elements in their order, each once.
  @inlinable package var unique: [Element] { unique { $0 } }
}
