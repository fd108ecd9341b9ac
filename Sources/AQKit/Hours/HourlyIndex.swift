#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The air-quality index of one place at one hour, with everything that a widget or a list shows.
///
/// It has the result of ``AirReport/index(using:at:options:catalog:)`` in a form that can be stored, sent to a widget
/// and listed. An hour without an index has its ``reason``. One that lacks pollutants that may be higher
/// is marked with ``isPartial``.
public struct HourlyIndex: Hashable, Sendable, Codable, Identifiable {
  /// The end of the hour.
  public let time: AirTime
  /// The number; `nil` if the index is not known, or the standard defines only the band there. In an index of
  /// categories it is the category's rank, counted from 1.
  public let number: Int?
  /// The text to show on its own: `126`, `10+`, or the category's name; `nil` if the index is not known.
  public let display: String?
  /// The band; `nil` if the index is not known.
  public let band: AQIBand?
  /// The pollutants that give the index.
  public var dominant: [AirParameter]
  /// The reason for a missing index; `nil` if there is an index.
  public let reason: AQIOutcome.Unavailable.Reason?
  /// Pollutants without a sub-index that may well be higher: the index is at least ``number``.
  public var missing: [AirParameter]
  /// The ``missing`` pollutants whose values don't suffice, if ``isBandUncertain``; nil if that isn't known.
  package private(set) var unaveraged: [AirParameter]?
  /// Whether ``band`` is too uncertain to be shown (``AQIValue/isBandUncertain``): draw no colour then.
  public let isBandUncertain: Bool
  /// Whether the value lies beyond the end of the index.
  public let isBeyondScale: Bool
  /// Whether a rule of the standard is not met, such as by an average of fewer hours; ``proxyText`` explains it.
  public let isProxy: Bool
  /// Measured, analysed or forecast.
  public let kind: AirReport.Kind
  /// The index as the caller named it, such as `.usEPA`.
  public let index: IndexEdition.Reference
  /// The identifier of its edition, such as `us_epa_2024`; `nil` for an index that is not known.
  public let edition: String?
  /// The title of its edition, such as `US EPA AQI 2024`; `nil` for an index that is not known.
  public let indexTitle: String?
  /// The site of the values.
  public let site: AirSite
  /// The place that was asked about, if the caller named it.
  public let place: AirPlace?
  /// The attribution that must be shown with the index.
  public let attribution: [AirAttribution]
  /// A few words on the reason that makes the index a proxy, such as `from the last hour`; `nil` if ``isProxy`` is false.
  public let proxyText: String?
  /// The nature of the values from which the index was computed; `nil` if the index is not known.
  public let provenance: AQIValue.Provenance?
  /// The warnings in force in this hour, without the outlines of their areas; empty in those of a report, as only an
  /// answer has warnings.
  public var notices: [AirNotice] {
    get { warnings ?? [] }
    set { warnings = newValue.isEmpty ? nil : newValue }
  }
  /// The notices; optional, so that what was stored without any can be read.
  private var warnings: [AirNotice]?

  private enum CodingKeys: String, CodingKey {
    case time, number, display, band, dominant, reason, missing, unaveraged, isBandUncertain, isBeyondScale
    case isProxy, kind, index, edition, indexTitle, site, place, attribution, proxyText, provenance
    case warnings = "notices"
  }

  /// Creates the index of an hour from its members, for tests and previews;
  /// ``AirReport/hourlyIndex(using:from:hours:place:options:catalog:)`` makes those of a report.
  public init(
    time: AirTime, number: Int?, display: String?, band: AQIBand?, dominant: [AirParameter] = [],
    reason: AQIOutcome.Unavailable.Reason? = nil, missing: [AirParameter] = [],
    isBandUncertain: Bool = false, isBeyondScale: Bool = false, isProxy: Bool = false,
    kind: AirReport.Kind, index: IndexEdition.Reference,
    edition: String? = nil, indexTitle: String? = nil, site: AirSite, place: AirPlace? = nil,
    attribution: [AirAttribution] = [], proxyText: String? = nil, provenance: AQIValue.Provenance? = nil,
    notices: [AirNotice] = []
  ) {
    self.time = time
    self.number = number
    self.display = display
    self.band = band
    self.dominant = dominant
    self.reason = reason
    self.missing = missing
    self.isBandUncertain = isBandUncertain
    self.isBeyondScale = isBeyondScale
    self.isProxy = isProxy
    self.kind = kind
    self.index = index
    self.edition = edition
    self.indexTitle = indexTitle
    self.site = site
    self.place = place
    self.attribution = attribution
    self.proxyText = proxyText
    self.provenance = provenance
    self.notices = notices
  }

