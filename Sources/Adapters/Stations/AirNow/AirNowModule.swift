public import AQKit

extension AQModule where Self == HTTPModule<AirNowStations> {
  /// AirNow's stations; the option `apiKey` opens the web services.
  public static var airNow: HTTPModule<AirNowStations> {
    HTTPModule(countedBy: "apiKey", formats: [.airNow]) {
      AirNowStations(apiKey: $0.secret("apiKey"), baseURL: $0["baseURL"])
    }
  }
}

extension PayloadFormat {
  /// Any answer or file of AirNow, by its content.
  public static let airNow = PayloadFormat(AirNowStations(apiKey: ""))
}
