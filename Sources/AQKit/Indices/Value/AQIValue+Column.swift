extension AQIValue {
  /// The index of every row of some columns.
  public struct Column: Hashable, Sendable {
    /// The numbers, or an ``AQIValue/Code`` for a missing one.
    public var numbers: [Int32]
    /// The number of the input column that gives the index; -1 if none does or the standard names none.
    public var leading: [Int16]
    /// Per-row flags; empty if no row has any.
    public private(set) var marks: [Mark] = []

    /// Creates rows without a number.
    public init(count: Int) {
      numbers = [Int32](repeating: Code.invalid, count: max(0, count))
      leading = [Int16](repeating: -1, count: max(0, count))
    }

    /// Adds a mark to a row, if there is one.
    public mutating func mark(_ mark: Mark, at i: Int) {
      guard numbers.indices.contains(i) else { return }
      marks += [Mark](repeating: [], count: max(0, numbers.count - marks.count))
      marks[i].insert(mark)
    }

    /// Returns as many rows as the caller needs; if there are fewer, the others have no index.
    func rows(_ count: Int) -> Column {
      func fitted<Row>(_ rows: [Row], _ missing: Row) -> [Row] {
        rows.count == count
          ? rows : rows.prefix(count) + [Row](repeating: missing, count: max(0, count - rows.count))
      }
      var result = self
      result.numbers = fitted(numbers, Code.invalid)
      result.leading = fitted(leading, -1)
      if !marks.isEmpty { result.marks = fitted(marks, []) }
      return result
    }

    /// Allocates marks if a column has proxies: empty marks mean that no proxy was used.
    mutating func prepareMarks(for columns: [IndexInput.Column]) {
      guard marks.isEmpty, columns.contains(where: { !$0.proxies.isEmpty }) else { return }
      marks = [Mark](repeating: [], count: numbers.count)
    }

    /// The flags of a row.
    public struct Mark: OptionSet, Hashable, Sendable {
      /// The bits.
      public let rawValue: UInt8
      /// Creates a mark from its bits.
      public init(rawValue: UInt8) { self.rawValue = rawValue }

      /// A rule of the standard isn't met: the caller allowed the value, which is a proxy.
      public static var proxy: Mark { Mark(rawValue: 1) }
      /// The value lies beyond the end of the index.
      public static var beyondScale: Mark { Mark(rawValue: 2) }
    }
  }

  /// The codes that a column of indices holds instead of a number. Codes are negative; an index never is.
  public enum Code {
    /// The standard defines no index for the concentration.
    public static var undefined: Int32 { -1 }
    /// Only the worst band is defined, without a number.
    public static var open: Int32 { -2 }
    /// Not a concentration: a gap (NaN), infinite, or negative beyond the tolerance.
    public static var invalid: Int32 { -3 }
    /// Fewer pollutants than the standard requires.
    public static var incomplete: Int32 { -4 }
  }
}

extension AQIValue.Code {
  /// Returns the larger of two entries: an open band above every number, a number above every other code, and
  /// "undefined" above "no concentration".
  @inline(__always)
  static func larger(_ first: Int32, _ second: Int32) -> Int32 {
    rank(first) >= rank(second) ? first : second
  }

  /// Returns the rank of an entry: the entry itself, and the highest rank for an open band.
  @inline(__always)
  private static func rank(_ entry: Int32) -> Int32 { entry == open ? .max : entry }
}

extension Int32 {
  /// Whether an entry of a column has an index: a number, or an open band without one.
  @inline(__always)
  var isIndex: Bool { self >= 0 || self == AQIValue.Code.open }
}

extension AirQualityIndex {
  /// Returns the index of every row of some columns, one row after the other.
  public func numbers(of columns: IndexInput.Columns) -> AQIValue.Column {
    var result = AQIValue.Column(count: columns.count)
    result.prepareMarks(for: columns.columns)
    for i in 0..<columns.count {
      result.note(value(of: columns.concentrations(at: i), options: columns.options), at: i, columns.columns)
    }
    return result
  }
}

extension IndexInput.Columns {
  fileprivate func concentrations(at i: Int) -> [IndexInput.Concentration] {
    columns.compactMap { column in
      guard !column.values[i].isNaN else { return nil }
      let proxy: AQIValue.Basis.Proxy? = column.isProxy(at: i) ? .tooFewHours : nil
      return IndexInput.Concentration(
        column.input, column.values[i], basis: AQIValue.Basis(origin: .given, proxy: proxy))
    }
  }
}

extension AQIValue.Column {
  /// Enters the outcome of a row.
  fileprivate mutating func note(_ outcome: AQIOutcome, at i: Int, _ columns: [IndexInput.Column]) {
    switch outcome {
    case .value(let value):
      numbers[i] = value.number.flatMap { Int32(exactly: $0) } ?? AQIValue.Code.open
      let leader = value.dominant.isEmpty ? nil : value.leading?.input
      let first =
        columns.firstIndex { leader == $0.input }
        ?? columns.firstIndex { value.dominant.first == $0.input.parameter }
      leading[i] = first.flatMap { Int16(exactly: $0) } ?? -1
      if value.isProxy { mark(.proxy, at: i) }
      if value.isBeyondScale { mark(.beyondScale, at: i) }
    case .unavailable(let reason):
      switch reason.reason {
      case .undefined: numbers[i] = AQIValue.Code.undefined
      case .tooFewPollutants: numbers[i] = AQIValue.Code.incomplete
      default: numbers[i] = AQIValue.Code.invalid
      }
    }
  }
}
