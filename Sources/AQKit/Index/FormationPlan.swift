/// Which inputs of an index take part in one of its values, and how their concentrations are formed.
final class FormationPlan: Sendable {
  /// The value of the moment or of the day: of an index that has none of the moment (a daily one) the day's.
  let variant: IndexVariant
  /// The inputs that take part, in order.
  let inputs: [IndexInput]
  /// How each one's concentration is formed.
  let methods: [AveragingMethod]
  /// For each input the first of the same pollutant.
  let firsts: [Int]
  /// The name of each pollutant, and the first input of it.
  private let names: [(name: String, place: Int)]
  /// Whether an input asks for the days of the place.
  let needsDays: Bool
  /// Under which conditions gases are converted.
  private let conditions: ReferenceConditions?
  /// For each input the ways from the usual units; none in a plan that is made for one use.
  private let bridges: [[UnitBridge]]

  /// Makes a plan.
  ///
  /// - Parameter isKept: Whether it will be used again and again.
  init(
    of inputs: [IndexInput], for wanted: IndexVariant, under conditions: ReferenceConditions?,
    isKept: Bool = false
  ) {
    let isDailyOnly = inputs.allSatisfy { $0.current == nil } && inputs.contains { $0.daily != nil }
    let variant = isDailyOnly ? .daily : wanted
    self.variant = variant
    let taking = inputs.filter { $0.method(for: variant) != nil }
    self.inputs = taking
    methods = taking.compactMap { $0.method(for: variant) }
    firsts = taking.indices.map { place in
      taking[..<place].firstIndex { $0.parameter == taking[place].parameter } ?? place
    }
    let firsts = firsts
    names = taking.indices.filter { firsts[$0] == $0 }.map { (taking[$0].parameter.rawValue, $0) }
    needsDays = variant == .daily || methods.contains(where: \.isDaily)
    self.conditions = conditions
    bridges = taking.map { isKept ? UnitBridge.usual(to: $0, under: conditions) : [] }
  }

  /// The way from a unit to that of an input, `nil` where none is needed, or throws the reason why there is none.
  @inline(__always)
  func bridge(from unit: AirUnit, forInput place: Int) throws(IndexUnavailable.Reason) -> UnitBridge? {
    inputs[place].unit == unit ? nil : try bridge(fromOther: unit, forInput: place)
  }

  private func bridge(fromOther unit: AirUnit, forInput place: Int) throws(IndexUnavailable.Reason)
    -> UnitBridge?
  {
    let length = unit.rawValue.utf8.count
    for bridge in bridges[place] where bridge.from.rawValue.utf8.count == length && bridge.from == unit {
      return bridge
    }
    return try UnitBridge.way(from: unit, to: inputs[place], under: conditions)
  }

  /// The first of the inputs that ask for a pollutant.
  ///
  /// - Parameter next: Where among the pollutants the search begins: behind the last that was found, since reports often
  ///   have them in the order of the table.
  func firstInput(of parameter: AirParameter, from next: inout Int) -> Int? {
    let length = parameter.rawValue.utf8.count
    for _ in names.indices {
      if next >= names.count { next = 0 }
      let (name, place) = names[next]
      next += 1
      if name.utf8.count == length, name == parameter.rawValue { return place }
    }
    return nil
  }
}

extension AirQualityIndex {
  /// The plan for a variant; a table of breakpoints has made it before.
  func plan(for variant: IndexVariant) -> FormationPlan {
    guard let table = self as? BreakpointIndex else {
      return FormationPlan(of: inputs, for: variant, under: edition.conditions)
    }
    return variant == .current ? table.body.currentPlan : table.body.dailyPlan
  }
}
