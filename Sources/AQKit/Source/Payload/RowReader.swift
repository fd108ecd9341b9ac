/// A reader of rows that takes them where they stand and hands over what they say in batches.
protocol RowReader: PayloadReader {
  /// Takes in as many whole rows as there are, and returns how many bytes they have.
  mutating func readRows(_ bytes: RawSpan, isLast: Bool) throws -> Int
  /// What the rows since the last call say.
  mutating func response(isLast: Bool) -> AirResponse
}

extension RowReader {
  mutating func read(_ bytes: RawSpan, isLast: Bool) throws -> (byteCount: Int, response: AirResponse) {
    (try readRows(bytes, isLast: isLast), response(isLast: isLast))
  }
}
