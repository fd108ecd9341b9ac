extension AQISeries {
  /// A comparison of an index that a source publishes with the one computed here from the same report.
  ///
  /// The two never mix: a provider's tables and rounding are often unknown and change without notice.
  public struct Comparison: Hashable, Sendable, CustomStringConvertible {
    /// The index at one moment.
    public struct Pair: Hashable, Sendable {
      /// The moment.
      public let time: AirTime
      /// The index that the source publishes.
      public let published: Double
      /// The index that is computed here.
      public let computed: Int
      /// The published number minus the computed one.
      public var difference: Double { published - Double(computed) }
    }

    /// The published parameter.
    public let parameter: AirParameter
    /// The edition that was computed; that of the last hours if it changes within the report.
    public let edition: IndexEdition
    /// All moments that have both.
    public let pairs: [Pair]
    /// The number of pairs that differ by no more than the tolerance.
    public let agreeing: Int
    /// The number of pairs in the same band.
    public let inSameBand: Int
    /// The largest difference by magnitude, published minus computed, with its sign.
    public let largestDifference: Double

    /// The comparison on one line: the pairs that agree, those in the same band, and the largest difference.
    public var description: String {
      "\(parameter) and \(edition.title): \(agreeing) of \(pairs.count) agree, \(inSameBand) in the same band, "
        + "largest difference \(largestDifference.plainText)"
    }
  }
}

extension AirReport {
  /// Compares an index that the source publishes with the one computed here, moment by moment. Published values that are
  /// flagged as suspect don't count.
  ///
  /// - Parameters:
  ///   - parameter: The published index, such as Open-Meteo's `us_aqi`.
  ///   - reference: The index to compute, which is also the scale of the published one.
  ///   - tolerance: The largest difference of the two numbers that counts as agreement.
  ///   - options: The options of the index.
  ///   - catalog: The catalogue in which names are looked up.
  /// - Throws: The reason why a comparison is impossible: a parameter that isn't a published index, or that the report doesn't
  ///   have, is refused.
  public func comparison(
    ofPublished parameter: AirParameter, with reference: IndexEdition.Reference, tolerance: Double = 0.5,
    options: IndexOptions = .standard, catalog: AirQualityIndexCatalog = .standard
  ) throws(AQIOutcome.Unavailable) -> AQISeries.Comparison {
    guard parameter.isPublishedIndex else { throw AQIOutcome.Unavailable(.notPublished(parameter)) }
    let computed = try indexSeries(using: reference, options: options, catalog: catalog)
    guard let published = self[parameter]?.withoutSuspectValues.withoutMissingSigns else {
      throw AQIOutcome.Unavailable(.notCovered(parameter), edition: computed.edition.identifier)
    }
    var momentWithEnd: [Int64: Int] = [:]
    for i in 0..<computed.count where computed.numbers[i] >= 0 {
      momentWithEnd[computed.timeline.endSeconds(at: i)] = i
    }
    var inSameBand = 0
    let pairs = published.values.indices.compactMap { i -> AQISeries.Comparison.Pair? in
      let end = published.timeline.endSeconds(at: i)
      guard !published.values[i].isNaN, let moment = momentWithEnd[end] else { return nil }
      let pair = AQISeries.Comparison.Pair(
        time: AirTime(secondsSince1970: end), published: published.values[i],
        computed: Int(computed.numbers[moment]))
      let index = computed.index(at: moment)
      let isFlagged = published.flags?[i].contains(.beyondScale) ?? false
      let band = index.band(ofPublished: pair.published, isBeyondScale: isFlagged)
      if let band, band == index.band(of: pair.computed) {
        inSameBand += 1
      }
      return pair
    }
    return AQISeries.Comparison(
      parameter: parameter, edition: computed.edition, pairs: pairs,
      agreeing: pairs.count { $0.difference.magnitude <= tolerance }, inSameBand: inSameBand,
      largestDifference: pairs.map(\.difference).max { $0.magnitude < $1.magnitude } ?? 0)
  }

  /// Returns the band of an index that the source publishes, on the scale that the caller names.
  ///
  /// The number is the source's own; nothing is computed, and it is never turned into a concentration. The edition of the
  /// scale is that of the value's time, as in ``index(using:at:options:catalog:)``.
  ///
  /// - Returns: The published number and its band; `nil` if the report has no such value at the moment, the newest one is
  ///   flagged as suspect, or the index is unknown.
  public func publishedBand(
    of parameter: AirParameter, on reference: IndexEdition.Reference, at moment: AirTime? = nil,
    catalog: AirQualityIndexCatalog = .standard
  ) -> (value: Double, band: AQIBand)? {
    guard parameter.isPublishedIndex,
      let reading = self[parameter]?.newestReading(notAfter: moment ?? receivedAt),
      !reading.flags.contains(.suspect)
    else { return nil }
    let end = reading.interval.end
    let index = editions(of: reference, from: end, through: end, in: catalog, nil).index(ofHourEnding: end)
    let isFlagged = reading.flags.contains(.beyondScale)
    guard let band = index?.band(ofPublished: reading.value, isBeyondScale: isFlagged) else { return nil }
    return (reading.value, band)
  }
}
