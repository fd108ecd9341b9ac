/// Reads a payload piece by piece, so that a file of any length is read in constant memory.
///
/// **Write one** for a format of rows: keep what the rows before have said (the header, the sites), and return what
/// the new ones say. Make the format of it with ``PayloadFormat/init(_:summary:reader:)``.
public protocol PayloadReader {
  /// Reads as many whole rows as there are.
  ///
  /// - Parameters:
  ///   - bytes: The bytes that have not been read yet: those that the call before left, and new ones.
  ///   - isLast: Whether no more will come, so that what is there must be read to the end.
  /// - Returns: How many bytes were read, and what they say.
  /// - Throws: ``AQError/Code/malformed`` with the position when the bytes are not what they should be, or, where the
  ///   context is strict, at the first row that isn't.
  mutating func read(_ bytes: RawSpan, isLast: Bool) throws -> (byteCount: Int, response: AirResponse)
}
