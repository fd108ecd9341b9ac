/// Which inputs of an index take part in one of its values, and how their concentrations are formed.
struct FormationPlan: Sendable {
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

  init(of inputs: [IndexInput], for wanted: IndexVariant) {
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
  }

  /// The first of the inputs that ask for a pollutant.
  func firstInput(of parameter: AirParameter) -> Int? {
    let length = parameter.rawValue.utf8.count
    for (name, place) in names where name.utf8.count == length && name == parameter.rawValue { return place }
    return nil
  }
}

extension AirQualityIndex {
  /// The plan for a variant; a table of breakpoints has made it before.
  func plan(for variant: IndexVariant) -> FormationPlan {
    guard let table = self as? BreakpointIndex else { return FormationPlan(of: inputs, for: variant) }
    return variant == .current ? table.body.currentPlan : table.body.dailyPlan
  }
}
