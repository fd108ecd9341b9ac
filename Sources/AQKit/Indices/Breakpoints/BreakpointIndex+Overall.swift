extension BreakpointIndex {
  /// The overall value of some concentrations as numbers, by all rules of the standard: for a moment, for a row of
  /// columns, or for a bare set of concentrations.
  struct Overall {
    /// The largest sub-index; without one, the most informative ``AQIValue/Code``.
    var largest = AQIValue.Code.invalid
    /// The bits of the pollutants that have a sub-index.
    var pollutants: UInt64 = 0
    /// The number that the standard adds to the largest.
    var addition: Int32 = 0
    var isShort = false
    var isBeyondScale = false

    /// The number of the index, or a code.
    var number: Int32 { largest.isIndex ? largest + addition : largest }
  }

  /// The code of a scale that only counts beyond the table of another one, and doesn't count here.
  static let silent: Int32 = -5

  /// Looks up one concentration for each scale, in the scales' order, and applies the rules; a missing one is NaN. `numbers`
  /// receives the sub-indices, or codes, one for each scale. Allocates nothing.
  func overall(
    of concentrations: UnsafeBufferPointer<Double>, atTraffic isTrafficSite: Bool,
    into numbers: UnsafeMutableBufferPointer<Int32>
  ) -> Overall {
    var overall = Overall()
    for i in numbers.indices {
      // A number that isn't equal to itself is NaN; `isNaN` takes a dozen instructions.
      guard i < concentrations.count, concentrations[i] == concentrations[i] else {
        numbers[i] = AQIValue.Code.invalid
        continue
      }
      if let gate = body.gates[i],
        gate >= concentrations.count || !scales[gate].isBeyond(concentrations[gate])
      {
        numbers[i] = BreakpointIndex.silent
        continue
      }
      numbers[i] = scales[i].number(of: concentrations[i])
      overall.largest = AQIValue.Code.larger(overall.largest, numbers[i])
      if numbers[i].isIndex { overall.pollutants |= body.parameterBits[i] }
    }
    let largest = overall.largest
    guard largest.isIndex else { return overall }
    overall.addition = body.addition(to: largest) { above in
      numbers.indices.reduce(0) { Int(numbers[$1]) > above ? $0 | body.parameterBits[$1] : $0 }
    }
    overall.isShort =
      !requirement.isAnyPollutant
      && requirement.waivedAbove.map { largest >= 0 && Int(largest) <= $0 } ?? true
      && !body.isComplete(overall.pollutants, atTraffic: isTrafficSite)
    let number = Int(overall.number)
    overall.isBeyondScale =
      number < 0 || number > topNumber
      || number == topNumber
        && numbers.indices.contains { numbers[$0] == largest && scales[$0].isBeyond(concentrations[$0]) }
    return overall
  }

  /// Returns the overall number for a set of concentrations; negative if there is none. Allocates nothing.
  ///
  /// - Parameter concentrations: The concentrations, one for each of ``inputs``, in their order and units; NaN for
  ///   missing ones.
  public func number(of concentrations: UnsafeBufferPointer<Double>) -> Int32 {
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: scales.count) { numbers in
      let overall = overall(of: concentrations, atTraffic: false, into: numbers)
      return overall.isShort ? AQIValue.Code.incomplete : overall.number
    }
  }

  /// Returns the overall number in every row of some columns.
  public func numbers(of columns: IndexInput.Columns) -> AQIValue.Column {
    let (given, options) = (columns.columns, columns.options)
    var result = AQIValue.Column(count: columns.count)
    result.prepareMarks(for: given)
    var used: [(column: Int, scale: Int, values: [Double])] = []
    for (i, column) in given.enumerated() {
      if let scale = scaleIndex(of: column.input), !used.contains(where: { $0.scale == scale }) {
        used.append((i, scale, column.values))
      }
    }
    let namesAbove = requirement.dominantAbove.map(Int32.init(clamping:)) ?? AQIValue.Code.invalid
    withMemory { row, numbers, _ in
      row.initialize(repeating: .nan)
      for i in 0..<columns.count {
        for (_, scale, values) in used { row[scale] = values[i] }
        let overall = overall(
          of: UnsafeBufferPointer(row), atTraffic: options.isTrafficSite, into: numbers)
        let isWithheld = overall.isShort && options.proxy == .none
        result.numbers[i] = isWithheld ? AQIValue.Code.incomplete : overall.number
        guard result.numbers[i].isIndex else { continue }
        if overall.largest == AQIValue.Code.open || overall.largest > namesAbove {
          let leader = used.first { numbers[$0.scale] == overall.largest }?.column
          result.leading[i] = leader.flatMap { Int16(exactly: $0) } ?? -1
        }
        let isProxy =
          overall.isShort
          || used.contains { given[$0.column].isProxy(at: i) && numbers[$0.scale].isIndex }
        if isProxy { result.mark(.proxy, at: i) }
        if overall.isBeyondScale { result.mark(.beyondScale, at: i) }
      }
    }
    return result
  }

  // MARK: Lookups of given concentrations

  /// Looks up, for each scale, the first of the concentrations that is for its input. Allocates nothing. `use` takes, for each
  /// scale, the number, or a code, and the index of the concentration, negative if there is none; and the overall value.
  @inline(__always)
  func withLookups<Result>(
    of concentrations: [IndexInput.Concentration], atTraffic isTrafficSite: Bool = false,
    _ use: (
      _ numbers: UnsafeMutableBufferPointer<Int32>, _ given: UnsafeMutableBufferPointer<Int>, Overall
    ) -> Result
  ) -> Result {
    withMemory { values, numbers, given in
      given.initialize(repeating: -1)
      values.initialize(repeating: .nan)
      var next = 0
      for which in concentrations.indices {
        guard let i = scaleIndex(of: concentrations[which].input, expected: next) else { continue }
        next = i + 1
        if given[i] < 0 { (given[i], values[i]) = (which, concentrations[which].value) }
      }
      let overall = overall(of: UnsafeBufferPointer(values), atTraffic: isTrafficSite, into: numbers)
      return use(numbers, given, overall)
    }
  }

  /// Provides memory for a concentration, a number and an index for each scale.
  @inline(__always)
  private func withMemory<Result>(
    _ use: (
      _ concentrations: UnsafeMutableBufferPointer<Double>, _ numbers: UnsafeMutableBufferPointer<Int32>,
      _ indices: UnsafeMutableBufferPointer<Int>
    ) -> Result
  ) -> Result {
    let count = scales.count
    // A single allocation, because its closure is compiled twice: for memory on the stack and for other memory.
    return withUnsafeTemporaryAllocation(of: Double.self, capacity: 3 * count) { memory in
      let second = UnsafeMutableBufferPointer(rebasing: memory[count..<2 * count])
      let third = UnsafeMutableBufferPointer(rebasing: memory[2 * count..<3 * count])
      // No element is longer than a `Double`.
      let numbers = UnsafeMutableRawBufferPointer(second).bindMemory(to: Int32.self)
      let indices = UnsafeMutableRawBufferPointer(third).bindMemory(to: Int.self)
      return use(
        UnsafeMutableBufferPointer(rebasing: memory[..<count]),
        UnsafeMutableBufferPointer(rebasing: numbers[..<count]),
        UnsafeMutableBufferPointer(rebasing: indices[..<count]))
    }
  }
}
