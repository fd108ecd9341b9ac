internal import AQKit

extension IndexTrial {
  /// The concentrations to try for an input, ascending.
  static func grid(_ scale: BreakpointScale?, _ input: IndexInput) -> [Double] {
    var grid: [Double] = [0]
    if let scale {
      for (place, row) in scale.rows.enumerated() {
        let top = row.upper ?? row.lower * 2 + 1
        for edge in [row.lower, top] { grid += [edge.nextDown, edge, edge.nextUp] }
        for part in 1..<200 { grid.append(row.lower + (top - row.lower) * Double(part) / 200) }
        if place > 0, let end = scale.rows[place - 1].upper { grid.append((end + row.lower) / 2) }
      }
      grid.append((scale.rows.last?.upper ?? scale.rows.last?.lower ?? 1) * 3)
    } else {
      // Steps of the usual print precision with halves between them, then coarser ones.
      let perUnit: Double = input.unit == .ppm || input.unit == .milligramsPerCubicMetre ? 1000 : 10
      for step in 1...1200 { grid.append(Double(step) / (2 * perUnit)) }
      for step in 61...600 { grid.append(Double(step) * 10 / perUnit) }
      for step in 61...200 { grid.append(Double(step) * 100 / perUnit) }
    }
    return grid.filter { $0 >= 0 }.sorted()
  }

  /// The numbers that a table prints at the ends of its rows, each end in its own row.
  static func printedEdges(of scale: BreakpointScale) -> [(concentration: Double, number: Int)] {
    var edges: [(concentration: Double, number: Int)] = []
    for (place, row) in scale.rows.enumerated() {
      let sharesLower = place > 0 && scale.rows[place - 1].upper == row.lower
      let isClosed = row.upperIndex != nil || row.upper != nil
      if isClosed, !sharesLower || scale.rules.edges == .lowerInclusive {
        edges.append((row.lower, row.lowerIndex))
      }
      guard let upper = row.upper, let upperIndex = row.upperIndex else { continue }
      let isLast = place == scale.rows.count - 1
      let sharesUpper = !isLast && scale.rows[place + 1].lower == upper
      if scale.rules.edges == .upperInclusive || !sharesUpper && !isLast {
        edges.append((upper, upperIndex))
      }
    }
    return edges
  }

  /// The ranges between the rows of a table that may have gaps, from the first step outside both.
  static func printedGaps(of scale: BreakpointScale) -> [Range<Double>] {
    guard scale.rules.allowsGaps else { return [] }
    var gaps: [Range<Double>] = []
    for (place, row) in scale.rows.enumerated().dropFirst() {
      if let end = scale.rows[place - 1].upper, end < row.lower { gaps.append(end.nextUp..<row.lower) }
    }
    return gaps
  }
}
