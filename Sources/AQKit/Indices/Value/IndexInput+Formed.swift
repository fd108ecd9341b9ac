extension IndexInput {
  /// The concentrations of an index that were formed from a report for a moment.
  public struct Formed: Hashable, Sendable {
    /// The concentrations, in the order of the inputs; inputs may be missing.
    public let concentrations: [Concentration]
    /// The reasons for inputs that are missing.
    public let problems: [AQIOutcome.Unavailable.Problem]
    /// The parameters of the report's series.
    public var held: [AirParameter] { holding.parameters }
    let holding: Holding
    /// The moment.
    public let time: AirTime
    /// The variant, and whether rules may be waived.
    public let options: IndexOptions

    /// The parameters that a report has. Few indices ask for them, so series are only looked through if one does.
    enum Holding: Hashable, Sendable {
      case parameters([AirParameter])
      case series([AirSeries])

      var parameters: [AirParameter] {
        switch self {
        case .parameters(let parameters): parameters
        case .series(let series): series.map(\.parameter)
        }
      }

      static func == (first: Self, second: Self) -> Bool { first.parameters == second.parameters }

      func hash(into hasher: inout Hasher) { hasher.combine(parameters) }
    }

    func holds(_ pollutant: AirParameter) -> Bool {
      switch holding {
      case .parameters(let parameters): parameters.contains(pollutant)
      case .series(let series): series.indices.contains { series[$0].parameter == pollutant }
      }
    }

    /// Adds to the problems each missing pollutant that the report has without any value for the moment. One with too few hours
    /// is a problem already, and one with none must not make the result look more certain.
    func nameSilent(
      _ missing: [AirParameter], in problems: inout [AQIOutcome.Unavailable.Problem], _ inputs: [IndexInput]
    ) {
      for pollutant in missing where holds(pollutant) {
        if concentrations.contains(where: { $0.input.parameter == pollutant }) { continue }
        if problems.contains(where: { $0.input.parameter == pollutant }) { continue }
        guard let input = inputs.first(where: { $0.parameter == pollutant }) else { continue }
        problems.append(.init(input: input, reason: .stated("no value in the hours before")))
      }
    }
  }
}

extension IndexInput.Formed {
  /// Creates what was formed.
  public init(
    _ concentrations: [IndexInput.Concentration], problems: [AQIOutcome.Unavailable.Problem] = [],
    held: [AirParameter], time: AirTime, options: IndexOptions = .standard
  ) {
    self.init(
      concentrations: concentrations, problems: problems, holding: .parameters(held), time: time,
      options: options)
  }
}
