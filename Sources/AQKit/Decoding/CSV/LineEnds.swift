/// The line ends in CSV text: LF, CR LF, or CR alone, as spreadsheets on old systems write them.
package enum LineEnds {
  /// Returns whether lines end with CR alone, judged by the first line; nil if there are too few bytes to tell. `last` is the
  /// last byte of the previous piece, if that was too short: after a CR the next byte decides.
  package static func areCarriageReturns(_ bytes: UnsafeRawBufferPointer, after last: UInt8? = nil) -> Bool? {
    if last == 0x0D { return bytes.first.map { $0 != 0x0A } }
    guard let end = bytes.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else { return nil }
    if bytes[end] == 0x0A { return false }
    return end + 1 < bytes.count ? bytes[end + 1] != 0x0A : nil
  }

  /// Returns a whole text, in which lines don't end with CR alone.
  package static func withLineFeeds(_ bytes: [UInt8]) -> [UInt8] {
    bytes.withUnsafeBytes { areCarriageReturns($0) } ?? false ? replacingCarriageReturns(bytes) : bytes
  }

  package static func replacingCarriageReturns(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    bytes.map { $0 == 0x0D ? 0x0A : $0 }
  }
}
