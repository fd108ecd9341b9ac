public import AQKit

/// Registers Open-Meteo's services: `try container.install(.openMeteo)`.
public struct OpenMeteoModule: AQModule {
  /// A service of Open-Meteo that is a source of data.
  public enum Service: String, Hashable, Sendable, CaseIterable {
    /// Air quality, pollen and UV.
    case airQuality = "open-meteo"
    /// The weather forecast.
    case weather = "open-meteo-weather"
    /// Historical weather.
    case archive = "open-meteo-archive"
    /// Climate projections.
    case climate = "open-meteo-climate"

    /// The identifier of the service's source.
    public var source: SourceID { SourceID(rawValue) }
  }

  private let services: Set<Service>

  /// Creates a module that enables some of the services.
  ///
  /// - Parameter services: The enabled services. The others are registered, too, but disabled: a configuration or
  ///   ``AQContainer/setEnabled(_:of:)`` enables them.
  public init(services: Set<Service> = [.airQuality]) { self.services = services }

  /// Registers the sources `open-meteo` (air quality), `open-meteo-weather`, `open-meteo-archive` and
  /// `open-meteo-climate`, the formats of their recorded responses, and the service's place search
  /// (``AQContainer/ServiceKey/placeSearch``) unless the container has one. A source is made on first use and needs
  /// ``AQContainer/ServiceKey/httpTransport``.
  ///
  /// The sources obey the free host's limits: 600 per minute, 5,000 per hour and 10,000 per UTC day, as the service
  /// weighs calls, and one request at a time per host. All sources of a container and its copies share one budget
  /// (``AQContainer/ServiceKey/requestBudgets``), including the search; a key has its own budget, without windows.
  /// Separate containers share a budget if the same ``RequestBudgets`` is set in all of them.
  /// ``AQContainer/transport(for:credential:)`` uses it, too, when given the declaration of one of these sources.
  ///
  /// Identical queries, and identical requests, in flight are shared. Responses are cached until a model has run again;
  /// those of weather for ten minutes, of the archive for six hours, of climate and the search for a day. After a 429 the
  /// source waits for as long as the response says, outages are retried with back-off, and waits never exceed the
  /// caller's ``AirDeadline``. A source made without the container, such as `HTTPSource(OpenMeteoAirQuality(), …)`, has
  /// none of this.
  ///
  /// The search uses the key and the base URL of the source `open-meteo`, or its option `searchURL`.
  ///
  /// - Throws: ``AQError/Code/invalidRequest`` when the name of a source or format is taken.
  public func install(into container: inout AQContainer) throws {
    try container.register(format: .openMeteo)
    try container.register(format: PayloadFormat(OpenMeteoWeather()))
    try container.register(format: PayloadFormat(OpenMeteoArchive()))
    try container.register(format: PayloadFormat(OpenMeteoClimate()))
    try register(OpenMeteoAirQuality.self, in: &container)
    try register(OpenMeteoWeather.self, in: &container)
    try register(OpenMeteoArchive.self, in: &container)
    try register(OpenMeteoClimate.self, in: &container)
    for service in Service.allCases where !services.contains(service) {
      try container.setEnabled(false, of: service.source)
    }
    if !container.has(.placeSearch) {
      // The options of the air-quality source configure the search, too.
      container.set(.placeSearch) { container throws(AQError) in
        try OpenMeteoGeocoding(container.options(of: OpenMeteoAirQuality.descriptor.id), in: container)
      }
    }
  }

  /// Registers the source of an adapter; options refine its declaration before it is made.
  private func register<Adapter: ServiceAdapter>(
    _: Adapter.Type, in container: inout AQContainer
  ) throws(AQError) {
    try container.register(
      Adapter.descriptor,
      refine: { declaration, options in
        // A source with invalid options reports them on use.
        if let adapter = try? Adapter(options: options) { declaration = adapter.descriptor }
      },
      make: { container, options in
        let adapter = try Adapter(options: options)
        return try RequestPolicy(
          options, limits: adapter.descriptor.limits, baseURL: adapter.access.baseURL, in: container
        ).source(adapter)
      })
  }
}

extension AQModule where Self == OpenMeteoModule {
  /// Open-Meteo's services, with air quality enabled.
  public static var openMeteo: OpenMeteoModule { OpenMeteoModule() }

