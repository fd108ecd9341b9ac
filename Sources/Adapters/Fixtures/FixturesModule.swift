public import AQKit

/// Registers a folder of recordings as a source.
///
/// ```swift
/// let container = try AQContainer().installing(.fixtures(folder: "Recordings", id: "lab"))
/// ```
///
/// Recordings are read in the formats that the container has when the source is made, so adapters, which bring their
/// formats, may be installed before or after it.
public struct FixturesModule: AQModule {
  private let folder: FixtureFolder
  private let descriptor: SourceDescriptor
  private let options: FixtureOptions

  /// Creates a module for one folder.
  ///
  /// - Parameters:
  ///   - folder: The recordings.
  ///   - descriptor: The source's declaration.
  ///   - options: Times, live replay, and the handling of unreadable rows.
  public init(
    _ folder: FixtureFolder, descriptor: SourceDescriptor, options: FixtureOptions = FixtureOptions()
  ) {
    self.folder = folder
    self.descriptor = descriptor
    self.options = options
  }

  /// Registers the source; a configuration may set the options `folder`, `timing`, `speed` and `strict`.
  ///
  /// - Throws: ``AQError/Code/invalidRequest`` when the source's identifier is taken.
  public func install(into container: inout AQContainer) throws {
    let options = options
    try container.register(
      descriptor,
      refine: { descriptor, configured in
        // Unreadable options are reported when the source is made.
        descriptor = ((try? options.configured(by: configured)) ?? options).refined(descriptor)
      },
      make: { container, configured in
        FixtureSource(
          configured["folder"].map { FixtureFolder(path: $0) } ?? folder, formats: container.formats,
          descriptor: descriptor, options: try options.configured(by: configured),
          clock: try container[.clock])
      })
  }
}

extension AQModule where Self == FixturesModule {
  /// Returns the module for a folder of recordings.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder with its `manifest.json`.
  ///   - id: The source's identifier.
  ///   - name: The source's display name.
  ///   - options: Times, live replay, and the handling of unreadable rows.
  public static func fixtures(
    folder: String, id: SourceID = "fixtures", name: String = "Recordings",
    options: FixtureOptions = FixtureOptions()
  ) -> FixturesModule {
    FixturesModule(
      FixtureFolder(path: folder), descriptor: .fixtures(id: id, name: name), options: options)
  }

  /// AQKit's own recordings, as source `recordings`.
  public static var recordings: FixturesModule { FixturesModule(.bundled, descriptor: .recordings) }
}

extension SourceDescriptor {
  /// Returns the declaration of a folder of recordings with unknown content.
  ///
  /// - Parameters:
  ///   - id: The identifier.
  ///   - name: The display name.
  public static func fixtures(id: SourceID, name: String = "Recordings") -> SourceDescriptor {
    SourceDescriptor(
      id: id, name: name, summary: "Recorded data from a folder; no network.",
      offers: [
        SourceDescriptor.Offer(
          capabilities: [.current, .history, .forecast, .stations],
          placeKinds: Set(AirQuery.Place.Kind.allCases), parameters: [], coverage: .unknown,
          kinds: Set(AirReport.Kind.allCases), timeConvention: .instant, averaging: .instant)
      ],
      precedence: 0,
      options: FixtureOptions.declared)
  }

  /// The declaration of AQKit's own recordings.
  public static let recordings: SourceDescriptor = changed(
    fixtures(id: "recordings", name: "AQKit's recordings")
  ) {
    $0.summary =
      "Open-Meteo's responses for Brno, New York and Enschede of October 2026, and a station in Beijing of March 2013."
    $0.offers = [
      SourceDescriptor.Offer(
        capabilities: [.current, .history, .forecast, .stations],
        placeKinds: Set(AirQuery.Place.Kind.allCases), parameters: recordedParameters, coverage: .unknown,
        kinds: [.forecast], timeConvention: .instant, averaging: .instant, cadence: .seconds(3600)),
      SourceDescriptor.Offer(
        capabilities: [.current, .history, .stations], placeKinds: Set(AirQuery.Place.Kind.allCases),
        parameters: [.pm10, .pm25, .co, .no2, .so2, .o3], coverage: .unknown, kinds: [.observation],
        timeConvention: .end, averaging: .oneHour, cadence: .seconds(3600)),
    ]
    $0.siteKinds = [.modelCell, .referenceStation]
    $0.attribution = [
      AirAttribution(
        "Weather data by Open-Meteo.com", link: "https://open-meteo.com/", licence: "CC BY 4.0",
        licenceLink: "https://creativecommons.org/licenses/by/4.0/"),
      AirAttribution(
        "CAMS ENSEMBLE data provider",
        link: "https://confluence.ecmwf.int/display/CKB/"
          + "CAMS+Regional%3A+European+air+quality+analysis+and+forecast+data+documentation"),
      AirAttribution(
        "S. Chen: Beijing Multi-Site Air Quality, UCI Machine Learning Repository (2017)",
        link: "https://doi.org/10.24432/C5RK5G", licence: "CC BY 4.0",
        licenceLink: "https://creativecommons.org/licenses/by/4.0/"),
    ]
    // The strictest of the sources' terms; Beijing's alone would allow commercial use.
    $0.rights = AirRights(
      commercialUse: .forbidden, redistribution: .allowed, caching: .allowed, modification: .allowed,
      terms: "https://open-meteo.com/en/terms")
    $0.testPlaces = [
      .city("Brno"), .city("New York"), .city("Enschede"), .city("Beijing"),
    ]
  }

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
