/// The non-blank lines of a text with their numbers from 1, blank lines counted. Lines end with LF or CR LF; the last may
/// have no end.
package struct TextLines: Sequence {
  private let bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package func makeIterator() -> AnyIterator<(number: Int, range: Range<Int>)> {
    var index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var number = 0
    return AnyIterator {
      while index < bytes.count {
        let start = index
        let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        index = end + 1
        number += 1
        let last = end > start && bytes[end - 1] == UInt8(ascii: "\r") ? end - 1 : end
        if bytes[start..<last].contains(where: { !$0.isBlank }) {
          return (number, start..<last)
        }
      }
      return nil
    }
  }
}
