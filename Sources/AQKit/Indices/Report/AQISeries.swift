/// The index of a whole history or forecast.
public struct AQISeries: Sendable {
  /// The way in which the concentrations of an input were formed from a series of the report; ``Entry/basis`` adds what
  /// differs from moment to moment.
  public struct Formation: Hashable, Sendable, CustomStringConvertible {
    /// The input.
    public let input: IndexInput
    /// The averaging method.
    public let method: AveragingMethod
    /// The origin of the concentrations.
    public let origin: AQIValue.Basis.Origin
    /// The unit that was converted from; `nil` if none was.
    public let convertedFrom: AirUnit?
    /// The conditions of the conversion.
    public let conditions: AirUnit.ReferenceConditions?
    /// The correction applied to the series, such as Barkjohn's for low-cost sensors.
    public let correction: String?
    /// The averaging period of the values as the source gives them.
    public let averaging: AveragingPeriod

    /// The formation in words, such as `pm25 24h: NowCast of hourly means`.
    public var description: String {
      let kind =
        switch origin {
        case .given: "\(method.name) as given"
        case .published where averaging == method.publishedPeriod: "\(method.name) as published"
        case .published: "\(averaging) values as published, PROXIES in place of the \(method.name)"
        case .hourlyMeans: "\(method.name) of hourly means"
        case .hourlyModelValues: "\(method.name) of hourly model values"
        }
      let conversion = convertedFrom.map { unit in
        ", converted from \(unit)" + (conditions.map { " at \($0)" } ?? "")
      }
      return "\(input): \(kind)\(conversion ?? "")\(correction.map { ", corrected (\($0))" } ?? "")"
    }
  }

  /// An index of the series.
  public struct Entry: Hashable, Sendable, Codable, Identifiable {
    /// The time of the value: the end of the hour as an instant, or the day.
    public let interval: AirInterval
    /// The number; `nil` if only the band is defined.
    public let number: Int?
    /// The text to show.
    public let display: String
    /// The band.
    public let band: AQIBand
    /// The pollutant that gives it, the first of several at a tie; `nil` if the standard names none.
    public let dominant: AirParameter?
    /// Whether it lies beyond the end of the index.
    public let isBeyondScale: Bool
    /// Whether a rule of the standard is not met, which only happens if the caller allows proxies.
    public let isProxy: Bool
    /// Whether pollutants are missing that may well be higher: ``AQISeries/outcome(at:)`` names them.
    public let isPartial: Bool
    /// Whether ``band`` is too uncertain to be shown, as in ``AQIValue/isBandUncertain``.
    public let isBandUncertain: Bool
    /// The basis of the concentration that gives the index: the number of hours, and the reason for a proxy.
    public let basis: AQIValue.Basis?

    /// The interval: a series has one entry for each.
    public var id: AirInterval { interval }

    /// ``display`` and the band's name, the name once if the standard has categories and no number; ``display``
    /// alone if the band is uncertain.
    public var title: String { AQIBand.title(display, isBandUncertain ? nil : band) }

    /// The official colour.
    public var color: AQIBand.Color? { band.color(for: number) }
  }

  /// The edition with which it was computed; that of the last hours if the edition changes within the series. The value of
  /// ``outcome(at:)`` names the edition of its hour.
  public var edition: IndexEdition { computation.index.edition }
  /// Hourly values of the moment, or days.
  public var variant: IndexOptions.Variant { computation.options.variant }
  /// The times of the values: instants at the ends of hours, or days.
  public private(set) var timeline: AirTimeline
  /// The numbers; negative for a missing one: ``outcome(at:)`` has the reason.
  public private(set) var numbers: [Int32]
  /// The index into ``formations`` of the one that gives the number; -1 if none does or the standard names none.
  public private(set) var leading: [Int16]
  /// Per-row flags; empty if no row has any.
  package private(set) var marks: [AQIValue.Column.Mark]
  /// The formations of each input's concentrations; several if one series fills another's gaps.
  public private(set) var formations: [Formation]
  /// The reasons for inputs that have no concentration at any time.
  public private(set) var problems: [AQIOutcome.Unavailable.Problem]
  /// The bands of the ``edition``, best air first.
  public var bands: [AQIBand] { computation.index.bands }
  /// The highest number of the ``edition``'s tables.
  public var topNumber: Int { computation.index.topNumber }

