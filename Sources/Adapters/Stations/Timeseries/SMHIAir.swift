public import AQKit

/// Sweden's municipal and national monitoring stations, whose data SMHI hosts for the Swedish
/// Environmental Protection Agency.
///
/// A station of the list is one pollutant at a place; the stations of a place become one, with the place's name as
/// identifier. Most clients use `/52North/api`, some `/52North/api/v1`; set the option `baseURL` to the one that works.
/// Source: datavardluft.smhi.se.
public enum SMHIAir: TimeseriesServer {
  /// The declaration of SMHI's offers and rights.
  public static let descriptor = SourceDescriptor.timeseries(
    "smhi-air", "SMHI", "The Swedish stations, by the hour, unverified.",
    at: "https://datavardluft.smhi.se/52North/api", in: .country(.sweden),
    credit: AirAttribution("SMHI, Datavärdskap luftkvalitet", link: "https://datavardluft.smhi.se/"),
    rights: AirRights(terms: "https://datavardluft.smhi.se/"), near: (59.33, 18.06))
  /// A reference station in Sweden.
  public static let template = AirSite(
    timeZone: "Europe/Stockholm", country: "SE", kind: .referenceStation, details: .init(network: "SMHI"))
  /// Returns the site named by the feature.
  public static func site(_ id: String, label: String?, feature: String?) -> AirSite? {
    TimeseriesStations<Self>.site(feature ?? label ?? id, feature ?? label)
  }
}

extension AQModule where Self == HTTPModule<TimeseriesStations<SMHIAir>> {
  /// Registers the Swedish stations, and the format of their responses.
  public static var smhiAir: Self { Self(SMHIAir.self) }
}
