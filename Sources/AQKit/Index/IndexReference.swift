/// Which index is meant: by name, or one of one's own.
///
/// The names without a year mean the edition in force; an edition is named by its identifier, which may also be
/// written as a string: `report.index(using: "cn_hj633_2012")`.
public struct IndexReference: Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  private enum Storage: Sendable {
    case named(String)
    case index(any AirQualityIndex)
  }

  private let storage: Storage

  /// The index of a family (`us-epa`) or edition (`us_epa_2024`).
  public init(_ identifier: String) { storage = .named(identifier) }

  /// The index of a family or edition.
  public init(stringLiteral value: String) { storage = .named(value) }

  /// An index of one's own.
  public init(_ index: some AirQualityIndex) { storage = .index(index) }

  /// The identifier.
  public var description: String {
    switch storage {
    case .named(let name): name
    case .index(let index): index.edition.identifier
    }
  }

  /// The index, from a catalogue.
  ///
  /// - Parameters:
  ///   - catalog: Where names are looked up.
  ///   - time: When the edition is in force; now if left out.
  public func resolved(in catalog: AirQualityIndexCatalog = .standard, at time: AirTime? = nil)
    -> (any AirQualityIndex)?
  {
    switch storage {
    case .named(let name): catalog.index(name, at: time)
    case .index(let index): index
    }
  }
}

extension IndexReference {
  /// The US AQI in force.
  public static let usEPA: IndexReference = "us-epa"
  /// The European AQI in force.
  public static let euEAQI: IndexReference = "eu-eaqi"
  /// The United Kingdom's DAQI.
  public static let ukDAQI: IndexReference = "uk-daqi"
  /// Canada's AQHI, with the AQHI-Plus where it is higher.
  public static let caAQHI: IndexReference = "ca-aqhi"
  /// China's AQI in force.
  public static let cnAQI: IndexReference = "cn-aqi"
  /// India's National AQI.
  public static let inNAQI: IndexReference = "in-naqi"
  /// Germany's LQI in force.
  public static let deLQI: IndexReference = "de-lqi"
  /// France's indice ATMO.
  public static let frATMO: IndexReference = "fr-atmo"
  /// Belgium's BelAQI in force.
  public static let beBelAQI: IndexReference = "be-belaqi"
  /// Hong Kong's AQHI in force.
  public static let hkAQHI: IndexReference = "hk-aqhi"
  /// Singapore's PSI.
  public static let sgPSI: IndexReference = "sg-psi"
  /// South Korea's CAI.
  public static let krCAI: IndexReference = "kr-cai"
  /// Taiwan's AQI.
  public static let twAQI: IndexReference = "tw-aqi"
  /// Thailand's AQI.
  public static let thAQI: IndexReference = "th-aqi"
  /// Viet Nam's VN_AQI.
  public static let vnAQI: IndexReference = "vn-aqi"
  /// Malaysia's API.
  public static let myAPI: IndexReference = "my-api"
  /// Indonesia's ISPU.
  public static let idISPU: IndexReference = "id-ispu"
  /// The Philippines' PM2.5 categories.
  public static let phAQI: IndexReference = "ph-aqi"
  /// Mexico's Índice AIRE Y SALUD in force.
  public static let mxIAS: IndexReference = "mx-ias"
  /// Chile's ICAP.
  public static let clICAP: IndexReference = "cl-icap"
  /// Brazil's IQAr.
  public static let brIQAr: IndexReference = "br-iqar"
  /// New South Wales' air quality categories.
  public static let auNSW: IndexReference = "au-nsw-aqc"
  /// The Common Air Quality Index of CITEAIR.
  public static let euCAQI: IndexReference = "eu-caqi"
}
