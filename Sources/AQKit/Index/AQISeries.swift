/// The index of a whole history or forecast.
public struct AQISeries: Hashable, Sendable {
  /// How one pollutant's concentrations were formed.
  public struct Source: Hashable, Sendable, CustomStringConvertible {
    /// The input.
    public var input: IndexInput
    /// How it was averaged.
    public var method: AveragingMethod
    /// Where the concentrations came from.
    public var origin: AQIBasis.Origin
    /// The unit converted from, `nil` where none was.
    public var convertedFrom: AirUnit?
    /// The conditions of the conversion.
    public var conditions: ReferenceConditions?

    /// The basis in words, such as `pm25 24h: NowCast of hourly means`.
    public var description: String {
      let kind =
        switch origin {
        case .given: "as given"
        case .published: "as published"
        case .hourlyMeans: "of hourly means"
        case .hourlyModelValues: "of hourly model values"
        }
      let conversion = convertedFrom.map { unit in
        ", converted from \(unit)" + (conditions.map { " at \($0)" } ?? "")
      }
      return "\(input): \(method.name) \(kind)\(conversion ?? "")"
    }
  }

  /// The index at one place of the series.
  public struct Entry: Hashable, Sendable {
    /// For when it holds: the end of the hour as an instant, or the day.
    public var interval: AirInterval
    /// The number; `nil` where only the band is defined.
    public var number: Int?
    /// What to show.
    public var display: String
    /// The band.
    public var band: AQIBand
    /// The pollutant that gives it; `nil` where the standard names none.
    public var dominant: AirParameter?
    /// Whether it lies beyond the end of the index.
    public var isBeyondScale: Bool

    /// The official colour.
    public var color: AQIColor? { band.color(for: number) }
  }

  /// The edition by which it was computed.
  public var edition: IndexEdition
  /// Hourly values of the moment, or days.
  public var variant: IndexVariant
  /// For when the values hold: instants at the ends of hours, or days.
  public var timeline: Timeline
  /// The numbers, or a ``ColumnCode`` where there is none.
  public var numbers: [Int32]
  /// Which of ``sources`` gives the number, -1 where none does.
  public var leading: [Int16]
  /// What went in, and how it was formed.
  public var sources: [Source]
  /// What stands in the way of other inputs.
  public var problems: [IndexUnavailable.Problem]
  /// The bands, best air first.
  public var bands: [AQIBand]
  /// The highest number of the tables.
  public var topNumber: Int

  /// How many places there are.
  public var count: Int { numbers.count }

  /// The index at a place, `nil` where there is none.
  public subscript(place: Int) -> Entry? {
    guard numbers.indices.contains(place), let interval = timeline[place] else { return nil }
    let code = numbers[place]
    guard code >= 0 || code == ColumnCode.open else { return nil }
    let number = code >= 0 ? Int(code) : nil
    guard let band = number.map({ bands.band(of: $0) }) ?? bands.last else { return nil }
    let display = band.label ?? number.map(String.init) ?? ">\(topNumber)"
    let source = Int(leading[place])
    return Entry(
      interval: interval, number: number, display: edition.kind == .category ? band.name : display,
      band: band,
      dominant: sources.indices.contains(source) ? sources[source].input.parameter : nil,
      isBeyondScale: number.map { $0 > topNumber } ?? true)
  }

  /// The places that have an index, in order.
  public var entries: some Sequence<Entry> { numbers.indices.lazy.compactMap { self[$0] } }

  /// The highest index of the series.
  public var highest: Entry? {
    var best: Int?
    for place in numbers.indices where numbers[place] >= 0 || numbers[place] == ColumnCode.open {
      guard let current = best else {
        best = place
        continue
      }
      if ColumnCode.larger(numbers[current], numbers[place]) != numbers[current] { best = place }
    }
    return best.flatMap { self[$0] }
  }
}
