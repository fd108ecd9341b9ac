// Views and values for SwiftUI on Apple's systems; on others this module is empty.
//
// AQKit is developed without SwiftUI: this module was compiled against stubs of SwiftUI's declarations and never run,
// and is kept thin enough to be verified by reading. All decisions are made in AQKitText and AQKit, and tested there.
#if canImport(SwiftUI)
  public import AQKit
  public import AQKitText
  public import SwiftUI

  extension EnvironmentValues {
    /// The client that an application's views ask for air data: `.environment(\.airClient, try .live(container))`.
    ///
    /// If no client was set, every query fails with ``AQError/Code/notConfigured``. A store needs no key:
    /// `.environment(store)` passes it down, and `@Environment(AirQualityStore.self)` reads it.
    public var airClient: AirClient {
      get {
        self[AirClientKey.self]
          ?? .failing(
            AQError(.notConfigured, "Set the client of these views: .environment(\\.airClient, …)."))
      }
      set { self[AirClientKey.self] = newValue }
    }

    var hasAirClient: Bool { self[AirClientKey.self] != nil }

    /// The application's own languages and wordings, which take precedence over those of AQKitText.
    public var airLanguages: [AirLanguage] {
      get { self[AirLanguagesKey.self] }
      set { self[AirLanguagesKey.self] = newValue }
    }

    /// The application's own colours of bands; nil for the official ones. ``airLanguages`` has own names.
    public var airPalette: AQIBand.Color.Palette? {
      get { self[AirPaletteKey.self] }
      set { self[AirPaletteKey.self] = newValue }
    }

    /// The texts in the environment's locale.
    public var airTexts: AirTexts { AirTexts(locale: locale, adding: airLanguages) }
  }

  private enum AirClientKey: EnvironmentKey {
    static let defaultValue: AirClient? = nil
  }

  private enum AirLanguagesKey: EnvironmentKey {
    static let defaultValue: [AirLanguage] = []
  }

  private enum AirPaletteKey: EnvironmentKey {
    static let defaultValue: AQIBand.Color.Palette? = nil
  }
#endif
