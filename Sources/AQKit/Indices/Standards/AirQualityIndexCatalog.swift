/// The indices that can be asked for by name, country and date.
///
/// It is a value: copy one, register an index in it, and pass it on. ``standard`` holds every edition that AQKit ships.
public struct AirQualityIndexCatalog: Sendable {
  /// An index, read when it is first asked for.
  struct Entry: Sendable {
    let identifier: String
    let family: String
    /// Whether it is one of AQKit's own editions. Their names are in lower case, and those of a family follow one another,
    /// newest first.
    var isShipped = true
    let make: @Sendable () -> (any AirQualityIndex)?

    /// Returns whether the entry's own identifier or family is a name in lower case.
    func matches(_ own: String, _ name: String) -> Bool {
      isShipped ? own == name : own.lowercased() == name
    }
  }

  private var entries: [Entry] = []

  /// Every edition that AQKit ships.
  public static let standard = changed(AirQualityIndexCatalog()) { $0.entries = StandardEditions.all }

  /// Creates an empty catalogue.
  public init() {}

  /// Adds an index, which takes precedence over the existing editions.
  ///
  /// - Throws: `AQError` with `invalidRequest` if the edition's identifier is taken, in any case; see ``replace(_:)``.
  public mutating func register(_ index: some AirQualityIndex) throws(AQError) {
    let name = index.edition.identifier.lowercased()
    guard !entries.contains(where: { $0.matches($0.identifier, name) }) else {
      throw AQError(.invalidRequest, "The catalogue already has an index “\(index.edition.identifier)”.")
    }
    replace(index)
  }

  /// Adds an index, replacing one with the same identifier.
  public mutating func replace(_ index: some AirQualityIndex) {
    let edition = index.edition
    let name = edition.identifier.lowercased()
    entries.removeAll { $0.matches($0.identifier, name) }
    entries.insert(
      Entry(identifier: edition.identifier, family: edition.family, isShipped: false) { index }, at: 0)
  }

  /// The identifiers of all editions, in order.
  public var identifiers: [String] { entries.map(\.identifier) }

  /// The published facts about each edition, in order.
  public var editions: [IndexEdition] { entries.compactMap { $0.make()?.edition } }

  /// All indices, in order.
  public var indices: [any AirQualityIndex] { entries.compactMap { $0.make() } }

  /// Returns the index with an identifier: an edition (`us_epa_2024`), or a family (`us-epa`), which means the
  /// edition in force at a moment.
  ///
  /// - Parameters:
  ///   - identifier: The identifier as in the tables; case is ignored.
  ///   - time: The moment, by dates in UTC; now by default.
  public func index(_ identifier: String, at time: AirTime? = nil) -> (any AirQualityIndex)? {
    let name = identifier.lowercased()
    if let edition = entries.first(where: { $0.matches($0.identifier, name) }) { return edition.make() }
    return newest(entries.filter { $0.matches($0.family, name) }, at: time)
  }

  /// Returns the moments at which editions of a family come into force or end, after `start` and up to `end`, in order.
  ///
  /// Of AQKit's editions, which are newest first, it reads none before the one in force at the start.
  func changes(of family: String, after start: AirTime, through end: AirTime) -> [AirTime] {
    let name = family.lowercased()
    var dates: [AirTime] = []
    var isAtStart = false
    for entry in entries where entry.matches(entry.family, name) && !(isAtStart && entry.isShipped) {
      guard let edition = entry.make()?.edition else { continue }
      dates += [edition.effectiveFrom, edition.effectiveUntil].compactMap(\.self)
      if entry.isShipped, edition.isInForce(at: start) { isAtStart = true }
    }
    return dates.filter { start < $0 && $0 <= end }.sorted().unique
  }

  /// Returns the reason why a name means no index in an hour: it is unknown, or none of its editions is in force.
  package func absence(of name: String, inHourEnding end: AirTime) -> AQIOutcome.Unavailable {
    let family = name.lowercased()
    let editions = entries.filter { $0.matches($0.family, family) }.compactMap { $0.make()?.edition }
    guard !editions.isEmpty else { return AQIOutcome.Unavailable(.unknownIndex(name)) }
    let known = editions.reversed().map { edition in
      "\(edition.identifier)\(edition.effectiveFromText.map { " is in force from \($0)" } ?? "")"
    }
    return AQIOutcome.Unavailable(
      .stated(
        "no edition of “\(name)” is in force on \(end.adding(seconds: -3600).description.prefix(10)): "
          + "\(known.joined(separator: ", ")); name an edition to use it at any time"))
  }

  /// Returns the national index of a country or region in force at a moment.
  ///
  /// - Parameters:
  ///   - region: A code of two letters of ISO 3166-1 (`DE`; also the European Union's `UK` and `EL`) or a subdivision of
  ///     3166-2 (`AU-NSW`), whose country is the fallback; case is ignored. Member countries of the European
  ///     Environment Agency without an index of their own here get the European one. Quebec, whose own index of pollutants
  ///     isn't here, gets the federal AQHI in the form in use there, without the AQHI-Plus. Hong Kong, Macau and Taiwan never
  ///     get China's index; Macau has none here. An edition that isn't known to apply at the time is used only if there is
  ///     no other.
  ///   - time: The moment, by dates in UTC; now by default.
  /// - Returns: `nil` if no index is in force, or if the string isn't such a code.
  public func index(for region: String, at time: AirTime? = nil) -> (any AirQualityIndex)? {
    let given = region.uppercased()
    let code = Self.otherNames[given] ?? given
    let country = String(code.prefix { $0 != "-" })
    guard country.utf8.count == 2 else { return nil }
    let codes = [code, country].unique + (Self.memberCountries.contains(country[...]) ? ["EU"] : [])
    let moment = time ?? AQSystemClock().time
    for mustBeProven in [true, false] {
      for code in codes {
        let found = newest(entries, at: moment) { edition in
          edition.regions.contains { $0.uppercased() == code }
            && (!mustBeProven || edition.isProven(at: moment))
        }
        if let found { return found }
      }
    }
    return nil
  }

  /// Codes with the same meaning: the European Union's own codes for two countries, and those of regions that ISO
  /// 3166-2 lists under a country whose index isn't theirs.
  private static let otherNames = ["UK": "GB", "EL": "GR", "CN-HK": "HK", "CN-MO": "MO", "CN-TW": "TW"]

  /// The member and cooperating countries of the European Environment Agency.
  private static let memberCountries =
    """
    AT BE BG CH CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK TR AL BA ME MK RS XK
    """.split(separator: " ")

  /// Returns the index that came into force last among those in force at a moment; at a tie the first.
  ///
  /// Reads only as many of AQKit's editions as are needed: those of a family follow each other, newest first.
  private func newest(
    _ entries: [Entry], at time: AirTime?, where isMeant: (IndexEdition) -> Bool = { _ in true }
  ) -> (any AirQualityIndex)? {
    let moment = time ?? AQSystemClock().time
    var best: (any AirQualityIndex)?
    var done: String?
    for entry in entries where entry.family != done {
      guard let candidate = entry.make(), candidate.edition.isInForce(at: moment), isMeant(candidate.edition)
      else { continue }
      if entry.isShipped { done = entry.family }
      let from = candidate.edition.effectiveFrom
      if let current = best,
        (from?.secondsSince1970 ?? .min) <= (current.edition.effectiveFrom?.secondsSince1970 ?? .min)
      {
        continue
      }
      best = candidate
    }
    return best
  }
}
