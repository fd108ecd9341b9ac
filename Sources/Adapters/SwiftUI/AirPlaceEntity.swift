#if canImport(AppIntents)
  public import AQKit
  public import AppIntents
  import Foundation

  /// A place that users choose in Shortcuts, in Siri, or in the settings of a widget.
  ///
  /// Its identifier is the whole place, so that a saved shortcut needs no search to find it again.
  public struct AirPlaceEntity: AppEntity {
    /// The name of the kind.
    public static let typeDisplayRepresentation: TypeDisplayRepresentation = "Place"
    /// The search for places.
    public static let defaultQuery = AirPlaceQuery()

    /// The place.
    public let place: AirPlace
    /// The place as JSON.
    public let id: String

    /// Creates the entity of a place.
    public init(_ place: AirPlace) {
      self.place = place
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      id = (try? encoder.encode(place)).map { String(decoding: $0, as: UTF8.self) } ?? place.id
    }

    /// Creates the entity from its identifier; nil if that isn't a place.
    init?(id: String) {
      guard let place = try? JSONDecoder().decode(AirPlace.self, from: Data(id.utf8)) else { return nil }
      self.place = place
      self.id = id
    }

    /// The place's name, and the areas that contain it.
    public var displayRepresentation: DisplayRepresentation {
      DisplayRepresentation(title: "\(place.name)", subtitle: "\(place.fullName)")
    }
  }

  /// The search for places by their names. The application gives it a client: `AppDependencyManager.shared.add { client }`.
  public struct AirPlaceQuery: EntityStringQuery {
    @Dependency private var client: AirClient

    /// Creates the search.
    public init() {}

    /// Returns the places for identifiers, without a search.
    public func entities(for identifiers: [String]) async throws -> [AirPlaceEntity] {
      identifiers.compactMap { AirPlaceEntity(id: $0) }
    }

    /// Returns at most ten places with a name, best first, in the user's language; throws the client's errors.
    public func entities(matching string: String) async throws -> [AirPlaceEntity] {
      let language = Locale.current.language.languageCode?.identifier ?? "en"
      return try await client.places(AirPlace.Search(string, language: language, limit: 10)).map {
        AirPlaceEntity($0)
      }
    }

    /// Returns nothing: an application that has favourites offers them with a query of its own.
    public func suggestedEntities() async throws -> [AirPlaceEntity] { [] }
  }
#endif
