/// An index that is defined by a table of breakpoints, which can be written in JSON.
///
/// The overall value is the largest sub-index, plus any ``additions`` of the standard. The guide “Add an index” has
/// its JSON schema.
///
/// ```swift
/// let index = try BreakpointIndex(json: text)
/// let outcome = report.index(using: index)
/// ```
public struct BreakpointIndex: AirQualityIndex, Hashable {
  let body: Body

  /// The published facts about the index.
  public var edition: IndexEdition { body.edition }
  /// The bands, best air first.
  public var bands: [AQIBand] { body.bands }
  /// The tables, in order.
  public var scales: [Scale] { body.scales }
  /// The pollutants that an overall value requires.
  public var requirement: Requirement { body.requirement }
  /// The numbers added to the largest sub-index when several pollutants are high.
  public var additions: [Addition] { body.additions }
  /// The concentrations that the index needs.
  public var inputs: [IndexInput] { body.inputs }
  /// The highest number of any table; numbers above it are beyond the scale. The largest `Int` if a table has no end.
  public var topNumber: Int { body.topNumber }
  /// The inputs, prepared once.
  public var plan: IndexInput.Plan { body.plan }

  /// Creates an index from its tables and bands.
  ///
  /// - Throws: ``BreakpointIndex/DataError`` if there is no scale or band, the identifier is empty, a pollutant and
  ///   averaging period occurs twice, a row gives a number outside every band, the requirement asks for pollutants that no
  ///   scale covers, or an addition is invalid.
  public init(
    edition: IndexEdition, bands: [AQIBand], scales: [Scale], requirement: Requirement = .init(),
    additions: [Addition] = []
  ) throws(DataError) {
    body = Body(edition, bands, scales, requirement, additions)
    try validate()
  }

  init(body: Body) { self.body = body }

  /// Compares the edition, the bands, the scales, the requirement and the additions.
  public static func == (lhs: BreakpointIndex, rhs: BreakpointIndex) -> Bool {
    lhs.body === rhs.body
      || lhs.edition == rhs.edition && lhs.bands == rhs.bands && lhs.scales == rhs.scales
        && lhs.requirement == rhs.requirement && lhs.additions == rhs.additions
  }

