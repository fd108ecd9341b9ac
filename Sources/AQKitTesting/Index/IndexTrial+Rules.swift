internal import AQKit

extension IndexTrial {
  mutating func run() {
    let points = walk()
    checkValues(points)
    checkEdges(points)
    checkNegatives()
    for bad in [.nan, .infinity, -.infinity, 1e300, -1e300] as [Double] { refuse(bad, .notANumber) }
    checkColumns()
  }

  /// Returns the grid, with the two neighbouring numbers at every change of the band and at the ends of the index.
  private func walk() -> [Point] {
    var points: [Point] = []
    for concentration in grid {
      let state = state(at: concentration)
      if let last = points.last, !IndexTrial.isAlike(last.state, state) {
        var from = last
        // Between two bands there may be a gap: at most a few changes lie between two steps.
        for _ in 0..<4 where !IndexTrial.isAlike(from.state, state) {
          let (below, above) = change(from: from.concentration, from.state, to: concentration)
          points += [below, above]
          from = above
        }
      }
      points.append((concentration, state))
    }
    return points
  }

  /// Returns the two neighbouring numbers between which a state ends.
  private func change(from: Double, _ state: State, to: Double) -> (below: Point, above: Point) {
    var (low, high) = (from, to)
    while low.nextUp < high {
      let middle = low + (high - low) / 2
      guard middle > low, middle < high else { break }
      if IndexTrial.isAlike(self.state(at: middle), state) { low = middle } else { high = middle }
    }
    return ((low, self.state(at: low)), (high, self.state(at: high)))
  }

  private static func isAlike(_ first: State, _ second: State) -> Bool {
    if case .value(_, let one) = first, case .value(_, let other) = second { return one?.key == other?.key }
    return first == second
  }

  private mutating func checkValues(_ points: [Point]) {
    var last: (concentration: Double, number: Int, rank: Int)?
    var hole: Double?
    for (concentration, state) in points {
      switch state {
      case .value(let number, let band):
        if let hole { fail(.gapFree, "\(hole) has no index, though less and more have one") }
        hole = nil
        checkBand(concentration, number, band)
        let reached = (number: number ?? .max, rank: band?.rank ?? .max)
        if let last, reached.number < last.number || reached.rank < last.rank {
          fail(.monotone, "\(concentration) gives less than \(last.concentration) does")
        }
        last = (concentration, reached.number, band?.rank ?? last?.rank ?? 0)
      case .invalid: fail(.gapFree, "\(concentration) is refused as invalid")
      case .undefined, .refused:
        let isStated = statedGaps.contains { $0.contains(concentration) }
        if last != nil, hole == nil, !isStated { hole = concentration }
      }
    }
    if last == nil { fail(.gapFree, "no concentration gives an index") }
    for gap in statedGaps {
      for place in [gap.lowerBound, (gap.lowerBound + gap.upperBound) / 2, gap.upperBound.nextDown] {
        // A table that rounds covers part of its printed gaps.
        if case .value = state(at: place), scale == nil {
          fail(.gapFree, "\(place) has an index where the document defines none")
        }
      }
    }
  }

  private mutating func checkBand(_ concentration: Double, _ number: Int?, _ band: AQIBand?) {
    guard let band else { return fail(.bandForEveryValue, "\(concentration) has an index and no band") }
    guard index.bands.contains(where: { $0.key == band.key }) else {
      return fail(
        .bandForEveryValue, "\(concentration) gives the band \(band.key), which the index does not have")
    }
    if let number, !index.bands.contains(where: { $0.key == band.key && $0.contains(number) }) {
      fail(.bandForEveryValue, "\(concentration) gives \(number), which is not in \(band.key)")
    }
  }

