/// The index at every place of a column.
public struct IndexNumbers: Hashable, Sendable {
  /// The numbers, or a ``ColumnCode`` where there is none.
  public var numbers: [Int32]
  /// Which of the columns that went in gives the number, -1 where none does or the standard names none.
  public var leading: [Int16]
  /// What is to be said beside the numbers; empty where nothing is anywhere.
  public var marks: [IndexMark] = []

  /// As many places without a number.
  public init(count: Int) {
    numbers = [Int32](repeating: ColumnCode.invalid, count: max(0, count))
    leading = [Int16](repeating: -1, count: max(0, count))
  }

  /// Adds a mark to a place, which must be in range.
  public mutating func mark(_ mark: IndexMark, at place: Int) {
    if marks.isEmpty { marks = [IndexMark](repeating: [], count: numbers.count) }
    marks[place].insert(mark)
  }

  /// Makes room for marks where a column has proxies, so that it is known that they were looked at.
  mutating func prepareMarks(for columns: [IndexColumn]) {
    guard marks.isEmpty, columns.contains(where: { !$0.proxies.isEmpty }) else { return }
    marks = [IndexMark](repeating: [], count: numbers.count)
  }
}
