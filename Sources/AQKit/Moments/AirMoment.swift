#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The air-quality index of one place at one hour, with all that a widget or a list shows of it.
///
/// It is what ``AirReport/index(using:at:proxy:options:catalog:)`` says, in a form that is stored, sent to a widget and
/// listed. A moment without an index is there all the same, and says why: ``reason``. One without pollutants that may
/// be higher says so, too: ``isPartial``.
public struct AirMoment: Hashable, Sendable, Codable, Identifiable {
  /// The end of the hour.
  public var time: AirTime
  /// The number; `nil` where the index is not known, or the standard defines only the band there. In an index of
  /// categories it is the category's rank, counted from 1.
  public var number: Int?
  /// What to show where nothing else is: `126`, `10+`, or the category's name; `nil` where the index is not known.
  public var display: String?
  /// The band; `nil` where the index is not known.
  public var band: AQIBand?
  /// The pollutants that give the index.
  public var dominant: [AirParameter]
  /// Why there is no index; `nil` where there is one.
  public var reason: IndexUnavailable.Reason?
  /// Pollutants without a sub-index that may well be higher: the index is at least ``number``.
  public var missing: [AirParameter]
  /// Whether ``band`` says too little to be shown, as ``AQIValue/isBandUncertain`` says: draw no colour then.
  public var isBandUncertain: Bool
  /// Whether the value lies beyond the end of the index.
  public var isBeyondScale: Bool
  /// Whether some rule of the standard is not met, which only happens where the caller allowed proxies.
  public var isProxy: Bool
  /// Measured, analysed or forecast.
  public var kind: AirReport.Kind
  /// The index as it was asked for, such as `.usEPA`.
  public var index: IndexEdition.Reference
  /// The identifier of its edition, such as `us_epa_2024`; `nil` for an index that is not known.
  public var edition: String?
  /// The title of its edition, such as `US EPA AQI 2024`; `nil` for an index that is not known.
  public var indexTitle: String?
  /// The site for which the values hold.
  public var site: AirSite
  /// The place that was asked about, where the caller named it.
  public var place: AirPlace?
  /// The attribution that must be shown beside it.
  public var attribution: [AirAttribution]

  /// A moment by its members, for tests and previews; ``AirReport/moments(using:from:hours:place:proxy:options:catalog:)``
  /// makes those of a report.
  public init(
    time: AirTime, number: Int?, display: String?, band: AQIBand?, dominant: [AirParameter] = [],
    reason: IndexUnavailable.Reason? = nil, missing: [AirParameter] = [],
    isBandUncertain: Bool = false, isBeyondScale: Bool = false, isProxy: Bool = false,
    kind: AirReport.Kind = .observation, index: IndexEdition.Reference,
    edition: String? = nil, indexTitle: String? = nil, site: AirSite, place: AirPlace? = nil,
    attribution: [AirAttribution] = []
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
  }

  /// The end of the hour: a list has one moment of a place for each.
  public var id: AirTime { time }

  /// The end of the hour as a `Date`, as a timeline of widgets wants it.
  public var date: Date { time.date }

  /// Whether there is an index.
  public var isKnown: Bool { reason == nil }

  /// Whether pollutants are ``missing`` that may well be higher.
  public var isPartial: Bool { !missing.isEmpty }

  /// The official colour; `nil` where the index is not known.
  public var color: AQIColor? { band?.color(for: number) }

  /// Black or white, whichever stands out more on ``color``.
  public var textColor: AQIColor? { color?.textColor }

  /// ``display`` and the band's name, the name once where the standard has categories and no number; ``display`` alone
  /// where the band is uncertain, and `nil` where the index is not known.
  public var title: String? { display.map { AQIBand.title($0, isBandUncertain ? nil : band) } }

  /// The name of the place, or of the site where the caller named no place.
  public var placeName: String? { place?.name ?? site.name }

  /// What the standard advises a group at this moment, paraphrased; `nil` where it says nothing to it.
  public func advice(for group: AQIBand.HealthGroup) -> AQIBand.HealthMessage? {
    band?.advice(for: group, dominant: dominant)
  }
}

extension AirMoment: CustomStringConvertible {
  /// Time, index and place in one line, such as `2026-10-01T12:00:00Z at least 126 Unhealthy … (Praha)`.
  public var description: String {
    let text = title.map { "\(isPartial ? "at least " : "")\($0)" } ?? reason?.description ?? ""
    return "\(time) \(text)\(placeName.map { " (\($0))" } ?? "")"
  }
}
