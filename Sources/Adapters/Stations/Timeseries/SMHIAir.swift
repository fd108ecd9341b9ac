public import AQKit

/// The Swedish stations of municipalities and of the environmental monitoring, whose data SMHI hosts for the Swedish
/// Environmental Protection Agency.
///
/// A station of the list is one pollutant at a place; those of a place become one, with its name as identifier. Clients
/// ask at `/52North/api`, and some at `/52North/api/v1`: the option `baseURL` is the one that answers.
/// Source: datavardluft.smhi.se.
public enum SMHIAir: TimeseriesServer {
  /// The declaration of SMHI's offers and rights.
  public static let descriptor = SourceDescriptor.timeseries(
    "smhi-air", "SMHI", "The Swedish stations, by the hour, unverified.",
    at: "https://datavardluft.smhi.se/52North/api", in: .country(.sweden),
    credit: AirAttribution("SMHI, Datavärdskap luftkvalitet", link: "https://datavardluft.smhi.se/"),
    rights: AirRights(terms: "https://datavardluft.smhi.se/"), near: (59.33, 18.06))
  /// Stations in Sweden.
  public static let template = AirSite(
    timeZone: "Europe/Stockholm", country: "SE", kind: .referenceStation, details: .init(network: "SMHI"))
  /// The place by the name of the feature.
  public static func site(_ id: String, label: String?, feature: String?) -> AirSite? {
    TimeseriesStations<Self>.site(feature ?? label ?? id, feature ?? label)
  }
}

extension AQModule where Self == HTTPModule<TimeseriesStations<SMHIAir>> {
  /// Registers the Swedish stations, and the format of their answers.
  public static var smhiAir: Self { Self(SMHIAir.self) }
}
