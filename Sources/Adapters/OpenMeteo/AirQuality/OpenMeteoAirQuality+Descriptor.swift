public import AQKit

extension OpenMeteoAirQuality {
  /// What the service offers, needs and allows.
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
      SourceOption("domain", summary: "auto, cams_europe or cams_global.", defaultValue: "auto"),
      SourceOption("cellSelection", summary: "Which cell near a place is read: land, sea or nearest."),
    ],
    attribution: [ServiceTerms.openMeteo, ServiceTerms.cams],
    rights: ServiceTerms.rights,
    endpoints: [Endpoint("https://air-quality-api.open-meteo.com/v1/air-quality")],
    testPlaces: ServiceTerms.testPlaces)

  /// What there is in a domain: greenhouse gases are of the world in any but Europe's, pollen and some more are
  /// Europe's.
  static func offers(in domain: Domain) -> [Offer] {
    let europe = Coverage.boxes([CAMSGrid.europe].compactMap { $0 })
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

  private static func offer(_ models: ServiceVariable.Models, _ coverage: Coverage) -> Offer {
    Offer(
      capabilities: [.current, .forecast, .history], placeKinds: [.coordinate],
      parameters: AirQualityVariable.table.all.filter { $0.models == models }.map(\.parameter),
      coverage: coverage,
      kinds: [.forecast], timeConvention: .instant, averaging: .instant, cadence: .seconds(3600))
  }
}