  private mutating func checkEdges(_ points: [Point]) {
    for (concentration, number) in statedNumbers {
      guard case .value(let seen, _) = state(at: concentration) else {
        fail(.edges, "\(concentration) has no index where \(number) is printed")
        continue
      }
      if let seen, seen != number {
        fail(.edges, "\(concentration) gives \(seen) where \(number) is printed")
      }
    }
    // Once per band: all its points behave the same.
    var tried: Set<String> = []
    for (concentration, state) in points {
      guard case .value(_, let band?) = state, tried.insert(band.key).inserted,
        let next = subIndex(of: concentration)?.nextBandFrom
      else { continue }
      guard next > concentration else {
        fail(.edges, "at \(concentration) the next band is said to begin at \(next)")
        continue
      }
      if case .value(_, let above?) = self.state(at: next), above.rank <= band.rank {
        fail(.edges, "\(next) is still \(above.key), where the next band is said to begin")
      }
      if case .value(_, let below?) = self.state(at: next.nextDown), below.rank > band.rank {
        fail(.edges, "\(next.nextDown) is \(below.key) already, below where it is said to begin")
      }
    }
  }

  private mutating func checkNegatives() {
    let zero = state(at: 0)
    for within in [-0.0, -tolerance / 2, -tolerance] where state(at: within) != zero {
      fail(.negative, "\(within), within the tolerance, does not count as zero")
    }
    let beyond = (-tolerance).nextDown
    let tried = [-1e-9, -0.01, -0.1, -0.3, -0.4, -0.5, -1, -10, -999, -9999, -1e6]
    for bad in [beyond, beyond * 1.000001] + tried where bad < -tolerance { refuse(bad, .negative) }
  }

  /// Checks that an invalid number alone gives no value and, among valid ones, is named and left out.
  private mutating func refuse(_ bad: Double, _ rule: IndexContract.Rule) {
    if case .value(let number, let band) = state(at: bad), number != nil || band != nil,
      outcome(of: bad, alone: true).value != nil || scale != nil
    {
      return fail(rule, "\(bad) gives \(number.map(String.init) ?? "a band")")
    }
    if let value = outcome(of: bad, alone: true).value {
      return fail(rule, "\(bad) alone gives \(value.display)")
    }
    // A scale that depends on another one is only used when the other is beyond its end.
    guard scale?.rules.usedWhenBeyond == nil, let value = outcome(of: bad).value else { return }
    if value.subIndices.contains(where: { $0.input == input }) {
      fail(rule, "\(bad) is among the sub-indices")
    } else if !value.problems.contains(where: { $0.input == input }) {
      fail(rule, "\(bad) next to other pollutants is left out without a note")
    } else if value.number != outcome(of: nil).value?.number || value.band != outcome(of: nil).value?.band {
      fail(rule, "\(bad) next to other pollutants gives another value than they give without it")
    }
  }

  private mutating func checkColumns() {
    var column = grid.enumerated().filter { $0.offset % 13 == 0 }.map(\.element)
    for (concentration, _) in statedNumbers {
      column += [concentration.nextDown, concentration, concentration.nextUp]
    }
    column += [.nan, -1, .infinity, -0.0]
    let options = IndexOptions(proxy: .allowed)
    let zeros = index.inputs.filter { $0 != input }.map {
      IndexInput.Column($0, [Double](repeating: 0, count: column.count))
    }
    let numbers = index.numbers(
      of: IndexInput.Columns(
        [IndexInput.Column(input, column)] + zeros, count: column.count, options: options)
    )
    .numbers
    guard numbers.count == column.count else {
      return fail(.columns, "\(column.count) concentrations give \(numbers.count) numbers")
    }
    for (concentration, number) in zip(column, numbers) {
      let single = outcome(of: concentration.isNaN ? nil : concentration)
      let expected = single.value.map { $0.number ?? Int(AQIValue.Code.open) }
      if expected.map({ $0 != Int(number) }) ?? (number >= 0) {
        fail(.columns, "\(concentration) gives \(number) in a column and \(single) by itself")
      }
    }
  }
}
