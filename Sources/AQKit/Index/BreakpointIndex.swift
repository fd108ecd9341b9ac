/// An index that is a table of breakpoints: data, which can be written in JSON.
///
/// The overall value is the largest sub-index. The JSON schema is in `Docs/Indices.md`.
public struct BreakpointIndex: AirQualityIndex, Hashable {
  let body: Body

  /// What is published about it.
  public var edition: IndexEdition { body.edition }
  /// Its bands, best air first.
  public var bands: [AQIBand] { body.bands }
  /// Its tables, in order.
  public var scales: [BreakpointScale] { body.scales }
  /// Which pollutants must be there.
  public var requirement: IndexRequirement { body.requirement }
  /// The concentrations that it asks for.
  public var inputs: [IndexInput] { body.inputs }
  /// The highest number of any table: beyond it is beyond the scale. The largest `Int` where a table has no end.
  public var topNumber: Int { body.topNumber }

  /// Makes an index.
  ///
  /// - Throws: ``BreakpointIndexError`` where there is no scale or band or the identifier is empty, a pollutant and
  ///   averaging period stands twice, a row gives a number that no band holds, or the requirement asks for pollutants
  ///   that no scale covers.
  public init(
    edition: IndexEdition, bands: [AQIBand], scales: [BreakpointScale],
    requirement: IndexRequirement = .init()
  ) throws(BreakpointIndexError) {
    body = Body(edition, bands, scales, requirement)
    try validate()
  }

  /// Equal in what was put in.
  public static func == (lhs: BreakpointIndex, rhs: BreakpointIndex) -> Bool {
    lhs.body === rhs.body
      || lhs.edition == rhs.edition && lhs.bands == rhs.bands && lhs.scales == rhs.scales
        && lhs.requirement == rhs.requirement
  }

  /// Hashes what was put in.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(edition)
    hasher.combine(bands)
    hasher.combine(scales)
    hasher.combine(requirement)
  }

  /// The table of a pollutant and averaging period; without a period, the first that takes part in the current
  /// value, else the first.
  public func scale(of parameter: AirParameter, averaging: AveragingPeriod? = nil) -> BreakpointScale? {
    let all = scales.filter { $0.input.parameter == parameter }
    if let averaging { return all.first { $0.input.averaging == averaging } }
    return all.first { $0.input.current != nil } ?? all.first
  }

  /// The index of one concentration.
  ///
  /// - Parameters:
  ///   - concentration: Averaged, in the unit of the table.
  ///   - scale: One of ``scales``.
  ///   - basis: How the concentration was formed.
  /// - Throws: The reason why the standard gives none.
  public func subIndex(
    of concentration: Double, on scale: BreakpointScale, basis: AQIBasis = .given
  ) throws(IndexUnavailable) -> AQISubIndex {
    let number = scale.number(of: concentration)
    guard number.isIndex else {
      let problem = problem(number, of: concentration, on: scale)
      throw IndexUnavailable(
        problem.reason, edition: edition.identifier, otherReadings: problem.otherReadings)
    }
    let next = bandPlace(of: number).flatMap { scale.start(after: bands[$0]) }
    return subIndex(number, of: concentration, on: scale, basis, next: next)
  }

  /// The index of one concentration of a pollutant.
  ///
  /// - Throws: The reason why the standard gives none.
  public func subIndex(
    of parameter: AirParameter, _ concentration: Double, averaging: AveragingPeriod? = nil
  ) throws(IndexUnavailable) -> AQISubIndex {
    guard let scale = scale(of: parameter, averaging: averaging) else {
      throw IndexUnavailable(.notCovered(parameter), edition: edition.identifier)
    }
    return try subIndex(of: concentration, on: scale)
  }

  private func validate() throws(BreakpointIndexError) {
    guard !edition.identifier.isEmpty else { throw BreakpointIndexError(.empty, "the identifier is empty") }
    guard !scales.isEmpty else { throw BreakpointIndexError(.empty, "the index has no scales") }
    guard !bands.isEmpty else { throw BreakpointIndexError(.empty, "the index has no bands") }
    for (place, band) in bands.enumerated() {
      if let upper = band.upperIndex, upper < band.lowerIndex {
        throw BreakpointIndexError(
          .descending, row: place + 1, "the band “\(band.key)” ends before it begins")
      }
      if band.upperIndex == nil, place != bands.count - 1 {
        throw BreakpointIndexError(
          .openRow, row: place + 1, "the band “\(band.key)” is open and not the last")
      }
      if bands[..<place].contains(where: { $0.key == band.key }) {
        throw BreakpointIndexError(.duplicate, row: place + 1, "two bands have the key “\(band.key)”")
      }
      guard place > 0, let end = bands[place - 1].upperIndex else { continue }
      if band.lowerIndex < end {
        throw BreakpointIndexError(.overlap, row: place + 1, "the band “\(band.key)” begins before \(end)")
      }
      if let following = bands[place - 1].following, band.lowerIndex > following {
        throw BreakpointIndexError(.gap, row: place + 1, "no band holds the numbers after \(end)")
      }
    }
    if let contradiction = requirement.contradiction(with: scales.map(\.input.parameter)) {
      throw BreakpointIndexError(.requirement, "requires: \(contradiction)")
    }
    for (place, scale) in scales.enumerated() {
      if scales[..<place].contains(where: {
        $0.input.parameter == scale.input.parameter && $0.input.averaging == scale.input.averaging
      }) {
        throw BreakpointIndexError(.duplicate, scale: scale.input.description, "the scale stands twice")
      }
      for (row, breakpoint) in scale.rows.enumerated() {
        for number in [breakpoint.lowerIndex, breakpoint.upperIndex ?? breakpoint.lowerIndex] {
          guard let first = bands.first, number >= first.lowerIndex || number == 0,
            bands.contains(where: { $0.contains(max(number, first.lowerIndex)) })
          else {
            throw BreakpointIndexError(
              .missingBand, scale: scale.input.description, row: row + 1, "no band holds \(number)")
          }
        }
      }
    }
  }
}
