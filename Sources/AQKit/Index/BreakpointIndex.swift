/// An index that is a table of breakpoints: data, which can be written in JSON.
///
/// The overall value is the largest sub-index. The JSON schema is in `Docs/Indices.md`.
public struct BreakpointIndex: AirQualityIndex, Hashable {
  /// What is published about it.
  public let edition: IndexEdition
  /// Its bands, best air first.
  public let bands: [AQIBand]
  /// Its tables, in order.
  public let scales: [BreakpointScale]
  /// Which pollutants must be there.
  public let requirement: IndexRequirement
  /// The concentrations that it asks for.
  public let inputs: [IndexInput]
  /// The highest number of any table: beyond it is beyond the scale. The largest `Int` where a table has no end.
  public let topNumber: Int
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
  private let nextStarts: [[ScaleTable.Start?]]

  /// Makes an index.
  ///
  /// - Throws: ``BreakpointIndexError`` where there is no scale or band or the identifier is empty, a pollutant and
  ///   averaging period stands twice, a row gives a number that no band holds, or the requirement asks for pollutants
  ///   that no scale covers.
  public init(
    edition: IndexEdition, bands: [AQIBand], scales: [BreakpointScale],
    requirement: IndexRequirement = .init()
  ) throws(BreakpointIndexError) {
    self.edition = edition
    self.bands = bands
    self.scales = scales
    self.requirement = requirement
    inputs = scales.map(\.input)
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
    trafficGroupBits = (requirement.anyOfAtTraffic ?? requirement.anyOf).map { $0.reduce(0) { $0 | bit($1) } }
    nextStarts = scales.map { scale in bands.map { scale.start(after: $0) } }
    try validate()
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
    var found: [AQISubIndex] = []
    let problem = append(concentration, on: scale, basis, starts: nil, to: &found)
    guard let sub = found.first else {
      throw IndexUnavailable(
        problem?.reason ?? .invalid(concentration), edition: edition.identifier,
        otherReadings: problem?.otherReadings ?? [])
    }
    return sub
  }

  /// Appends the index of one concentration on the scale at a place, or returns why there is none.
  func append(
    _ concentration: Double, at place: Int, _ basis: AQIBasis, to found: inout [AQISubIndex]
  ) -> IndexUnavailable.Problem? {
    append(concentration, on: scales[place], basis, starts: nextStarts[place], to: &found)
  }

  /// Does so with the starts of the next bands, where they are known.
  private func append(
    _ concentration: Double, on scale: BreakpointScale, _ basis: AQIBasis, starts: [ScaleTable.Start?]?,
    to found: inout [AQISubIndex]
  ) -> IndexUnavailable.Problem? {
    let number = scale.number(of: concentration)
    var others: [AQIReading] = []
    for other in scale.others {
      let reading = other.scale.number(of: concentration)
      guard reading != number else { continue }
      let place = bandPlace(of: reading)
      others.append(
        AQIReading(
          source: other.source, number: reading < 0 ? nil : Int(reading), band: place.map { bands[$0] }))
    }
    guard number >= 0 || number == ColumnCode.open else {
      let isUndefined = number == ColumnCode.undefined
      return .init(
        input: scale.input, reason: isUndefined ? .undefined(concentration) : .invalid(concentration),
        otherReadings: others)
    }
    let band = bandPlace(of: number)
    var next: ScaleTable.Start?
    if let band, number >= 0 { next = starts.map { $0[band] } ?? scale.start(after: bands[band]) }
    found.append(
      AQISubIndex(
        input: scale.input, concentration: concentration, number: number < 0 ? nil : Int(number),
        band: band.map { bands[$0] },
        isBeyondTable: number < 0 || scale.isBeyond(concentration) && !scale.isEndless,
        basis: basis, nextBandFrom: next?.from, nextBandAbove: next?.above, otherReadings: others))
    return nil
  }

  /// The place of the band of a number or of an open end; `nil` for any other ``ColumnCode``.
  private func bandPlace(of number: Int32) -> Int? {
    if number >= 0 { return bands.place(of: Int(number)) }
    return number == ColumnCode.open ? bands.indices.last : nil
  }

  /// Whether the pollutants of some scales, as bits, meet the requirement.
  func isComplete(_ pollutants: UInt64, atTraffic: Bool) -> Bool {
    pollutants.nonzeroBitCount >= requirement.pollutants
      && (atTraffic ? trafficGroupBits : groupBits).allSatisfy { $0 & pollutants != 0 }
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

extension BreakpointScale {
  /// Where the band after another begins; `nil` after an open one, and where the table does not reach it.
  fileprivate func start(after band: AQIBand) -> ScaleTable.Start? {
    band.following.flatMap { start(reaching: $0) }
  }
}