  /// Hashes the edition, the bands, the scales and the requirement.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(edition)
    hasher.combine(bands)
    hasher.combine(scales)
    hasher.combine(requirement)
  }

  /// Returns the table of a pollutant and averaging period; without a period, the first that takes part in the current
  /// value, else the first.
  public func scale(of parameter: AirParameter, averaging: AveragingPeriod? = nil) -> Scale? {
    let all = scales.filter { $0.input.parameter == parameter }
    if let averaging { return all.first { $0.input.averaging == averaging } }
    return all.first { $0.input.current != nil } ?? all.first
  }

  /// Returns the index of one concentration.
  ///
  /// - Parameters:
  ///   - concentration: The averaged concentration, in the unit of the table.
  ///   - scale: One of ``scales``.
  ///   - basis: The way in which the concentration was formed.
  /// - Throws: The reason why the standard gives no index.
  public func subIndex(
    of concentration: Double, on scale: Scale, basis: AQIValue.Basis = .given
  ) throws(AQIOutcome.Unavailable) -> AQIValue.SubIndex {
    let number = scale.number(of: concentration)
    guard number.isIndex else {
      let problem = problem(number, of: concentration, on: scale)
      throw AQIOutcome.Unavailable(
        problem.reason, edition: edition.identifier, alternatives: problem.alternatives)
    }
    let band = bandIndex(of: number)
    return subIndex(
      number, of: concentration, on: scale, basis, band: band,
      next: band.flatMap { scale.starts(after: bands[$0...$0])[0] })
  }

  /// Returns the index of one concentration of a pollutant.
  ///
  /// - Throws: The reason why the standard gives no index.
  public func subIndex(
    of parameter: AirParameter, _ concentration: Double, averaging: AveragingPeriod? = nil
  ) throws(AQIOutcome.Unavailable) -> AQIValue.SubIndex {
    guard let scale = scale(of: parameter, averaging: averaging) else {
      throw AQIOutcome.Unavailable(.notCovered(parameter), edition: edition.identifier)
    }
    return try subIndex(of: concentration, on: scale)
  }

  private func validate() throws(DataError) {
    guard !edition.identifier.isEmpty else {
      throw DataError(.empty, "the identifier is empty")
    }
    guard !scales.isEmpty else { throw DataError(.empty, "the index has no scales") }
    guard !bands.isEmpty else { throw DataError(.empty, "the index has no bands") }
    var keys: Set<String> = []
    for (i, band) in bands.enumerated() {
      if let upper = band.upperIndex, upper < band.lowerIndex {
        throw DataError(.descending, row: i + 1, "the band “\(band.key)” ends before it begins")
      }
      if band.upperIndex == nil, i != bands.count - 1 {
        throw DataError(.openRow, row: i + 1, "the band “\(band.key)” is open and not the last")
      }
      if !keys.insert(band.key).inserted {
        throw DataError(.duplicate, row: i + 1, "two bands have the key “\(band.key)”")
      }
      guard i > 0, let end = bands[i - 1].upperIndex else { continue }
      if band.lowerIndex < end {
        throw DataError(.overlap, row: i + 1, "the band “\(band.key)” begins before \(end)")
      }
      if let following = bands[i - 1].following, band.lowerIndex > following {
        throw DataError(.gap, row: i + 1, "no band covers the numbers after \(end)")
      }
    }
    if let contradiction = requirement.contradiction(with: scales.map(\.input.parameter)) {
      throw DataError(.requirement, "requires: \(contradiction)")
    }
    for (i, addition) in additions.enumerated() where !addition.isPositive {
      throw DataError(
        .badNumber, row: i + 1,
        "additions: “pollutants” must be at least 2, “adds” 1 to 1000 and “above” 0 to 100000")
    }
    var known: [AirParameter: Set<AveragingPeriod>] = [:]
    for (i, scale) in scales.enumerated() {
      guard known[scale.input.parameter, default: []].insert(scale.input.averaging).inserted else {
        throw DataError(.duplicate, scale: scale.input.description, "the scale occurs twice")
      }
      if let period = scale.rules.usedWhenBeyond, [nil, i].contains(body.gates[i]) {
        throw DataError(
          .requirement, scale: scale.input.description,
          "usedWhenBeyond: the pollutant has no other scale of \(period), so that this one would never count")
      }
      for (row, breakpoint) in scale.rows.enumerated() {
        for number in [breakpoint.lowerIndex, breakpoint.upperIndex ?? breakpoint.lowerIndex] {
          let found = bands.indices.firstPassing { number <= bands[$0].upperIndex ?? .max }
          guard found < bands.count, bands[found].contains(number) else {
            throw DataError(
              .missingBand, scale: scale.input.description, row: row + 1, "no band holds \(number)")
          }
        }
      }
    }
  }
}

extension BreakpointIndex {
  /// The definition of an index and the data that lookups need, shared by all its copies.
  final class Body: Sendable {
    let edition: IndexEdition
    let bands: [AQIBand]
    let scales: [BreakpointIndex.Scale]
    let requirement: BreakpointIndex.Requirement
    let additions: [BreakpointIndex.Addition]
    let inputs: [IndexInput]
    let topNumber: Int
    let plan: IndexInput.Plan
    /// The scale beyond whose table each scale counts, if any.
    let gates: [Int?]
    /// The bit of each scale's pollutant.
    let parameterBits: [UInt64]
    /// The pollutants in the order of their bits; pollutants beyond 64 have none.
    private let pollutants: [AirParameter]
    private let ozoneBit: UInt64
    private let particleBits: UInt64
    /// The pollutants that a traffic site is expected to have: those that the standard requires there, or else all.
    private let trafficBits: UInt64
    private let groupBits: [UInt64]
    /// The same at a traffic site.
    private let trafficGroupBits: [UInt64]
    /// The starts of the next bands, for each scale and each of the first 64 bands; `nil` after the last.
    let nextStarts: [[ScaleTable.Start?]]