  /// The end of the hour: a list for a place has one entry per hour.
  public var id: AirTime { time }

  /// The end of the hour as a `Date`, as a widget's timeline expects it.
  public var date: Date { time.date }

  /// Whether there is an index.
  public var isKnown: Bool { reason == nil }

  /// Whether pollutants are ``missing`` that may well be higher.
  public var isPartial: Bool { !missing.isEmpty }

  /// The official colour; `nil` if the index is not known.
  public var color: AQIBand.Color? { band?.color(for: number) }

  /// Black or white, whichever has more contrast on ``color``.
  public var textColor: AQIBand.Color? { color?.textColor }

  /// ``display`` and the band's name, the name once if the standard has categories and no number; ``display`` alone if
  /// the band is uncertain, and `nil` if the index is not known.
  public var title: String? { display.map { AQIBand.title($0, isBandUncertain ? nil : band) } }

  /// The name of the place, or of the site if the caller named no place.
  public var placeName: String? { place?.name ?? site.name }

  /// Returns the standard's advice to a group at this hour, paraphrased; `nil` if the standard gives none.
  public func advice(for group: AQIBand.HealthGroup) -> AQIBand.HealthMessage? {
    band?.advice(for: group, dominant: dominant)
  }
}

extension HourlyIndex: PartialIndex {}

extension HourlyIndex: CustomStringConvertible {
  /// Time, index and place on one line, such as `2026-10-01T12:00:00Z at least 126 Unhealthy … (Praha)`.
  public var description: String {
    let bound = isProxy ? "about " : isPartial ? "at least " : ""
    let text = title.map { "\(bound)\($0)\(proxyText.map { ", \($0)" } ?? "")" } ?? reason?.description ?? ""
    return "\(time) \(text)\(placeName.map { " (\($0))" } ?? "")"
  }
}

extension AirReport {
  /// Returns the index hour by hour, for a widget or a list.
  ///
  /// Each hour is computed from all values of the report, including the hours before the first one, because a 24-hour
  /// mean or a NowCast looks back. Ask the source for ``AirQuery/Window/hourlyIndex(from:hours:)``, which includes them. An hour
  /// that can't be computed has its ``HourlyIndex/reason``, and is never a gap in the list.
  ///
  /// - Parameters:
  ///   - reference: The index; each hour has the edition in force then, as in ``index(using:at:options:catalog:)``.
  ///   - start: The first hour is the last one that ends no later. Hours end at the same minute as the
  ///     report's; in a zone with a half-hour offset that may be half past.
  ///   - hours: The number of hours; at most those of a year.
  ///   - place: The place that was asked about, for ``HourlyIndex/place``.
  ///   - options: The options of the index, by default those for screens; the variant is always the current one.
  ///   - catalog: The catalogue in which names are looked up.
  /// - Returns: As many hours as were asked for, in order.
  public func hourlyIndex(
    using reference: IndexEdition.Reference, from start: AirTime, hours: Int, place: AirPlace? = nil,
    options: IndexOptions = .shown, catalog: AirQualityIndexCatalog = .standard
  ) -> [HourlyIndex] {
    hourlyIndex(
      using: reference, from: start, hours: hours, place: place, options: options, catalog: catalog, of: nil)
  }

  /// Returns the hours; those of an answer's report at one of its places have the provenance that the answer knows.
  fileprivate func hourlyIndex(
    using reference: IndexEdition.Reference, from start: AirTime, hours: Int, place: AirPlace?,
    options: IndexOptions, catalog: AirQualityIndexCatalog, of asked: (answer: AirAnswer, place: Int)?
  ) -> [HourlyIndex] {
    let count = min(max(0, hours), 8784)
    var options = options
    options.variant = .current
    let series = try? indexSeries(using: reference, options: options, catalog: catalog)
    let ends = series.map { series in (0..<series.count).map { series.timeline.endSeconds(at: $0) } } ?? []
    // The hours end at the same minute as those of the values around the start.
    let phase = ends.last { $0 <= start.secondsSince1970 } ?? ends.first ?? 0
    let first = start.adding(seconds: -phase).floored(toMultipleOf: 3600).adding(seconds: phase)
    let editions = self.editions(
      of: reference, from: first, through: first.adding(seconds: Int64(count) * 3600), in: catalog,
      options.timeZone)
    return (0..<count).map { hour in
      let end = first.adding(seconds: Int64(hour) * 3600)
      let position = ends.indices.firstPassing { ends[$0] >= end.secondsSince1970 }
      let isInSeries = position < ends.count && ends[position] == end.secondsSince1970
      // An average may continue for an hour or two after the last value; the hours before and after have reasons instead.
      var outcome =
        (isInSeries ? series?.outcome(at: position) : nil)
        ?? self.index(using: reference, at: end, options: options, catalog: catalog)
      if let asked { outcome = asked.answer.provenance(of: outcome, in: self, forPlace: asked.place) }
      return HourlyIndex(
        outcome, at: end, of: self, reference, editions.index(ofHourEnding: end)?.edition, place)
    }
  }
}

