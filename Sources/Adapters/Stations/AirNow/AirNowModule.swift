public import AQKit

extension AQModule where Self == HTTPModule<AirNowStations> {
  /// Registers AirNow's stations; the option `apiKey` enables the web services.
  public static var airNow: HTTPModule<AirNowStations> {
    HTTPModule(countedBy: "apiKey", formats: [.airNow]) {
      AirNowStations(apiKey: $0.secret("apiKey"), baseURL: $0["baseURL"])
    }
  }
}
