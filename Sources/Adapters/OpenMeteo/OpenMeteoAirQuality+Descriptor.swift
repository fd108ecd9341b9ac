public import AQKit

extension OpenMeteoAirQuality {
  /// What the service offers, needs and allows.
  ///
  /// Limits: open-meteo.com/en/terms (600 a minute, 5,000 an hour, 10,000 a day, one request at a time) and the
  /// service's source (at most 1,000 places a request). Rights: the free service is for non-commercial use only
  /// (open-meteo.com/en/terms), the data are CC BY 4.0 (open-meteo.com/en/license).
  public static let descriptor = SourceDescriptor(
    id: "open-meteo",
    name: "Open-Meteo Air Quality",
    summary:
      "Hourly air quality, pollen and UV of the Copernicus models CAMS Europe and CAMS global; modelled.",
    offers: [
      offer(.everywhere, .world), offer(.global, .world), offer(.greenhouseGases, .world),
      offer(.index, .world),
      offer(.europe, europe), offer(.pollen, europe),
    ],
    precedence: 100,
    siteKinds: [.modelCell],
    limits: Limits(
      windows: [
        .init(600, perSeconds: 60), .init(5000, perSeconds: 3600), .init(10_000, perSeconds: 86_400),
      ],
      placesPerRequest: 100, concurrentRequests: 1, requestsPerFetch: 100),
    options: [
      SourceOption("baseURL", summary: "Scheme and host of another server that speaks the same protocol."),
      SourceOption("apiKey", summary: "A customer's key; the customers' host is asked then.", isSecret: true),
      SourceOption("domain", summary: "auto, cams_europe or cams_global.", defaultValue: "auto"),
    ],
    attribution: [
      Attribution(
        "Weather data by Open-Meteo.com", link: "https://open-meteo.com/", licence: "CC BY 4.0",
        licenceLink: "https://creativecommons.org/licenses/by/4.0/"),
      Attribution(
        "CAMS ENSEMBLE data provider",
        link:
          "https://confluence.ecmwf.int/display/CKB/CAMS+Regional%3A+European+air+quality+analysis+and+forecast+data+documentation"
      ),
    ],
    rights: Rights(
      commercialUse: .forbidden, redistribution: .allowed, caching: .allowed, modification: .allowed,
      attributionRequired: true, terms: "https://open-meteo.com/en/terms"),
    endpoints: [Endpoint("https://air-quality-api.open-meteo.com/v1/air-quality")],
    testPlaces: [(52.52, 13.41), (31.55, 74.34), (0, 0)].compactMap { latitude, longitude in
      (try? Coordinate(latitude, longitude)).map(PlaceReference.near)
    })

  private static let europe = Coverage.boxes([CAMSGrid.europe].compactMap { $0 })

  private static func offer(_ domains: AirQualityVariable.Domains, _ coverage: Coverage) -> Offer {
    Offer(
      capabilities: [.current, .forecast, .history], placeKinds: [.coordinate],
      parameters: AirQualityVariable.all.filter { $0.domains == domains }.map(\.parameter),
      coverage: coverage,
      kinds: [.forecast], timeConvention: .instant, averaging: .instant, cadence: .seconds(3600))
  }
}
