public import AQKit

/// The networks of Belgium's three regions, whose hourly values IRCEL-CELINE collects.
///
/// Sources: geo.irceline.be/sos/api/v1; github.com/irceline/open_data (licence; an hour's time stamp is its end).
public enum IRCELINE: TimeseriesServer {
  /// The declaration of IRCEL-CELINE's offers and rights.
  public static let descriptor = SourceDescriptor.timeseries(
    "irceline", "IRCEL-CELINE", "The Belgian reference stations, by the hour, unverified.",
    at: "https://geo.irceline.be/sos/api/v1", in: .country(.belgium),
    credit: AirAttribution(
      "IRCEL - CELINE", link: "https://www.irceline.be/", licence: "CC BY 4.0",
      licenceLink: "https://creativecommons.org/licenses/by/4.0/"),
    rights: .open("https://github.com/irceline/open_data"), near: (50.85, 4.35))
  /// A reference station in Belgium.
  public static let template = AirSite(
    country: "BE", kind: .referenceStation, details: .init(network: "IRCEL-CELINE"))
  /// The maximum number of series that a client asks for in a page.
  public static let pageSize: Int? = 1000
}

extension AQModule where Self == HTTPModule<TimeseriesStations<IRCELINE>> {
  /// Registers the Belgian stations, and the format of their responses.
  public static var irceline: Self { Self(IRCELINE.self) }
}
