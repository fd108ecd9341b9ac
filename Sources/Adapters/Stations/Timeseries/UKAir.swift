public import AQKit

/// The United Kingdom's national network (AURN), which Defra publishes.
/// A station of the list is one pollutant at a place, such as “Camden Kerbside-Nitrogen dioxide (air)”; the stations of
/// a place become one, with the place's name as identifier. Source: uk-air.defra.gov.uk/data/about_sos.
public enum UKAir: TimeseriesServer {
  /// The declaration of Defra's offers and rights.
  public static let descriptor = SourceDescriptor.timeseries(
    "uk-air", "UK-AIR", "The United Kingdom's reference stations, by the hour, provisional.",
    at: "https://uk-air.defra.gov.uk/sos-ukair/api/v1", in: .country(.unitedKingdom),
    credit: AirAttribution(
      "© Crown copyright, Defra via uk-air.defra.gov.uk", licence: "Open Government Licence v3.0"),
    rights: .open("https://uk-air.defra.gov.uk/about-these-pages"), near: (51.5442, -0.1752))
  /// A reference station in the United Kingdom.
  public static let template = AirSite(
    country: "GB", kind: .referenceStation, details: .init(network: "AURN"))
  /// True: the latitude comes first.
  public static let hasLatitudeFirst = true
  /// Returns the site, whose name ends at the last hyphen; nil for a dummy entry, which has an address or no hyphen.
  public static func site(_ id: String, label: String?, feature: String?) -> AirSite? {
    let name = label.flatMap { label in label.lastIndex(of: "-").map { String(label[..<$0]) } }
    if name?.hasPrefix("http") ?? true { return nil }
    return name.map { TimeseriesStations<Self>.site($0, $0) }
  }
}

extension AQModule where Self == HTTPModule<TimeseriesStations<UKAir>> {
  /// Registers the United Kingdom's stations, and the format of their responses.
  public static var ukAir: Self { Self(UKAir.self) }
}