  /// Open-Meteo's services, with these enabled: `container.install(.openMeteo(.airQuality, .weather))`.
  public static func openMeteo(_ services: OpenMeteoModule.Service...) -> OpenMeteoModule {
    OpenMeteoModule(services: Set(services))
  }
}

extension OpenMeteoAirQuality {
  var news: ResponseNews { .whenRun(domain.models) }

  init(options: SourceOptions) throws {
    self.init(
      apiKey: options.secret("apiKey"), baseURL: options["baseURL"],
      domain: try options.choice("domain", .auto),
      cellSelection: try options["cellSelection"].map { _ in try options.choice("cellSelection", .land) },
      dayZone: try options.dayZone(), limits: try options.limits())
  }
}

extension OpenMeteoWeather {
  /// Current values change every quarter of an hour.
  var news: ResponseNews { .after(.seconds(600)) }

  init(options: SourceOptions) throws {
    self.init(
      apiKey: options.secret("apiKey"), baseURL: options["baseURL"],
      cellSelection: try options.choice("cellSelection", .land), limits: try options.limits())
  }
}

extension OpenMeteoArchive {
  /// A new day appears once a day, at an unknown time.
  var news: ResponseNews { .after(.seconds(6 * 3600)) }

  init(options: SourceOptions) throws {
    self.init(
      apiKey: options.secret("apiKey"), baseURL: options["baseURL"],
      model: try options.choice("model", .bestMatch),
      cellSelection: try options.choice("cellSelection", .land), limits: try options.limits())
  }
}

extension OpenMeteoClimate {
  var news: ResponseNews { .after(.seconds(86_400)) }

  init(options: SourceOptions) throws {
    self.init(
      apiKey: options.secret("apiKey"), baseURL: options["baseURL"],
      models: try options.choices("models"), isBiasCorrected: try options.bool("biasCorrected") ?? true,
      cellSelection: try options.choice("cellSelection", .land), limits: try options.limits())
  }
}

extension SourceOptions {
  fileprivate func dayZone() throws(AQError) -> OpenMeteoAirQuality.DayZone? {
    guard let identifier = self["dayZone"] else { return nil }
    if identifier == "auto" { return .ofEachPlace }
    guard let zone = AirTime.Zone(identifier: identifier) else {
      throw AQError(
        .notConfigured, "Time zone “\(identifier.prefix(60))” isn't available on this system.", source: source
      )
    }
    return .fixed(zone)
  }
}

extension PayloadFormat {
  /// The format of responses from any of Open-Meteo's services, recognised by their content: air quality, weather,
  /// historical weather, climate, places, and the times of a model's update.
  ///
  /// Places become reports without values; the times of an update become a note. The archive's responses look like the
  /// forecast's. They are identified by models that only the archive has, or by times further before
  /// ``PayloadFormat/Context/receivedAt`` than a forecast's, as a note says. The newest three months of the archive
  /// are indistinguishable and read as a forecast. Each service also has its own format, such as `open-meteo-archive`.
  public static let openMeteo = PayloadFormat("open-meteo", summary: "Responses of Open-Meteo's services.") {
    bytes, context in
    var evidence = ResponseEvidence()
    switch (try? evidence.kind(of: bytes, context.receivedAt)) ?? .airQuality {
    case .airQuality: return try PayloadFormat(OpenMeteoAirQuality()).decode(bytes, context)
    case .weather: return try PayloadFormat(OpenMeteoWeather()).decode(bytes, context)
    case .archive(let remark):
      let response = try PayloadFormat(OpenMeteoArchive()).decode(bytes, context)
      return changed(response) { $0.notes += [remark].compactMap(\.self) }
    case .climate: return try PayloadFormat(OpenMeteoClimate()).decode(bytes, context)
    case .places: return try GeocodingResponse.response(to: bytes, receivedAt: context.receivedAt)
    case .update:
      let update = try ModelUpdate(ModelDomain(rawValue: ""), bytes)
      let next = update.nextExpectedAt.map { "; the next one is expected at \($0)." } ?? "."
      let text = "The run of \(update.initialisedAt) has been available since \(update.availableAt)\(next)"
      return AirResponse(notes: [AirNote(.remark, text)])
    }
  }
}