  private let computation: Computation
  /// The part and its index of each moment of a joined series; empty for any other.
  private var origins: [(part: Int, i: Int)] = []
  private var parts: [AQISeries] = []

  /// Computes the index at the moments of some concentrations, which are those of a timeline.
  init(
    _ index: some AirQualityIndex, _ options: IndexOptions, _ formed: SeriesFormation,
    _ held: [AirParameter], _ timeline: AirTimeline, _ provenance: ProvenanceRule
  ) {
    computation = Computation(index, options, formed, held, provenance)
    self.timeline = timeline
    formations = formed.columns.map { formed.inputs[$0] }.flatMap { input in
      input.used.compactMap { try? input.candidates[$0].get().formation }
    }
    let columns = formed.columns.map { formed.inputs[$0].column }
    let result = index.numbers(of: IndexInput.Columns(columns, count: timeline.count, options: options))
      .rows(timeline.count)
    numbers = result.numbers
    leading = result.leading
    if columns.count != formations.count {
      for i in leading.indices where leading[i] >= 0 {
        leading[i] = Int16(clamping: formed.formation(ofColumn: Int(leading[i]), at: i))
      }
    }
    marks = result.marks
    // An index of the caller's own may not mark proxies: then any proxy among a row's inputs marks the row.
    if marks.isEmpty, columns.contains(where: { !$0.proxies.isEmpty }) {
      marks = numbers.indices.map { i in
        columns.contains { $0.isProxy(at: i) } ? .proxy : []
      }
    }
    problems = formed.problems
    guard options.partial == .none else { return }
    for i in numbers.indices where numbers[i].isIndex && partialValue(at: i) != nil {
      numbers[i] = AQIValue.Code.incomplete
      leading[i] = -1
    }
  }

  /// Returns the value at a moment if it is partial; `nil` if the columns show that it is complete, or it is missing.
  private func partialValue(at i: Int) -> AQIValue? {
    if !origins.isEmpty { return parts[origins[i].part].partialValue(at: origins[i].i) }
    if !computation.hasFurtherPollutants,
      computation.formed.isWhole(at: i, computation.held, below: computation.ends)
    {
      return nil
    }
    var options = computation.options
    options.partial = .allowed
    let value = outcome(at: i, options).value
    return value?.isPartial == true ? value : nil
  }

  private func outcome(at i: Int, _ options: IndexOptions) -> AQIOutcome {
    let (given, problems) = computation.formed.concentrations(at: i)
    let end = AirTime(secondsSince1970: timeline.endSeconds(at: i))
    return computation.index.outcome(
      of: IndexInput.Formed(
        given, problems: problems, held: computation.held, time: end, options: options))
  }

  /// Joins the series of several periods or editions, each at the moments at which it counts; `nil` if there are none.
  init?(
    joining parts: [AQISeries], where counts: (_ part: Int, _ moment: AirTime) -> Bool = { _, _ in true }
  ) {
    let moments = Self.moments(of: parts).filter { part, i in
      counts(part, AirTime(secondsSince1970: parts[part].timeline.endSeconds(at: i)))
    }
    guard let last = moments.last else { return nil }
    self.init(parts, at: moments, like: parts[last.part])
  }

  /// Returns all moments of some series in order of time, each by its part and its position there.
  private static func moments(of parts: [AQISeries]) -> [(part: Int, i: Int)] {
    let moments = parts.indices.flatMap { part in parts[part].numbers.indices.map { (part: part, i: $0) } }
    let bounds = moments.map { parts[$0.part].bounds(at: $0.i) }
    return bounds.indices.ordered { bounds[$0] < bounds[$1] }.map { moments[$0] }
  }

