/// Keeps an average that was computed in floating point on the right side of the steps of a table.
enum StepDecision {
  /// Rounding errors of an average of a day's values stay a hundred times below this. Averages this close to a step (relative to their size, at least 1) are decided exactly.
  static let reach = 1e-12

  /// The same average, moved onto a step of four decimals or to its right side where it lies so close to one that
  /// floating point can't tell.
  ///
  /// - Parameter compare: −1, 0 or 1 as the exact average is below, at or above `step / perUnit`.
  static func settled(_ approximate: Double, compare: (_ step: Int128, _ perUnit: Int128) -> Int?) -> Double {
    let scaled = approximate * 1e4
    guard scaled.magnitude < 1e15 else { return approximate }
    let step = scaled.rounded()
    guard (scaled - step).magnitude <= reach * 1e4 * max(1, approximate.magnitude) else { return approximate }
    let decimal = step / 1e4
    guard let order = compare(Int128(step), 10_000) else { return approximate }
    if order == 0 { return decimal }
    return order < 0 ? min(approximate, decimal.nextDown) : max(approximate, decimal.nextUp)
  }
}
