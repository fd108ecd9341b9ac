import AQKit

/// Where the columns stand that a batch needs, by the file's header.
struct BatchColumns {
  /// The names, in the order in which they are used.
  static let names = ["standard", "pollutant", "averaging", "unit", "concentration"]

  /// How many columns the file has.
  let count: Int
  /// The columns that choose a table: standard, pollutant, averaging period, unit.
  let key: ContiguousArray<Int>
  /// The column of the concentration.
  let concentration: Int

  /// Reads a header; its columns may stand in any order, with others between them.
  init(_ bytes: RawSpan, _ row: BatchRow) throws {
    var header: [String] = []
    for field in row.fields { header.append(bytes.text(field).lowercased()) }
    var places = ContiguousArray<Int>()
    for name in Self.names {
      let found = header.indices.filter { header[$0] == name }
      guard let place = found.first, found.count == 1 else {
        throw AQError(
          .invalidRequest,
          "The header must have the column “\(name)” once, as in \(Self.names.joined(separator: ",")).")
      }
      places.append(place)
    }
    concentration = places.removeLast()
    key = places
    count = header.count
  }
}
