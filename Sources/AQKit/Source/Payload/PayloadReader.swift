/// Reads a payload in pieces, a file of any length in constant memory.
///
/// **Write one** for a format of rows: remember what earlier rows established (the header, the sites), and return the
/// content of the new ones. ``PayloadFormat/init(_:summary:reader:)`` makes the format.
public protocol PayloadReader {
  /// Reads all whole rows.
  ///
  /// - Parameters:
  ///   - bytes: The unread bytes: those that the last call left, and new ones.
  ///   - isLast: Whether these are the last bytes, so that all must be read.
  /// - Returns: The number of bytes read, and their content.
  /// - Throws: ``AQError/Code/malformed`` with the position for invalid bytes or, in a strict context, at the first
  ///   invalid row.
  mutating func read(_ bytes: RawSpan, isLast: Bool) throws -> (byteCount: Int, response: AirResponse)
}