  private func bounds(at i: Int) -> (start: Int64, end: Int64) {
    (timeline.startSeconds(at: i), timeline.endSeconds(at: i))
  }

  /// Creates the moments of some series in order of time, each by its part and its position there; everything else
  /// comes from one of them.
  private init?(_ parts: [AQISeries], at origins: [(part: Int, i: Int)], like model: AQISeries) {
    var whole = model
    let bounds = origins.map { parts[$0.part].bounds(at: $0.i) }
    guard
      let timeline = try? AirTimeline(
        starts: ContiguousArray(bounds.map(\.start)), ends: ContiguousArray(bounds.map(\.end)))
    else { return nil }
    whole.timeline = timeline
    let formations = parts.flatMap(\.formations).unique
    let ranks = parts.map { part in part.formations.map { formations.firstIndex(of: $0) ?? -1 } }
    whole.formations = formations
    whole.numbers = origins.map { parts[$0.part].numbers[$0.i] }
    whole.leading = origins.map { origin in
      let own = Int(parts[origin.part].leading[origin.i])
      return ranks[origin.part].indices.contains(own) ? Int16(clamping: ranks[origin.part][own]) : -1
    }
    if parts.contains(where: { !$0.marks.isEmpty }) {
      whole.marks = origins.map { parts[$0.part].marks.isEmpty ? [] : parts[$0.part].marks[$0.i] }
    }
    // An input remains a problem of the whole only if it is one in every part.
    whole.problems = whole.problems.filter { problem in
      parts.allSatisfy { $0.problems.contains { $0.input == problem.input } }
    }
    whole.origins = origins
    whole.parts = parts
    self = whole
  }

  /// Creates a series that has, at each moment, the first series' value if it has a band, else the second one's;
  /// without a band in both there is no value. `nil` without any series.
  init?(showing strict: AQISeries?, orElse lenient: AQISeries?) {
    let parts = [strict, lenient].compactMap { $0 }
    guard let last = parts.last else { return nil }
    var moments: [(part: Int, i: Int, isShown: Bool)] = []
    for (part, i) in Self.moments(of: parts) {
      if let known = moments.last, parts[known.part].bounds(at: known.i) == parts[part].bounds(at: i) {
        if !known.isShown, parts[part].isShown(at: i) { moments[moments.count - 1] = (part, i, true) }
      } else {
        moments.append((part, i, parts[part].isShown(at: i)))
      }
    }
    if moments.allSatisfy({ $0.isShown && $0.part == 0 }) {
      self = parts[0]
      return
    }
    guard var whole = AQISeries(parts, at: moments.map { ($0.part, $0.i) }, like: last) else { return nil }
    for place in moments.indices where !moments[place].isShown {
      whole.numbers[place] = AQIValue.Code.incomplete
      whole.leading[place] = -1
    }
    self = whole
  }

  /// Returns whether there is a value with a band, and no outdated proxy.
  private func isShown(at i: Int) -> Bool {
    guard let entry = self[i], !entry.isBandUncertain else { return false }
    return !entry.isProxy || outcome(at: i)?.isOfTheHour ?? false
  }

  /// The number of moments.
  public var count: Int { numbers.count }

  /// The index of a moment; `nil` if there is none: ``outcome(at:)`` has the reason.
  public subscript(i: Int) -> Entry? {
    guard numbers.indices.contains(i), let interval = timeline[i] else { return nil }
    let code = numbers[i]
    guard code.isIndex else { return nil }
    if !origins.isEmpty { return parts[origins[i].part][origins[i].i] }
    let number = code >= 0 ? Int(code) : nil
    guard let band = number.map({ bands.band(of: $0) }) ?? bands.last else { return nil }
    let formation = Int(leading[i])
    let marks = i < marks.count ? marks[i] : []
    let partial = partialValue(at: i)
    return Entry(
      interval: interval, number: number,
      display: AQIBand.display(number, band, of: edition.kind, top: topNumber), band: band,
      dominant: formations.indices.contains(formation) ? formations[formation].input.parameter : nil,
      isBeyondScale: marks.contains(.beyondScale) || number.map { $0 > topNumber } ?? true,
      isProxy: marks.contains(.proxy), isPartial: partial != nil,
      isBandUncertain: partial?.isBandUncertain ?? false,
      basis: formation >= 0
        ? computation.formed.basis(ofFormation: formation, at: i) : outcome(at: i)?.value?.leading?.basis)
  }

