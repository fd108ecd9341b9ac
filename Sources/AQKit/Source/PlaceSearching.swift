/// Finds places by name.
public protocol PlaceSearching: Sendable {
  /// The attribution to show beside the places. Empty by default.
  var attribution: [AirAttribution] { get }

  /// The matching places, best first; empty if there are none.
  ///
  /// - Throws: An ``AQError`` when the search failed.
  func places(matching search: AirPlace.Search) async throws -> [AirPlace]

  /// The place with an identifier from an earlier search (``AirPlace/id``); nil if it no longer exists.
  ///
  /// - Parameters:
  ///   - id: The searching service's identifier.
  ///   - language: The BCP 47 language of the names.
  /// - Throws: ``AQError/Code/unsupported`` where a search can't look up identifiers, which is the default;
  ///   ``AQError/Code/invalidRequest`` for an impossible identifier; another ``AQError`` when the look-up failed.
  func place(id: String, language: String) async throws -> AirPlace?
}

extension PlaceSearching {
  /// Nothing.
  public var attribution: [AirAttribution] { [] }

  /// Refuses: this search doesn't look up identifiers.
  public func place(id: String, language: String) async throws -> AirPlace? {
    throw AQError(.unsupported, "This search for places doesn't look up identifiers.")
  }

  /// The place with an identifier, with English names.
  ///
  /// - Throws: As ``place(id:language:)`` does.
  public func place(id: String) async throws -> AirPlace? { try await place(id: id, language: "en") }
}

extension AirPlace {
  /// A search for places by name.
  public struct Search: Hashable, Sendable {
    /// The name or its beginning.
    public var name: String
    /// The BCP 47 language of the results, such as `en`.
    public var language: String
    /// Only places in this country, by ISO 3166-1 alpha-2 code.
    public var countryCode: String?
    /// The most results.
    public var limit: Int

    /// A search; by default for English names, all countries and 10 places.
    public init(_ name: String, language: String = "en", countryCode: String? = nil, limit: Int = 10) {
      self.name = name
      self.language = language
      self.countryCode = countryCode
      self.limit = limit
    }
  }
}
