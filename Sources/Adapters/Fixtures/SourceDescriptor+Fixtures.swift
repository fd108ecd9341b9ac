public import AQKit

extension SourceDescriptor {
  /// The declaration of a folder of recordings with unknown content.
  ///
  /// - Parameters:
  ///   - id: The identifier.
  ///   - name: The name for people.
  public static func fixtures(id: SourceID, name: String = "Recordings") -> SourceDescriptor {
    SourceDescriptor(
      id: id, name: name, summary: "Recorded data from a folder; no network.",
      offers: [
        SourceDescriptor.Offer(
          capabilities: [.current, .history, .forecast, .stations],
          placeKinds: Set(PlaceReference.Kind.allCases), parameters: [], coverage: .unknown,
          kinds: Set(AirReport.Kind.allCases), timeConvention: .instant, averaging: .instant)
      ],
      precedence: 0,
      options: FixtureOptions.declared)
  }

  /// The declaration of AQKit's own recordings.
  public static let recordings: SourceDescriptor = {
    var descriptor = SourceDescriptor.fixtures(id: "recordings", name: "AQKit's recordings")
    descriptor.summary =
      "Open-Meteo answers for Brno, Lahore, Karachi and Enschede, recorded in October 2026."
    descriptor.offers = [
      SourceDescriptor.Offer(
        capabilities: [.current, .history, .forecast, .stations],
        placeKinds: Set(PlaceReference.Kind.allCases), parameters: recordedParameters, coverage: .unknown,
        kinds: [.forecast], timeConvention: .instant, averaging: .instant, cadence: .seconds(3600))
    ]
    descriptor.siteKinds = [.modelCell]
    descriptor.attribution = [
      AirAttribution(
        "Weather data by Open-Meteo.com", link: "https://open-meteo.com/", licence: "CC BY 4.0",
        licenceLink: "https://creativecommons.org/licenses/by/4.0/"),
      AirAttribution(
        "CAMS ENSEMBLE data provider",
        link: "https://confluence.ecmwf.int/display/CKB/"
          + "CAMS+Regional%3A+European+air+quality+analysis+and+forecast+data+documentation"),
    ]
    descriptor.rights = AirRights(
      commercialUse: .forbidden, redistribution: .allowed, caching: .allowed, modification: .allowed,
      terms: "https://open-meteo.com/en/terms")
    descriptor.testPlaces = [.city("Brno"), .city("Lahore"), .city("Karachi"), .city("Enschede")]
    return descriptor
  }()

  /// All parameters of the bundled recordings.
  private static let recordedParameters: [AirParameter] =
    [
      .pm10, .pm25, .co, .no2, .so2, .o3, .co2, .nh3, .aerosolOpticalDepth, .ch4, .dust, .uvIndex,
      .uvIndexClearSky,
      .isDay, .hcho, .glyoxal, .no, .pans, .seaSalt, .nmvoc, .pm10Wildfires, .pm25OrganicMatter,
      .residentialElementaryCarbon, .secondaryInorganicAerosol, .elementaryCarbon, .alderPollen, .birchPollen,
      .grassPollen, .mugwortPollen, .olivePollen, .ragweedPollen,
      .publishedIndex(scale: "european"), .publishedIndex(scale: "us-epa"),
    ]
    + [AirParameter.pm25, .pm10, .no2, .o3, .so2].map { .publishedIndex(scale: "european", pollutant: $0) }
    + [AirParameter.pm25, .pm10, .no2, .o3, .so2, .co].map { .publishedIndex(scale: "us-epa", pollutant: $0) }
}
