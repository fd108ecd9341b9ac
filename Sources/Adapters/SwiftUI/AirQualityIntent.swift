#if canImport(AppIntents)
  import AQKit
  import AQKitText
  public import AppIntents
  public import Foundation

  /// “What is the air like at my place?”: the index at a place, as a sentence with its credit.
  ///
  /// The application gives it a client when it starts: `AppDependencyManager.shared.add { client }`. Without that, App Intents
  /// itself ends the process.
  public struct AirQualityIntent: AppIntent {
    /// The name of the action.
    public static let title: LocalizedStringResource = "Air Quality"
    /// The explanation of the action.
    public static let description = IntentDescription("Gives the air quality at a place.")

    /// The place.
    @Parameter(title: "Place") public var place: AirPlaceEntity
    /// The identifier of the index, such as `us-epa`.
    @Parameter(title: "Index", default: "us-epa") public var index: String
    @Dependency private var client: AirClient

    /// Creates the action.
    public init() {}

    /// Asks for the present hour, and returns its index as a sentence with the credit; throws the error if there is no index.
    public func perform() async throws -> some IntentResult & ReturnsValue<String> & ProvidesDialog {
      let timeline = try await client.timeline(
        at: place.place, using: IndexEdition.Reference(index), hours: 1)
      let texts = AirTexts()
      guard let hour = timeline.hours.first else {
        throw timeline.error ?? AQError(.unavailable, "There is no air-quality data for this place.")
      }
      var text = "\(place.place.name): \(texts.accessibilityText(of: hour))"
      if !hour.attribution.isEmpty {
        text += "\n" + texts.creditText(hour.attribution)
      }
      return .result(value: text, dialog: "\(text)")
    }
  }

  #if !os(visionOS)
    /// The intents of this module, for the `includedPackages` of an application's own `AppIntentsPackage`.
    @available(Systems 2023, *)
    public struct AirIntentsPackage: AppIntentsPackage {
      /// Creates the package.
      public init() {}
    }
  #endif
#endif