    init(
      _ edition: IndexEdition, _ bands: [AQIBand], _ scales: [BreakpointIndex.Scale],
      _ requirement: BreakpointIndex.Requirement, _ additions: [BreakpointIndex.Addition]
    ) {
      self.edition = edition
      self.bands = bands
      self.scales = scales
      self.requirement = requirement
      self.additions = additions
      inputs = scales.map(\.input)
      var plan = IndexInput.Plan(inputs, of: edition)
      for scale in scales { plan.ends[scale.input] = min(scale.firstWithoutIndex, 10_000) }
      self.plan = plan
      topNumber =
        scales.map { $0.isEndless ? .max : $0.rows.last?.upperIndex ?? $0.rows.last?.lowerIndex ?? 0 }.max()
        ?? 0
      let scalesOf = Dictionary(grouping: scales.indices) { scales[$0].input.parameter }
      gates = scales.map { scale in
        scale.rules.usedWhenBeyond.flatMap { other in
          scalesOf[scale.input.parameter]?.first { scales[$0].input.averaging == other }
        }
      }
      let pollutants = Array(scales.map(\.input.parameter).unique.prefix(64))
      self.pollutants = pollutants
      func bit(_ parameter: AirParameter) -> UInt64 {
        pollutants.firstIndex(of: parameter).map { 1 << UInt64($0) } ?? 0
      }
      parameterBits = scales.map { bit($0.input.parameter) }
      ozoneBit = bit(.o3)
      func bits(_ group: [AirParameter]) -> UInt64 { group.reduce(0) { $0 | bit($1) } }
      particleBits = bits(AirParameter.particles)
      groupBits = requirement.anyOf.map(bits)
      trafficGroupBits = (requirement.anyOfAtTraffic ?? requirement.anyOf).map(bits)
      trafficBits = requirement.anyOfAtTraffic.map { bits($0.flatMap { $0 }) } ?? .max
      nextStarts = scales.map { $0.starts(after: bands.prefix(64)) }
    }

    /// Returns the pollutants without a sub-index, although a report has them or they usually dominate, in the table's order.
    func missing(
      besides indexed: UInt64, atTraffic: Bool, _ holds: (AirParameter) -> Bool
    ) -> [AirParameter] {
      let usual =
        (ozoneBit | (indexed & particleBits == 0 ? particleBits : 0)) & (atTraffic ? trafficBits : .max)
      var missing: [AirParameter] = []
      for i in pollutants.indices where indexed & (1 << UInt64(i)) == 0 {
        if usual & (1 << UInt64(i)) != 0 || holds(pollutants[i]) { missing.append(pollutants[i]) }
      }
      return missing
    }

    /// Returns whether a set of pollutants, as bits, meets the requirement.
    func isComplete(_ pollutants: UInt64, atTraffic: Bool) -> Bool {
      pollutants.nonzeroBitCount >= requirement.pollutants
        && (atTraffic ? trafficGroupBits : groupBits).allSatisfy { $0 & pollutants != 0 }
    }
  }
}

extension BreakpointIndex.Scale {
  /// The smallest concentration above the start of the table that has no index: in a gap, or beyond the end. Infinite if
  /// there is none.
  fileprivate var firstWithoutIndex: Double {
    let gap = table.steps.dropFirst().first { $0.number == AQIValue.Code.undefined }
    return gap?.start.from ?? (rules.beyond == .undefined ? table.beyondFrom : .infinity)
  }

  /// Returns the start of the band after each of some ascending ones; `nil` after an open band, or if the table doesn't reach
  /// the next.
  func starts(after bands: ArraySlice<AQIBand>) -> [ScaleTable.Start?] {
    var step = 0
    return bands.map { $0.following.flatMap { start(reaching: $0, from: &step) } }
  }
}

extension BreakpointIndex {
  /// Returns the concentrations of a pollutant that give a number, in the unit of its scale: the inverse of the index.
  ///
  /// An index is not a measurement: many concentrations share the same number, and the averaging is lost. AQKit never calls
  /// this by itself.
  ///
  /// - Returns: The range from the smallest concentration that gives the number to below the smallest that gives a larger one,
  ///   infinite above if there is none; `nil` if no concentration gives the number, or the pollutant has no scale.
  public func concentrations(
    giving number: Int, of parameter: AirParameter, averaging: AveragingPeriod? = nil
  ) -> Range<Double>? {
    scale(of: parameter, averaging: averaging)?.concentrations(for: number)
  }
}
