import AQKit

extension OpenMeteoModule {
  /// Registers `open-meteo`, which recognises the service by the answer, and one format for each service.
  func registerFormats(in container: inout AQContainer) throws(AQError) {
    try container.register(format: .openMeteo)
    try container.register(format: PayloadFormat(OpenMeteoWeather()))
    try container.register(format: PayloadFormat(OpenMeteoArchive()))
    try container.register(format: PayloadFormat(OpenMeteoClimate()))
  }
}
