extension BreakpointScale {
  /// The concentrations that give an index: from the lower bound up to, but not including, the upper.
  ///
  /// This is the explicit inverse. An index is not a measurement: many concentrations share one number.
  ///
  /// - Returns: `nil` where no concentration gives the number; an infinite upper bound where no larger one gives
  ///   another.
  public func concentrations(for number: Int) -> Range<Double>? {
    guard let wanted = Int32(exactly: number), wanted >= 0 else { return nil }
    guard let step = table.numbers.firstIndex(of: wanted) else {
      guard let lower = firstBeyond(reaching: number), beyond(lower) == wanted else { return nil }
      return lower..<(firstBeyond(reaching: number + 1) ?? .infinity)
    }
    let lower = max(table.thresholds[step], 0)
    let upper = step + 1 < table.thresholds.count ? table.thresholds[step + 1] : end(of: number)
    return lower < upper ? lower..<upper : nil
  }

  /// The concentrations whose index is at least one number and below another; without the other, all from there on
  /// that have an index or a band.
  func concentrations(from number: Int, below next: Int?) -> Range<Double>? {
    guard let lower = threshold(reaching: number) else { return nil }
    let upper =
      next.flatMap { threshold(reaching: $0) } ?? (rules.beyond == .undefined ? table.beyondFrom : .infinity)
    return lower < upper ? lower..<upper : nil
  }

  /// The smallest concentration at which the index reaches a number or more; `nil` where none does.
  public func threshold(reaching number: Int) -> Double? { start(reaching: number)?.from }

  /// That concentration, and the edge above which it lies, if there is one.
  func start(reaching number: Int) -> ScaleTable.Start? {
    if let step = table.numbers.firstIndex(where: { Int($0) >= number }) {
      return ScaleTable.Start(from: max(table.thresholds[step], 0), above: table.edgesBelow[step])
    }
    return firstBeyond(reaching: number).map { ScaleTable.Start(from: $0) }
  }

  /// Up to where the number with which the table ends goes on.
  private func end(of last: Int) -> Double {
    switch rules.beyond {
    case .undefined, .open: table.beyondFrom
    case .cap: .infinity
    case .extrapolate: firstBeyond(reaching: last + 1) ?? .infinity
    }
  }

  /// The smallest concentration beyond the table at which the index reaches a number; `nil` where it does not go on.
  private func firstBeyond(reaching number: Int) -> Double? {
    guard rules.beyond == .extrapolate, table.beyondFrom < BreakpointScale.largestConcentration else {
      return nil
    }
    // Beyond the table a concentration has no index only where it would be too large a number.
    func reaches(_ bits: UInt64) -> Bool {
      let found = beyond(Double(bitPattern: bits))
      return Int(found) >= number || found == ColumnCode.invalid
    }
    // Positive numbers are in the order of their bits.
    var low = table.beyondFrom.bitPattern
    var high = BreakpointScale.largestConcentration.bitPattern
    guard reaches(high) else { return nil }
    while low < high {
      let middle = low + (high - low) / 2
      if reaches(middle) { high = middle } else { low = middle + 1 }
    }
    return Double(bitPattern: low)
  }
}
