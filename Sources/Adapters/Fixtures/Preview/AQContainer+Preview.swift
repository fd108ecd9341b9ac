public import AQKit

extension AQContainer {
  /// A container whose sources replace live ones with recordings, without a network: for SwiftUI previews and first steps.
  ///
  /// Its sources have the identifiers of Open-Meteo's air quality (`open-meteo`), weather (`open-meteo-weather`) and
  /// historical weather (`open-meteo-archive`). For any place and the current time they return values recorded at the nearest
  /// of a few places in October 2026, marked as recorded. Its place search knows a few cities. Installing a module adds its
  /// declaration, and the recordings stay: `AQContainer.preview.installing(.openMeteo)` declares what
  /// `AQContainer.live.installing(.openMeteo)` does, and sends no request. Other sources of a module have no transport.
  ///
  /// If the recordings are missing, the sources' first fetch throws.
  public static var preview: AQContainer {
    var container = AQContainer()
    for service in PreviewService.allCases {
      let declared = service.descriptor
      container.standIn(for: declared) { container, _ in
        PreviewSource(
          descriptor: container.descriptors.first { $0.id == declared.id } ?? declared, service: service,
          clock: try container[.clock])
      }
    }
    container.set(.placeSearch, to: PreviewPlaces())
    return container
  }
}

extension AirClient {
  /// A client of ``AQContainer/preview``: recordings instead of live sources, without a network.
  public static var preview: AirClient { preview(clock: AQSystemClock()) }

  /// A client of ``AQContainer/preview``, on a clock.
  public static func preview(clock: any AQClock) -> AirClient {
    do {
      return try .live(.preview.setting(.clock, to: clock))
    } catch {
      return .failing(error, clock: clock)
    }
  }
}
