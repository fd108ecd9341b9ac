#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The indices that can be asked for by name, country and date.
///
/// It is a value: copy one, register an index in it, and pass it on. ``standard`` holds every edition that AQKit ships.
public struct AirQualityIndexCatalog: Sendable {
  /// An index, read when it is first asked for.
  struct Entry: Sendable {
    let identifier: String
    let family: String
    /// Whether it is one of AQKit's own editions, which are in the order of their dates and whose names are in lower case.
    var isShipped = true
    let make: @Sendable () -> (any AirQualityIndex)?

    /// Returns whether the entry's own identifier or family is a name in lower case.
    func matches(_ own: String, _ name: String) -> Bool {
      isShipped ? own == name : own.lowercased() == name
    }
  }

  private var entries: [Entry]

  /// Every edition that AQKit ships.
  public static let standard = AirQualityIndexCatalog(entries: StandardEditions.all)

  /// Creates an empty catalogue.
  public init() { entries = [] }

  private init(entries: [Entry]) { self.entries = entries }

  /// Adds an index, which takes precedence over the existing editions.
  ///
  /// - Throws: `AQError` with `invalidRequest` if the edition's identifier is taken; see ``replace(_:)``.
  public mutating func register(_ index: some AirQualityIndex) throws(AQError) {
    guard !entries.contains(where: { $0.identifier == index.edition.identifier }) else {
      throw AQError(.invalidRequest, "The catalogue has an index “\(index.edition.identifier)” already.")
    }
    replace(index)
  }

