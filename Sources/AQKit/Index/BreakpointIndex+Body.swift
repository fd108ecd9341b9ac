extension BreakpointIndex {
  /// What an index was made of, and what lookups need of it: shared by all its copies.
  final class Body: Sendable {
    let edition: IndexEdition
    let bands: [AQIBand]
    let scales: [BreakpointScale]
    let requirement: IndexRequirement
    let inputs: [IndexInput]
    let topNumber: Int
    let currentPlan: FormationPlan
    let dailyPlan: FormationPlan
    /// For each scale the one beyond whose table it counts, if it has such.
    let gates: [Int?]
    /// For each scale the period of that one.
    let gatePeriods: [AveragingPeriod?]
    /// For each scale the bit of its pollutant.
    let parameterBits: [UInt64]
    /// The bits of each group of the requirement.
    private let groupBits: [UInt64]
    /// The same at a traffic site.
    private let trafficGroupBits: [UInt64]
    /// For each scale and band where the next band begins.
    let nextStarts: [Lazy<BandStarts>]

    init(
      _ edition: IndexEdition, _ bands: [AQIBand], _ scales: [BreakpointScale],
      _ requirement: IndexRequirement
    ) {
      self.edition = edition
      self.bands = bands
      self.scales = scales
      self.requirement = requirement
      inputs = scales.map(\.input)
      currentPlan = FormationPlan(of: inputs, for: .current, under: edition.conditions, isKept: true)
      dailyPlan = FormationPlan(of: inputs, for: .daily, under: edition.conditions, isKept: true)
      topNumber =
        scales.map { $0.isEndless ? .max : $0.rows.last?.upperIndex ?? $0.rows.last?.lowerIndex ?? 0 }.max()
        ?? 0
      gates = scales.map { scale in
        scale.rules.usedWhenBeyond.flatMap { other in
          scales.firstIndex { $0.input.parameter == scale.input.parameter && $0.input.averaging == other }
        }
      }
      gatePeriods = scales.map(\.rules.usedWhenBeyond)
      var parameters: [AirParameter] = []
      for scale in scales where !parameters.contains(scale.input.parameter) {
        parameters.append(scale.input.parameter)
      }
      func bit(_ parameter: AirParameter) -> UInt64 {
        parameters.firstIndex(of: parameter).map { $0 < 64 ? 1 << UInt64($0) : 0 } ?? 0
      }
      parameterBits = scales.map { bit($0.input.parameter) }
      groupBits = requirement.anyOf.map { $0.reduce(0) { $0 | bit($1) } }
      trafficGroupBits = (requirement.anyOfAtTraffic ?? requirement.anyOf).map {
        $0.reduce(0) { $0 | bit($1) }
      }
      nextStarts = scales.map { scale in Lazy { BandStarts(bands, on: scale) } }
    }

    /// Whether the pollutants of some scales, as bits, meet the requirement.
    func isComplete(_ pollutants: UInt64, atTraffic: Bool) -> Bool {
      pollutants.nonzeroBitCount >= requirement.pollutants
        && (atTraffic ? trafficGroupBits : groupBits).allSatisfy { $0 & pollutants != 0 }
    }
  }
}

/// For each band of an index where the next one begins on a scale.
final class BandStarts: Sendable {
  let each: [ScaleTable.Start?]

  init(_ bands: [AQIBand], on scale: BreakpointScale) { each = bands.map { scale.start(after: $0) } }
}

extension BreakpointScale {
  /// Where the band after another begins; `nil` after an open one, and where the table does not reach it.
  func start(after band: AQIBand) -> ScaleTable.Start? {
    band.following.flatMap { start(reaching: $0) }
  }
}
