public import AQKit

extension AQModule where Self == HTTPModule<LondonAirStations> {
  /// Registers the London Air Quality Network and the format of its answers.
  public static var londonAir: HTTPModule<LondonAirStations> {
    HTTPModule(formats: [.londonAir]) { LondonAirStations(baseURL: $0["baseURL"]) }
  }
}

extension PayloadFormat {
  /// Answers of the London Air Quality Network: stations, hours, indices.
  public static let londonAir = PayloadFormat(LondonAirStations(baseURL: nil), step: .values)
}