  /// The identifiers of the editions of all moments, without repetitions.
  private var editions: [String] {
    parts.isEmpty ? [edition.identifier] : parts.flatMap(\.editions).unique
  }

  /// Returns the index by which a moment was computed.
  func index(at i: Int) -> any AirQualityIndex {
    origins.isEmpty ? computation.index : parts[origins[i].part].index(at: origins[i].i)
  }

  /// Returns the report's index at a moment of the series, as ``AirReport/index(using:at:options:catalog:)``
  /// does at that moment, without ``AQIValue/bounds``.
  ///
  /// - Returns: The value with all sub-indices, each with its basis, or the reason for a missing one; `nil` beyond the
  ///   series.
  public func outcome(at i: Int) -> AQIOutcome? {
    guard numbers.indices.contains(i), i < timeline.count else { return nil }
    if !origins.isEmpty {
      let outcome = parts[origins[i].part].outcome(at: origins[i].i)
      // The hidden values are bounds and outdated proxies.
      return numbers[i] == AQIValue.Code.incomplete ? outcome?.concealed : outcome
    }
    return computation.provenance.stated(in: outcome(at: i, computation.options))
  }

  /// The entries that have an index, in order.
  public var entries: some Sequence<Entry> { numbers.indices.lazy.compactMap { self[$0] } }

  /// What a series was computed from, shared by its copies.
  private final class Computation: Sendable {
    let index: any AirQualityIndex
    let options: IndexOptions
    let formed: SeriesFormation
    /// The parameters of the whole report.
    let held: [AirParameter]
    let provenance: ProvenanceRule
    /// Whether the index has pollutants outside the formed inputs without which a value is partial.
    let hasFurtherPollutants: Bool
    /// For each formed input, the concentration from which on there may be no index.
    let ends: [Double]

    init(
      _ index: any AirQualityIndex, _ options: IndexOptions, _ formed: SeriesFormation,
      _ held: [AirParameter], _ provenance: ProvenanceRule
    ) {
      self.index = index
      self.options = options
      self.formed = formed
      self.held = held
      self.provenance = provenance
      let plan = index.plan
      ends = formed.inputs.map { plan.ends[$0.input] ?? 10_000 }
      let taking = formed.inputs.map(\.input.parameter)
      hasFurtherPollutants = index.inputs.map(\.parameter).contains { pollutant in
        !taking.contains(pollutant)
          && pollutant.isMissed(isHeld: held.contains(pollutant), hasParticles: false)
      }
    }
  }
}

extension AQISeries: Hashable {
  /// Compares editions, times, numbers, what gives them, and problems; not the concentrations, their accuracy or provenance.
  public static func == (lhs: AQISeries, rhs: AQISeries) -> Bool {
    lhs.edition == rhs.edition && lhs.editions == rhs.editions && lhs.variant == rhs.variant
      && lhs.timeline == rhs.timeline
      && lhs.numbers == rhs.numbers && lhs.leading == rhs.leading && lhs.marks == rhs.marks
      && lhs.computation.held == rhs.computation.held && lhs.formations == rhs.formations
      && lhs.problems == rhs.problems && lhs.bands == rhs.bands
  }

  /// Hashes the edition, the time and the numbers.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(edition.identifier)
    hasher.combine(timeline)
    hasher.combine(numbers)
  }
}

extension InputSeries {
  fileprivate var formation: AQISeries.Formation {
    AQISeries.Formation(
      input: input, method: method, origin: origin, convertedFrom: particulars?.fields.convertedFrom,
      conditions: particulars?.fields.conditions, correction: particulars?.fields.correction,
      averaging: averaging)
  }
}