extension AirAnswer {
  /// Returns the index at one of the query's places hour by hour, each hour from the best report that has it:
  /// observations first, then forecasts. A partial index gives way as in ``index(using:forPlace:at:options:)``.
  ///
  /// They start when the query was made unless `start` is given. Each entry is the last hour that ends no later than its number
  /// of hours after the start. Two entries are more or less than an hour apart if they come from reports whose hours end at
  /// different minutes, such as half past in India. ``HourlyIndex/place`` is the given one, since a query by coordinate has no
  /// name, or else the one that was found by name.
  ///
  /// - Parameters: As for ``AirReport/hourlyIndex(using:from:hours:place:options:catalog:)``.
  /// - Returns: As many hours as were asked for, in order; empty if no report has a pollutant of the index
  ///   (``explanation(forPlace:)``).
  public func hourlyIndex(
    using reference: IndexEdition.Reference, from start: AirTime? = nil, hours: Int, forPlace index: Int = 0,
    place: AirPlace? = nil, options: IndexOptions = .shown
  ) -> [HourlyIndex] {
    let start = start ?? askedAt
    let end = start.adding(seconds: Int64(min(max(0, hours), 8784)) * 3600)
    let editions = editions(of: reference, from: start, through: end)
    let inputs = editions.inputs
    let given =
      editions.isEmpty ? [best(forPlace: index)].compactMap { $0 } : reports(with: inputs, forPlace: index)
    let offered = given.map { report in
      let newest = report.series.filter { inputs.contains($0.parameter) }
        .compactMap { $0.newestEnd() }.max()
      let hours = report.hourlyIndex(
        using: reference, from: start, hours: hours, place: place ?? foundPlaces[index], options: options,
        catalog: catalog, of: (self, index))
      return (hours: hours, newest: newest)
    }
    guard let first = offered.first else { return [] }
    let warnings = notices(forPlace: index).map(\.withoutShape)
    return first.hours.indices.map { i in
      // Values that meet the standard rank above proxies, and values of the hour above averages of older ones.
      let ranks = offered.map { offer -> Int in
        guard offer.hours[i].isKnown else { return 4 }
        let isOwn = offer.newest.map { offer.hours[i].time <= $0 } ?? false
        return (offer.hours[i].isProxy ? 2 : 0) + (isOwn ? 0 : 1)
      }
      let best = ranks.min().flatMap(ranks.firstIndex(of:)) ?? 0
      var hour = offered[best].hours[i]
      for other in offered.indices where ranks[other] == ranks[best] {
        if offered[other].hours[i].raises(hour) { hour = offered[other].hours[i] }
      }
      // The warnings that are in force at some time of the hour.
      let start = hour.time.adding(seconds: -3600)
      hour.notices = warnings.filter { notice in
        (notice.from ?? notice.issuedAt).map { $0 < hour.time } ?? true && !notice.hasEnded(by: start)
      }
      return hour
    }
  }
}

extension HourlyIndex {
  fileprivate init(
    _ outcome: AQIOutcome, at time: AirTime, of report: AirReport, _ reference: IndexEdition.Reference,
    _ edition: IndexEdition?, _ place: AirPlace?
  ) {
    let value = outcome.value
    self.init(
      time: time, number: value?.number, display: value?.display, band: value?.band,
      dominant: value?.dominant ?? [], reason: outcome.reason?.reason, missing: value?.missing ?? [],
      isBandUncertain: value?.isBandUncertain ?? false, isBeyondScale: value?.isBeyondScale ?? false,
      isProxy: value?.isProxy ?? false, kind: value?.provenance?.kind ?? report.kind,
      index: reference, edition: edition?.identifier, indexTitle: edition?.title, site: report.site,
      place: place, attribution: report.attribution, proxyText: value?.proxyText,
      provenance: value.map { $0.provenance ?? report.provenance(of: $0) })
    if isBandUncertain { unaveraged = value?.unaveraged }
  }
}
