/// The kinds of series in a report, whatever their sites and origins: each kind once, with a number.
struct SeriesKinds: Sendable {
  typealias Number = Int

  struct Kind: Hashable, Sendable {
    let parameter: AirParameter
    let unit: AirUnit
    var averaging: AveragingPeriod
    var correction: AirOrigin.Correction?
    var conversion: AirUnit.Conversion?
  }

  private(set) var kinds: [Kind] = []
  private var numbers: [Kind: Number] = [:]

  subscript(number: Number) -> Kind { kinds[number] }

  /// Returns the number of a kind, and adds the kind if it is new.
  mutating func number(_ kind: Kind) -> Number {
    if let known = numbers[kind] { return known }
    numbers[kind] = kinds.count
    kinds.append(kind)
    return kinds.count - 1
  }
}

extension SeriesKinds.Kind {
  init(of series: AirSeries) {
    self.init(
      parameter: series.parameter, unit: series.unit, averaging: series.averaging,
      correction: series.correction, conversion: series.conversion)
  }
}
