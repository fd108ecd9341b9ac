/// The index at every place of a column.
public struct IndexNumbers: Hashable, Sendable {
  /// The numbers, or a ``ColumnCode`` where there is none.
  public var numbers: [Int32]
  /// Which of the columns that went in gives the number, -1 where none does or the standard names none.
  public var leading: [Int16]

  /// As many places without a number.
  public init(count: Int) {
    numbers = [Int32](repeating: ColumnCode.invalid, count: max(0, count))
    leading = [Int16](repeating: -1, count: max(0, count))
  }
}