  /// Adds an index, replacing one with the same identifier.
  public mutating func replace(_ index: some AirQualityIndex) {
    let edition = index.edition
    entries.removeAll { $0.identifier == edition.identifier }
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
  ///   - time: The moment; now by default.
  public func index(_ identifier: String, at time: AirTime? = nil) -> (any AirQualityIndex)? {
    let name = identifier.lowercased()
    if let edition = entries.first(where: { $0.matches($0.identifier, name) }) { return edition.make() }
    return newest(entries.filter { $0.matches($0.family, name) }, at: time)
  }

  /// Returns the national index of a country or region in force at a moment.
  ///
  /// - Parameters:
  ///   - region: A code of two letters of ISO 3166-1 (`DE`; also the European Union's `UK` and `EL`) or a subdivision of
  ///     3166-2 (`AU-NSW`), whose country is the fallback; case is ignored. Member countries of the European
  ///     Environment Agency without an index of their own here get the European one. An edition that isn't known to
  ///     apply at the time is used only if there is no other.
  ///   - time: The moment; now by default.
  /// - Returns: `nil` if no index is in force, or if the string isn't such a code.
  public func index(for region: String, at time: AirTime? = nil) -> (any AirQualityIndex)? {
    let given = region.uppercased()
    let code = Self.otherNames[given] ?? given
    let country = String(code.prefix { $0 != "-" })
    guard country.utf8.count == 2 else { return nil }
    var codes = [code]
    if country != code { codes.append(country) }
    if Self.memberCountries.contains(country[...]) { codes.append("EU") }
    let moment = time ?? AirTime(Date())
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
  private static let otherNames = ["UK": "GB", "EL": "GR", "CN-HK": "HK", "CN-TW": "TW"]

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
    let moment = time ?? AirTime(Date())
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

extension IndexEdition {
  /// A reference to an index, by name or by value.
  ///
  /// Names without a year mean the edition in force; an edition is named by its identifier, which may also be written
  /// as a string literal: `report.index(using: "cn_hj633_2012")`.
  public struct Reference: Sendable, ExpressibleByStringLiteral, CustomStringConvertible, Identifiable {
    private enum Storage: Sendable {
      case named(String)
      case index(any AirQualityIndex)
    }

    private let storage: Storage

    /// Creates the index of a family (`us-epa`) or edition (`us_epa_2024`).
    public init(_ identifier: String) { storage = .named(identifier) }

    /// Creates the index of a family or edition.
    public init(stringLiteral value: String) { storage = .named(value) }

    /// Creates an index of your own.
    public init(_ index: some AirQualityIndex) { storage = .index(index) }

    /// The identifier.
    public var description: String {
      switch storage {
      case .named(let name): name
      case .index(let index): index.edition.identifier
      }
    }

    /// Returns the index, from a catalogue.
    ///
    /// - Parameters:
    ///   - catalog: The catalogue in which names are looked up.
    ///   - time: The time at which the edition is in force; now by default.
    public func resolved(in catalog: AirQualityIndexCatalog = .standard, at time: AirTime? = nil)
      -> (any AirQualityIndex)?
    {
      switch storage {
      case .named(let name): catalog.index(name, at: time)
      case .index(let index): index
      }
    }

    /// The identifier in lower case.
    public var id: String { description.lowercased() }
  }
}

extension IndexEdition.Reference: Hashable {
  /// Returns whether both have the same name, or the same custom index.
  public static func == (lhs: IndexEdition.Reference, rhs: IndexEdition.Reference) -> Bool {
    switch (lhs.storage, rhs.storage) {
    case (.named(let one), .named(let other)): one == other || one.lowercased() == other.lowercased()
    case (.index(let one), .index(let other)):
      one.edition == other.edition && one.bands == other.bands && one.inputs == other.inputs
    default: false
    }
  }

  /// Hashes the identifier, ignoring case.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension IndexEdition.Reference: RawRepresentable, Codable {
  /// The identifier, under which a setting or JSON stores it: `@AppStorage("index") var index = IndexEdition.Reference.usEPA`.
  public var rawValue: String { description }

  /// Creates the index of a family or edition; an index of your own is stored by its name, which the catalogue must know.
  public init(rawValue: String) { self.init(rawValue) }
}

extension IndexEdition.Reference {
  /// The US AQI in force.
  public static var usEPA: IndexEdition.Reference { "us-epa" }
  /// The European AQI in force.
  public static var euEAQI: IndexEdition.Reference { "eu-eaqi" }
  /// The United Kingdom's DAQI.
  public static var ukDAQI: IndexEdition.Reference { "uk-daqi" }
  /// Canada's AQHI, with the AQHI-Plus if it is higher.
  public static var caAQHI: IndexEdition.Reference { "ca-aqhi" }
  /// China's AQI in force.
  public static var cnAQI: IndexEdition.Reference { "cn-aqi" }
  /// India's National AQI.
  public static var inNAQI: IndexEdition.Reference { "in-naqi" }
  /// Germany's LQI in force.
  public static var deLQI: IndexEdition.Reference { "de-lqi" }
  /// France's indice ATMO.
  public static var frATMO: IndexEdition.Reference { "fr-atmo" }
  /// Spain's.
  public static var esICA: IndexEdition.Reference { "es-ica" }
  /// Belgium's BelAQI in force.
  public static var beBelAQI: IndexEdition.Reference { "be-belaqi" }
  /// Hong Kong's AQHI in force.
  public static var hkAQHI: IndexEdition.Reference { "hk-aqhi" }
  /// Singapore's PSI.
  public static var sgPSI: IndexEdition.Reference { "sg-psi" }
  /// South Korea's CAI.
  public static var krCAI: IndexEdition.Reference { "kr-cai" }
  /// Taiwan's AQI.
  public static var twAQI: IndexEdition.Reference { "tw-aqi" }
  /// Thailand's AQI.
  public static var thAQI: IndexEdition.Reference { "th-aqi" }
  /// Viet Nam's VN_AQI.
  public static var vnAQI: IndexEdition.Reference { "vn-aqi" }
  /// Malaysia's API.
  public static var myAPI: IndexEdition.Reference { "my-api" }
  /// Indonesia's ISPU.
  public static var idISPU: IndexEdition.Reference { "id-ispu" }
  /// The Philippines' PM2.5 categories.
  public static var phAQI: IndexEdition.Reference { "ph-aqi" }
  /// Mexico's Índice AIRE Y SALUD in force.
  public static var mxIAS: IndexEdition.Reference { "mx-ias" }
  /// Chile's ICAP.
  public static var clICAP: IndexEdition.Reference { "cl-icap" }
  /// Brazil's IQAr.
  public static var brIQAr: IndexEdition.Reference { "br-iqar" }
  /// New South Wales' air quality categories.
  public static var auNSW: IndexEdition.Reference { "au-nsw-aqc" }
  /// The Common Air Quality Index of CITEAIR.
  public static var euCAQI: IndexEdition.Reference { "eu-caqi" }
}
