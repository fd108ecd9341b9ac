public import AQKit

extension OpenMeteoAirQuality {
  /// The service's declaration.
  ///
  /// Limits and rights are those of the free service (open-meteo.com/en/terms); the data are CC BY 4.0
  /// (open-meteo.com/en/license).
  public static let descriptor = SourceDescriptor(
    id: "open-meteo",
    name: "Open-Meteo Air Quality",
    summary:
      "Hourly air quality, pollen and UV of the Copernicus models CAMS Europe and CAMS global; modelled.",
    offers: offers(in: .auto),
    precedence: 100,
    siteKinds: [.modelCell],
    limits: ServiceTerms.limits,
    options: ServiceTerms.options + [
      SourceDescriptor.Option(
        "searchURL", summary: "Scheme and host of the search for places, where it isn't baseURL."),
      SourceDescriptor.Option("domain", summary: "auto, cams_europe or cams_global.", defaultValue: "auto"),
      SourceDescriptor.Option(
        "cellSelection", summary: "Which cell near a place is read: land, sea or nearest."),
      SourceDescriptor.Option(
        "dayZone",
        summary:
          "Local days to be given besides the hours: auto for each place's own, or a time zone such as Europe/Prague."
      ),
    ],
    attribution: [ServiceTerms.openMeteo, ServiceTerms.cams],
    rights: ServiceTerms.rights,
    endpoints: [SourceDescriptor.Endpoint("https://air-quality-api.open-meteo.com/v1/air-quality")],
    testPlaces: ServiceTerms.testPlaces)

  /// The offers of a domain: greenhouse gases come from any but the European one, pollen and some others from Europe
  /// only.
  static func offers(in domain: Domain) -> [SourceDescriptor.Offer] {
    let europe = SourceDescriptor.Coverage.boxes([CAMSGrid.europe].compactMap { $0 })
    switch domain {
    case .auto:
      return [
        offer(.everywhere, .world), offer(.global, .world), offer(.greenhouseGases, .world),
        offer(.index, .world), offer(.europe, europe), offer(.pollen, europe),
      ]
    case .global: return [offer(.everywhere, .world), offer(.global, .world), offer(.index, .world)]
    case .europe:
      return [
        offer(.everywhere, europe), offer(.europe, europe), offer(.pollen, europe), offer(.index, europe),
      ]
    }
  }

  /// The offers of local days made from hours: the same parameters, as means and maxima.
  static func dailyOffers(of hourly: [SourceDescriptor.Offer]) -> [SourceDescriptor.Offer] {
    hourly.flatMap { offer -> [SourceDescriptor.Offer] in
      var means = offer
      means.parameters = offer.parameters.filter { [.gas, .particle, .pollen].contains($0.family) }
      means.averaging = .day
      means.timeConvention = .start
      means.cadence = .seconds(86_400)
      var maxima = means
      maxima.parameters = offer.parameters.filter { [.gas, .particle, .pollen, .index].contains($0.family) }
      maxima.averaging = AveragingPeriod.instant.dailyMaximum
      return [means, maxima].filter { !$0.parameters.isEmpty }
    }
  }

  private static func offer(_ models: ServiceVariable.Models, _ coverage: SourceDescriptor.Coverage)
    -> SourceDescriptor.Offer
  {
    SourceDescriptor.Offer(
      capabilities: [.current, .forecast, .history], placeKinds: [.coordinate],
      parameters: AirQualityVariable.table.all.filter { $0.models == models }.map(\.parameter),
      coverage: coverage,
      kinds: [.forecast], timeConvention: .instant, averaging: .instant, cadence: .seconds(3600))
  }
}
