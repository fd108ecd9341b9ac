/// A column of concentrations that are ready for an index.
package struct IndexColumn: Sendable {
  /// The input it is for.
  package var input: IndexInput
  /// The concentrations, in the input's unit; NaN is a gap.
  package var values: [Double]
  /// A flag per row, true if the concentration is a proxy for the standard's average; empty if none is.
  package var proxies: [Bool]

  package init(_ input: IndexInput, _ values: [Double], proxies: [Bool] = []) {
    self.input = input
    self.values = values
    self.proxies = proxies
  }

  /// Returns whether the concentration of a row is only a proxy.
  func isProxy(at i: Int) -> Bool { i < proxies.count && proxies[i] }
}

/// The index of every row of some columns.
package struct IndexNumbers: Hashable, Sendable {
  /// The numbers, or a ``ColumnCode`` for a missing one.
  package var numbers: [Int32]
  /// The number of the input column that gives the index; -1 if none does or the standard names none.
  package var leading: [Int16]
  /// Per-row flags; empty if no row has any.
  package var marks: [IndexMark] = []

  /// Rows without a number.
  package init(count: Int) {
    numbers = [Int32](repeating: ColumnCode.invalid, count: max(0, count))
    leading = [Int16](repeating: -1, count: max(0, count))
  }

  /// Adds a mark to a row, which must be in range.
  package mutating func mark(_ mark: IndexMark, at i: Int) {
    if marks.isEmpty { marks = [IndexMark](repeating: [], count: numbers.count) }
    marks[i].insert(mark)
  }

  /// Allocates marks if a column has proxies: empty marks mean that no proxy was used.
  mutating func prepareMarks(for columns: [IndexColumn]) {
    guard marks.isEmpty, columns.contains(where: { !$0.proxies.isEmpty }) else { return }
    marks = [IndexMark](repeating: [], count: numbers.count)
  }
}

/// The flags of a row of a column of indices.
package struct IndexMark: OptionSet, Hashable, Sendable {
  /// The bits.
  package let rawValue: UInt8
  /// Creates a mark from its bits.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Some rule of the standard is not met: a value that the caller allowed, and no index.
  package static let proxy = IndexMark(rawValue: 1)
  /// The value lies beyond the end of the index.
  package static let beyondScale = IndexMark(rawValue: 2)
}

/// The codes that a column of indices holds instead of a number. Codes are negative; an index never is.
package enum ColumnCode {
  /// The standard defines no index for the concentration.
  package static let undefined: Int32 = -1
  /// Only the worst band is defined, without a number.
  package static let open: Int32 = -2
  /// Not a concentration: a gap (NaN), infinite, or negative beyond the tolerance.
  package static let invalid: Int32 = -3
  /// Fewer pollutants than the standard requires.
  package static let incomplete: Int32 = -4
}

extension ColumnCode {
  /// Returns the larger of two entries: an open band above every number, a number above every other code, and
  /// "undefined" above "no concentration".
  @inline(__always)
  static func larger(_ first: Int32, _ second: Int32) -> Int32 {
    number(ofRank: max(rank(first), rank(second)))
  }

  /// Returns the rank of an entry: the entry itself, and the highest rank for an open band.
  @inline(__always)
  static func rank(_ entry: Int32) -> Int32 { entry == open ? .max : entry }

  /// Returns the entry of a rank.
  @inline(__always)
  static func number(ofRank rank: Int32) -> Int32 { rank == .max ? open : rank }
}

extension Int32 {
  /// Whether an entry of a column has an index: a number, or an open band without one.
  @inline(__always)
  var isIndex: Bool { self >= 0 || self == ColumnCode.open }
}

/// An index that computes whole columns in one pass.
package protocol ColumnIndex: AirQualityIndex {
  /// Returns the index of every row of some columns, as ``AirQualityIndex/value(of:options:)`` gives it row by row.
  func columnNumbers(of columns: [IndexColumn], count: Int, options: IndexOptions) -> IndexNumbers
}

extension AirQualityIndex {
  /// Returns the index of every row of some columns: in one pass where the index can, else row by row.
  ///
  /// - Parameters:
  ///   - columns: One for each available input, averaged and in the input's unit; NaN is a gap.
  ///   - count: Their length.
  ///   - options: The variant, and whether rules may be waived.
  package func numbers(of columns: [IndexColumn], count: Int, options: IndexOptions) -> IndexNumbers {
    if let fast = self as? any ColumnIndex {
      return fast.columnNumbers(of: columns, count: count, options: options)
    }
    var result = IndexNumbers(count: count)
    result.prepareMarks(for: columns)
    for i in 0..<max(0, count) {
      let present = columns.compactMap { column -> IndexInput.Concentration? in
        guard i < column.values.count, !column.values[i].isNaN else { return nil }
        let proxy: AQIValue.Basis.Proxy? = column.isProxy(at: i) ? .tooFewHours : nil
        return IndexInput.Concentration(
          column.input, column.values[i], basis: AQIValue.Basis(origin: .given, proxy: proxy))
      }
      switch self.value(of: present, options: options) {
      case .value(let value):
        result.numbers[i] = value.number.flatMap { Int32(exactly: $0) } ?? ColumnCode.open
        let leader = value.dominant.isEmpty ? nil : value.leading?.input
        let first =
          columns.firstIndex { leader == $0.input }
          ?? columns.firstIndex { value.dominant.first == $0.input.parameter }
        result.leading[i] = first.flatMap { Int16(exactly: $0) } ?? -1
        if value.isProxy { result.mark(.proxy, at: i) }
        if value.isBeyondScale { result.mark(.beyondScale, at: i) }
      case .unavailable(let reason):
        switch reason.reason {
        case .undefined: result.numbers[i] = ColumnCode.undefined
        case .tooFewPollutants: result.numbers[i] = ColumnCode.incomplete
        default: result.numbers[i] = ColumnCode.invalid
        }
      }
    }
    return result
  }
}
