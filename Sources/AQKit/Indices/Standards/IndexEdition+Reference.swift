extension IndexEdition {
  /// A reference to an index, by name or by value.
  ///
  /// Names without a year mean the edition in force; an edition is named by its identifier, which may also be written
  /// as a string literal: `report.index(using: "cn_hj633_2012")`.
  public struct Reference: Sendable, ExpressibleByStringLiteral, CustomStringConvertible, Identifiable {
    /// The identifier.
    public let description: String
    /// An index of your own; `nil` for one that a catalogue has.
    private let index: (any AirQualityIndex)?

    /// Creates a reference to a family (`us-epa`) or an edition (`us_epa_2024`).
    public init(_ identifier: String) { (description, index) = (identifier, nil) }

    /// Creates a reference to a family or an edition.
    public init(stringLiteral value: String) { self.init(value) }

    /// Creates a reference to an index of your own, which needs no catalogue.
    public init(_ index: some AirQualityIndex) {
      description = index.edition.identifier
      self.index = index
    }

    /// Returns the index: your own, or else the one that a catalogue has under the name; `nil` for an unknown name.
    ///
    /// - Parameters:
    ///   - catalog: The catalogue in which names are looked up.
    ///   - time: The time at which the edition is in force, by dates in UTC; now by default.
    public func resolved(in catalog: AirQualityIndexCatalog = .standard, at time: AirTime? = nil)
      -> (any AirQualityIndex)?
    {
      index ?? catalog.index(description, at: time)
    }

    /// Returns the edition in force when the hour before a moment began.
    package func resolved(in catalog: AirQualityIndexCatalog = .standard, ofHourEnding end: AirTime)
      -> (any AirQualityIndex)?
    {
      resolved(in: catalog, at: end.adding(seconds: -3600))
    }

    /// The identifier in lower case.
    public var id: String { description.lowercased() }
  }
}

extension IndexEdition.Reference: Hashable {
  /// Returns whether both have the same name, or the same custom index.
  public static func == (lhs: IndexEdition.Reference, rhs: IndexEdition.Reference) -> Bool {
    guard let one = lhs.index, let other = rhs.index else {
      return lhs.index == nil && rhs.index == nil
        && (lhs.description == rhs.description || lhs.id == rhs.id)
    }
    return one.edition == other.edition && one.bands == other.bands && one.inputs == other.inputs
  }

  /// Hashes the identifier, ignoring case.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension IndexEdition.Reference: RawRepresentable, Codable {
  /// The identifier, under which a setting or JSON stores it: `@AppStorage("index") var index = IndexEdition.Reference.usEPA`.
  public var rawValue: String { description }

  /// Creates a reference to a family or edition; an index of your own is stored by its name, which the catalogue must know.
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
  /// Spain's ICA.
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
