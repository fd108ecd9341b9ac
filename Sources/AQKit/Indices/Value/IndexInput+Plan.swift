extension IndexInput {
  /// The inputs of an index, prepared for forming their concentrations from many reports.
  public struct Plan: Sendable {
    private let current: FormationPlan
    private let daily: FormationPlan
    /// The concentrations of inputs from which on an index may have no value; a closer look at them decides.
    var ends: [IndexInput: Double] = [:]

    /// Prepares the inputs of an index once for as long as the plan is kept.
    public init(_ inputs: [IndexInput], of edition: IndexEdition) {
      self.init(inputs, of: edition, isKept: true)
    }

    init(_ inputs: [IndexInput], of edition: IndexEdition, isKept: Bool) {
      func plan(_ variant: IndexOptions.Variant) -> FormationPlan {
        FormationPlan(
          of: inputs, for: variant, under: edition.conditions, day: edition.day, isKept: isKept)
      }
      (current, daily) = (plan(.current), plan(.daily))
    }

    func plan(for variant: IndexOptions.Variant) -> FormationPlan { variant == .current ? current : daily }
  }
}
