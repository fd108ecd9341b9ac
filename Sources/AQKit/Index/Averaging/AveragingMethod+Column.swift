extension AveragingMethod {
  /// The average at every hour of a column, in one pass; NaN where the rule is not met.
  ///
  /// - Parameter hours: Hourly values, oldest first; NaN is a missing hour.
  /// - Returns: As many values; a daily method gives NaN everywhere, its values belong to days.
  public func values(of hours: [Double]) -> [Double] {
    if !isLatest, MissingSign.isAmong(hours) { return values(of: MissingSign.removed(from: hours)) }
    switch self {
    case .latest: return hours
    case .mean(let length, let atLeast):
      return hours.withUnsafeBufferPointer { ExactColumn($0).means(hours: length, atLeast: atLeast).means }
    case .nowCast(let rule):
      return [Double](unsafeUninitializedCapacity: hours.count) { output, count in
        hours.withUnsafeBufferPointer { rule.write($0, to: output) }
        count = hours.count
      }
    case .twelveAndFour, .c24e:
      return hours.withUnsafeBufferPointer { column in
        column.indices.map { place in
          let window = UnsafeBufferPointer(rebasing: column[max(0, place - 11)...place])
          let average = average(window)
          return average.isComplete ? average.value : .nan
        }
      }
    case .dayMean, .dayMaximum, .dayWindowMaximum: return [Double](repeating: .nan, count: hours.count)
    }
  }

  /// What can be made of the hours where the rule is not met; NaN where it is, or where there is nothing.
  func partialValues(of hours: [Double], where complete: [Double]) -> [Double] {
    var result = [Double](repeating: .nan, count: hours.count)
    hours.withUnsafeBufferPointer { column in
      for place in column.indices where complete[place].isNaN {
        let first = max(0, place - self.hours + 1)
        result[place] = average(UnsafeBufferPointer(rebasing: column[first...place])).value
      }
    }
    return result
  }
}
