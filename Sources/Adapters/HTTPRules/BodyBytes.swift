package import AQKit

/// The bytes of a response's body as they arrive, within a limit. Bytes that a reader takes at once are counted, not kept.
package struct BodyBytes: Sendable {
  /// The bytes so far; empty if a reader takes them.
  package private(set) var bytes: [UInt8] = []
  package private(set) var count = 0
  /// The reader that takes the bytes instead of this value; the owner calls it.
  package var take: TransportRequest.BodyReader.Take?
  private let limit: Int

  /// Begins a body with a maximum number of bytes. `expected` is the stated length; trusted up to 1 MiB.
  package init(limit: Int, expected: Int = 0) {
    self.limit = max(limit, 0)
    if expected > 0 { bytes.reserveCapacity(min(expected, self.limit, Self.large)) }
  }

  /// Takes the next bytes; returns false, without taking any, if there are too many.
  package mutating func append(_ piece: some Collection<UInt8>) -> Bool {
    guard piece.count <= limit - count else { return false }
    count += piece.count
    guard take == nil else { return true }
    if bytes.capacity >= Self.large, piece.count > bytes.capacity - bytes.count {
      // An array grows to twice its size, even beyond the limit, and holds both until it has copied: for 32 MiB that is up
      // to 64. Unwritten memory costs nothing, so large steps are cheaper, and from half the limit on there is only one
      // more.
      let next = max(bytes.count + piece.count, 4 * bytes.capacity)
      bytes.reserveCapacity(next > limit / 2 ? limit : next)
    }
    bytes.append(contentsOf: piece)
    return true
  }

  private static let large = 1 << 20
}
