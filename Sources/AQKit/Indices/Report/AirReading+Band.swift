extension AirReading {
  /// The band in which a single value lies, by the breakpoints of an index, and whether that band is an index.
  ///
  /// An index is defined for averages: the table of a 24-hour mean has a row for a single hour's value, too, but that row
  /// isn't an index. It can colour a list or a chart, and must be marked as such: ``proxy``.
  public struct Band: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The band.
    public let band: AQIBand
    /// The identifier of the index's edition.
    public let edition: String
    /// The averaging period of the value, if the standard requires another one, so that the band isn't an index. `nil`
    /// if the value is averaged as the standard's table requires.
    public let proxy: AQIValue.Basis.Proxy?
    /// The averaging period of the standard's table; `nil` for an index that the source publishes.
    public let needed: AveragingPeriod?

    /// Whether the value isn't averaged as the standard requires, so that the band isn't an index.
    public var isProxy: Bool { proxy != nil }

    /// The band's name, with the proxy if it isn't an index: `Moderate (PROXY: 1h value, 24h needed)`.
    public var description: String {
      guard case .otherPeriod(let period) = proxy else { return band.name }
      return "\(band.name) (PROXY: \(period) value\(needed.map { ", \($0) needed" } ?? ""))"
    }
  }

  /// Returns the band of this value on an index, marked if it isn't an index.
  ///
  /// A concentration counts as the average that the index requires. If the table of its own period only extends that of
  /// another period, as with hourly ozone in the United States, it counts as that average, too. A published index is sorted
  /// into the bands of the scale that its parameter names, regardless of the given index. The edition is the one in force an
  /// hour before the end of the value, by UTC, because a reading doesn't know its place.
  ///
  /// - Returns: `nil` if the index does not cover the parameter, the unit can't be converted, the value isn't a
  ///   concentration, or it is flagged as suspect.
  public func band(
    using reference: IndexEdition.Reference, catalog: AirQualityIndexCatalog = .standard
  ) -> AirReading.Band? {
    let scale =
      parameter.isPublishedIndex ? parameter.indexScale.map { IndexEdition.Reference($0) } : reference
    guard let index = scale?.resolved(in: catalog, ofHourEnding: interval.end),
      let bands = SingleValueBands(index, parameter, unit, averaging),
      let band = bands.lookUp(self).band
    else { return nil }
    return AirReading.Band(
      band: band, edition: index.edition.identifier, proxy: bands.proxy, needed: bands.needed)
  }
}
