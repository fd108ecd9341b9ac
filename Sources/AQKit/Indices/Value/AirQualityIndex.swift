/// An air-quality index.
///
/// ## Use one
/// `report.index(using: .usEPA)` for an edition in force, ``AirQualityIndexCatalog`` for the rest.
///
/// ## Write one
/// An index that is a table is data: decode a ``BreakpointIndex`` from JSON. An index that is a formula is a `struct`
/// with four members: the published facts about it, its bands, the concentrations that it requires, and their value.
/// The engine forms the concentrations from a report; ``value(of:options:)`` never averages or converts. The other
/// members have defaults; override them for an index that can be computed faster over whole columns, or is used again
/// and again.
///
/// ## Test one
/// `IndexContract` in AQKitTesting.
public protocol AirQualityIndex: Sendable {
  /// The published facts about the index.
  var edition: IndexEdition { get }
  /// The bands, best air first.
  var bands: [AQIBand] { get }
  /// The concentrations that the index needs, in the order of its table.
  var inputs: [IndexInput] { get }

  /// Returns the value for some concentrations, each averaged and in its input's unit.
  ///
  /// - Parameters:
  ///   - concentrations: The available concentrations; inputs may be missing.
  ///   - options: The variant, and whether rules may be waived.
  /// - Returns: The value, or the reason why the standard gives none.
  func value(of concentrations: [IndexInput.Concentration], options: IndexOptions) -> AQIOutcome

  /// The highest number of the index; numbers above it are beyond its scale. By default the end of the last band, or
  /// the largest `Int` if that is open.
  var topNumber: Int { get }

  /// The ``inputs``, prepared for forming their concentrations. By default they are prepared on each use; an index that
  /// is used often keeps its plan in a property.
  var plan: IndexInput.Plan { get }

  /// Returns the outcome of the concentrations that were formed from a report. By default it is that of
  /// ``value(of:options:)``, with the pollutants that the report lacks.
  func outcome(of formed: IndexInput.Formed) -> AQIOutcome

  /// Returns the index of every row of some columns, as ``value(of:options:)`` gives it. By default one row after the other.
  func numbers(of columns: IndexInput.Columns) -> AQIValue.Column
}

extension AirQualityIndex {
  /// The end of the last band; the largest `Int` if that is open.
  public var topNumber: Int { bands.last?.upperIndex ?? .max }

  /// The inputs, prepared for one use.
  public var plan: IndexInput.Plan { IndexInput.Plan(inputs, of: edition, isKept: false) }

  /// Returns the value for some concentrations, with the usual options.
  public func value(of concentrations: [IndexInput.Concentration]) -> AQIOutcome {
    value(of: concentrations, options: .standard)
  }

  /// Returns the band of a number: the first whose upper end is not below it; `nil` below the first band.
  public func band(of number: Int) -> AQIBand? { bands.band(of: number) }

  /// Returns the band of an index value that a source publishes on this index's scale.
  ///
  /// The caller chooses the index as the scale of the value; nothing is computed.
  ///
  /// - Returns: `nil` if the value is not on the scale: negative, or above the last level of an index of levels or
  ///   categories (such as 45 for the European AQI, which has six), unless a label such as `10+` stands for all above.
  public func band(ofPublished value: Double) -> AQIBand? {
    guard value.isFinite, value >= 0, value < 1e9 else { return nil }
    let number = Int(value.rounded(.toNearestOrAwayFromZero))
    if edition.kind != .number, let last = bands.last, last.label == nil, number > last.lowerIndex {
      return nil
    }
    return bands.band(of: number)
  }

  /// Returns the band of a published index value: one that is flagged as beyond the scale, such as the 10 of `10+`, is in the
  /// last band. A value below the end of the scale isn't beyond it: its point in a chart has the flags of others, too.
  package func band(ofPublished value: Double, isBeyondScale: Bool) -> AQIBand? {
    if isBeyondScale, let last = bands.last, value + 1 >= Double(last.lowerIndex) {
      return last
    }
    return band(ofPublished: value)
  }
}

extension [AQIBand] {
  /// Returns the first band whose upper end is not below a number.
  func band(of number: Int) -> AQIBand? { bandIndex(of: number).map { self[$0] } }

  func bandIndex(of number: Int) -> Int? {
    guard let first, number >= first.lowerIndex else { return nil }
    for i in indices where number <= self[i].upperIndex ?? .max { return i }
    return indices.last
  }
}
