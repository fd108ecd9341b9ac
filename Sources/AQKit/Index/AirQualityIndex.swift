/// An air-quality index.
///
/// ## Use one
/// `report.index(using: .usEPA)` for an edition in force, ``AirQualityIndexCatalog`` for the rest.
///
/// ## Write one
/// An index that is a table is data: decode a ``BreakpointIndex`` from JSON. An index that is a formula is a `struct`
/// with four members: what is published about it, its bands, the concentrations it asks for, and the value of
/// those. The engine forms the concentrations from a report; ``value(of:options:)`` never averages or converts.
///
/// ## Test one
/// `IndexContract` in AQKitTesting.
public protocol AirQualityIndex: Sendable {
  /// What is published about it.
  var edition: IndexEdition { get }
  /// Its bands, best air first.
  var bands: [AQIBand] { get }
  /// The concentrations that it asks for, in the order of its table.
  var inputs: [IndexInput] { get }

  /// The value of some concentrations, each averaged and in its input's unit.
  ///
  /// - Parameters:
  ///   - concentrations: As far as they are there; an input may be missing.
  ///   - options: Which variant is meant, and whether rules may be waived.
  /// - Returns: The value, or the reason why the standard gives none.
  func value(of concentrations: [IndexConcentration], options: IndexOptions) -> AQIOutcome

  /// The index at every place of some columns, all of one length, the column that gives it, and what is to be said
  /// beside it.
  ///
  /// - Parameters:
  ///   - columns: One for each input that is there, averaged and in the input's unit; NaN is a gap.
  ///   - count: Their length.
  ///   - options: Which variant is meant, and whether rules may be waived.
  func numbers(of columns: [IndexColumn], count: Int, options: IndexOptions) -> IndexNumbers
}

extension AirQualityIndex {
  /// One value after the other.
  public func numbers(of columns: [IndexColumn], count: Int, options: IndexOptions) -> IndexNumbers {
    var result = IndexNumbers(count: count)
    result.prepareMarks(for: columns)
    for place in 0..<max(0, count) {
      let present = columns.compactMap { column -> IndexConcentration? in
        guard place < column.values.count, !column.values[place].isNaN else { return nil }
        let proxy: AQIBasis.Proxy? = column.isProxy(at: place) ? .tooFewHours : nil
        return IndexConcentration(
          column.input, column.values[place], basis: AQIBasis(origin: .given, proxy: proxy))
      }
      switch self.value(of: present, options: options) {
      case .value(let value):
        result.numbers[place] = value.number.flatMap { Int32(exactly: $0) } ?? ColumnCode.open
        let leader = value.dominant.isEmpty ? nil : value.leading?.input
        let first =
          columns.firstIndex { leader == $0.input }
          ?? columns.firstIndex { value.dominant.first == $0.input.parameter }
        result.leading[place] = first.flatMap { Int16(exactly: $0) } ?? -1
        if value.isProxy { result.mark(.proxy, at: place) }
        if value.isBeyondScale { result.mark(.beyondScale, at: place) }
      case .unavailable(let reason):
        switch reason.reason {
        case .undefined: result.numbers[place] = ColumnCode.undefined
        case .tooFewPollutants: result.numbers[place] = ColumnCode.incomplete
        default: result.numbers[place] = ColumnCode.invalid
        }
      }
    }
    return result
  }

  /// The value of some concentrations, with the usual options.
  public func value(of concentrations: [IndexConcentration]) -> AQIOutcome {
    value(of: concentrations, options: .standard)
  }

  /// The band of a number: the first whose upper end is not below it; `nil` below the first band.
  public func band(of number: Int) -> AQIBand? { bands.band(of: number) }

  /// Places an index value that a source publishes on this index's scale into its band.
  ///
  /// The caller says by the choice of the index which scale the value is on. Nothing is computed from it.
  ///
  /// - Returns: `nil` where the value is not on the scale: negative, or above the last level of an index of levels or
  ///   categories (such as 45 for the European AQI, which has six).
  public func band(ofPublished value: Double) -> AQIBand? {
    guard value.isFinite, value >= 0, value < 1e9 else { return nil }
    let number = Int(value.rounded(.toNearestOrAwayFromZero))
    if edition.kind != .number, let last = bands.last, number > last.lowerIndex { return nil }
    return bands.band(of: number)
  }
}

extension [AQIBand] {
  /// The first band whose upper end is not below a number.
  func band(of number: Int) -> AQIBand? { place(of: number).map { self[$0] } }

  /// The place of that band.
  func place(of number: Int) -> Int? {
    guard let first, number >= first.lowerIndex else { return nil }
    for place in indices where number <= self[place].upperIndex ?? .max { return place }
    return indices.last
  }
}
