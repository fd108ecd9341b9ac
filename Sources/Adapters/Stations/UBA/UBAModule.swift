public import AQKit

extension AQModule where Self == HTTPModule<UBAStations> {
  /// The German networks of stations.
  public static var uba: HTTPModule<UBAStations> {
    HTTPModule(formats: [.uba]) { UBAStations(baseURL: $0["baseURL"]) }
  }
}

extension PayloadFormat {
  /// Any answer of UBA's air data, by its content.
  public static let uba = PayloadFormat(UBAStations(), step: .any)
}
