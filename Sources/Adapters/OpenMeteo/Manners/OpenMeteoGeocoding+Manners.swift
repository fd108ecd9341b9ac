public import AQKit

extension OpenMeteoGeocoding {
  /// What must be shown beside places.
  public var attribution: [Attribution] { Self.attribution }

  /// Scheme and host of the service, of the customers' where there is a key.
  static func baseURL(hasKey: Bool) -> String {
    hasKey ? "https://customer-geocoding-api.open-meteo.com" : "https://geocoding-api.open-meteo.com"
  }
}
