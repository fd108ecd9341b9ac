/// The latest hours of a column, as many as an averaging covers, and their exact sum. It takes one hour after
/// another, or is placed at one, so that columns and moments have the same rule,
/// ``AveragingMethod/average(_:)``.
struct HourWindow {
  private let column: UnsafeBufferPointer<Double>
  private let length: Int
  /// Only hours above this number are present.
  let floor: Double
  /// The index after the newest hour.
  private var end: Int
  /// The total of the hours, kept from the first hour on; `nil` if the window was placed at an hour.
  private var kept: ExactTotal?

  /// Creates a window that has taken no hour of a column yet.
  init(over column: UnsafeBufferPointer<Double>, length: Int, above floor: Double) {
    (self.column, self.length, self.floor) = (column, length, floor)
    (end, kept) = (0, ExactTotal(above: floor))
  }

  /// Creates a window that is placed at the last hour of a column.
  init(endOf column: UnsafeBufferPointer<Double>, length: Int, above floor: Double) {
    (self.column, self.length, self.floor) = (column, length, floor)
    (end, kept) = (column.count, nil)
  }

  /// Takes the next hour of the column; after the last one, a missing hour.
  mutating func takeHour() {
    let old = end - length
    if end < column.count { kept?.add(column[end]) }
    if old >= 0, old < column.count { kept?.remove(column[old]) }
    end += 1
  }

  /// The hours of the column that the window holds, oldest first. NaN and a ``MissingSign`` mean missing hours, and so do
  /// hours before the column's first.
  var hours: UnsafeBufferPointer<Double> {
    let upper = min(end, column.count)
    return UnsafeBufferPointer(rebasing: column[min(max(0, end - length), upper)..<upper])
  }

  /// The mean of the hours that are present, and their number.
  var mean: (value: Double, count: Int) {
    let hours = hours
    let total = kept ?? ExactTotal(of: hours, above: floor)
    return (total.mean(of: hours), total.count)
  }
}
