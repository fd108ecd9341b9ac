import AQKit

/// The terms that all Open-Meteo services declare.
///
/// Limits: open-meteo.com/en/terms (600 a minute, 5,000 an hour, 10,000 a day, one request at a time) and the
/// service's source code, August 2026 (at most 1,000 places a request). Rights: the free service is for
/// non-commercial use only (open-meteo.com/en/terms), the data are CC BY 4.0 (open-meteo.com/en/license).
enum ServiceTerms {
  /// The provider that counts requests: all Open-Meteo services together, by address or by key.
  static let provider = "open-meteo.com"

  /// The limits of the free hosts, per address. The service resets its hourly and daily counts on the hour and at 00:00 UTC,
  /// but the count per minute at an unknown moment, so that window slides.
  static let limits = RequestLimits(
    windows: [
      .init(600, perSeconds: 60, .sliding), .init(5000, perSeconds: 3600, .fixed),
      .init(10_000, perSeconds: 86_400, .fixed),
    ],
    placesPerRequest: 100, concurrentRequests: 16, concurrentRequestsPerHost: 1, requestsPerFetch: 100,
    provider: provider)

  /// The limits of a customer: no windows, at least two concurrent requests (open-meteo.com/en/pricing).
  static let customerLimits = RequestLimits(
    placesPerRequest: 100, concurrentRequests: 16, concurrentRequestsPerHost: 2, requestsPerFetch: 100)

  static let ownLimits = RequestLimits(
    placesPerRequest: 100, concurrentRequests: 16, concurrentRequestsPerHost: 4, requestsPerFetch: 100)

  static let rights = AirRights(
    commercialUse: .forbidden, redistribution: .allowed, caching: .allowed, modification: .allowed,
    attributionRequired: true, terms: "https://open-meteo.com/en/terms")

  private static func ccBy(_ text: String, link: String) -> AirAttribution {
    AirAttribution(
      text, link: link, licence: "CC BY 4.0", licenceLink: "https://creativecommons.org/licenses/by/4.0/")
  }

  /// The link that the licence requires with the data (open-meteo.com/en/license).
  static let openMeteo = ccBy("Weather data by Open-Meteo.com", link: "https://open-meteo.com/")

  /// The attribution that air quality also requires (open-meteo.com/en/docs/air-quality-api).
  static let cams = AirAttribution(
    "CAMS ENSEMBLE data provider",
    link:
      "https://confluence.ecmwf.int/display/CKB/CAMS+Regional%3A+European+air+quality+analysis+and+forecast+data+documentation"
  )

  /// The attribution of weather reanalyses (open-meteo.com/en/license).
  static let c3s = ccBy("Copernicus Climate Change Service C3S", link: "https://climate.copernicus.eu/")

  /// The attribution of climate projections (open-meteo.com/en/docs/climate-api).
  static let cmip6 = ccBy("CMIP6 model data", link: "https://pcmdi.llnl.gov/CMIP6/TermsOfUse")

  /// The attribution of places (open-meteo.com/en/license).
  static let geoNames = ccBy("Location database from GeoNames", link: "https://www.geonames.org/")

  fileprivate static let options: [SourceDescriptor.Option] = [
    .init("baseURL", summary: "Scheme and host of another server that speaks the same protocol."),
    .init("apiKey", summary: "A customer's key; with it, the customers' host is asked.", isSecret: true),
    .init(
      "limits",
      summary: "free: the free host's limits apply unless there is a key; none: for your own server.",
      defaultValue: RequestPolicy.Quota.free.rawValue),
    .init(
      "keep",
      summary: "How long a response is cached: auto (air quality until its models have run), or seconds.",
      defaultValue: "auto"),
    .init(
      "concurrentRequests",
      summary:
        "The number of concurrent requests to a host, if the terms allow more than the usual number."
    ),
  ]

  static let cellOption = SourceDescriptor.Option(
    "cellSelection", summary: "Which cell near a place is read: land, sea or nearest.", defaultValue: "land")
}

extension SourceDescriptor {
  /// Returns the declaration of a service, with the terms of the free host and the options that every service has.
  static func openMeteo(
    _ id: SourceID, _ name: String, _ summary: String, at address: String, _ offers: [Offer],
    precedence: Int = 100, options: [Option], credits: [AirAttribution] = [], grid: Grid? = nil
  ) -> SourceDescriptor {
    SourceDescriptor(
      id: id, name: name, summary: summary, offers: offers, precedence: precedence, siteKinds: [.modelCell],
      limits: ServiceTerms.limits, options: ServiceTerms.options + options,
      attribution: [ServiceTerms.openMeteo] + credits, rights: ServiceTerms.rights,
      endpoints: [Endpoint(address)], testPlaces: .points((52.52, 13.41), (31.55, 74.34), (0, 0)), grid: grid)
  }
}
