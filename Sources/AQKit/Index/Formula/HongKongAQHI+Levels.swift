extension HongKongAQHI {
  /// The table of the levels over the sum of the added risks in per cent, as the EPD prints it; a limit belongs to the
  /// level below. `nil` only if the limits were no table, which a test rules out.
  public var levels: BreakpointScale? {
    var rows: [Breakpoint] = []
    var lower = 0.0
    for (place, limit) in limits.enumerated() {
      rows.append(Breakpoint(lower, limit, place + 1, place + 1))
      lower = limit
    }
    rows.append(Breakpoint(lower, nil, limits.count + 1, limits.count + 1))
    let input = IndexInput(
      AirParameter("sum_added_risk"), .hours(3), AirUnit("percent AR"), confidence: edition.confidence)
    return try? BreakpointScale(input: input, rows: rows, rules: .init())
  }
}
