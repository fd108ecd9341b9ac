public import AQKit

extension AQModule where Self == HTTPModule<WAQIStations> {
  /// The World Air Quality Index; its terms forbid paid applications.
  public static var waqi: HTTPModule<WAQIStations> {
    HTTPModule(countedBy: "apiKey", formats: [.waqi]) {
      WAQIStations(apiKey: $0.secret("apiKey") ?? "", baseURL: $0["baseURL"])
    }
  }
}

extension PayloadFormat {
  /// Any answer of WAQI, by its content.
  public static let waqi = PayloadFormat(WAQIStations(apiKey: ""))
}
