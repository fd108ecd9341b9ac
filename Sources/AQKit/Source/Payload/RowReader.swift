/// Reads rows in place and delivers their content in batches.
protocol RowReader: PayloadReader {
  /// Reads all whole rows and returns their number of bytes.
  mutating func readRows(_ bytes: RawSpan, isLast: Bool) throws -> Int
  /// The content of the rows since the last call.
  mutating func response(isLast: Bool) -> AirResponse
}

extension RowReader {
  mutating func read(_ bytes: RawSpan, isLast: Bool) throws -> (byteCount: Int, response: AirResponse) {
    (try readRows(bytes, isLast: isLast), response(isLast: isLast))
  }
}
