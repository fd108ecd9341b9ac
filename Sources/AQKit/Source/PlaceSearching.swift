/// Finds places by name.
public protocol PlaceSearching: Sendable {
  /// The attribution to show with the places. Empty by default.
  var attribution: [AirAttribution] { get }

  /// Returns the matching places, best first; empty if there are none.
  ///
  /// - Throws: An ``AQError`` when the search failed.
  func places(matching search: AirPlace.Search) async throws -> [AirPlace]

  /// Returns the place with an identifier from an earlier search (``AirPlace/serviceID``); nil if it no longer exists.
  ///
  /// - Parameters:
  ///   - id: The searching service's identifier.
  ///   - language: The BCP 47 language of the names.
  /// - Throws: ``AQError/Code/unsupported`` if a search can't look up identifiers, which is the default;
  ///   ``AQError/Code/invalidRequest`` for an impossible identifier; another ``AQError`` when the look-up failed.
  func place(id: String, language: String) async throws -> AirPlace?
}

extension PlaceSearching {
  /// Defaults to no attribution.
  public var attribution: [AirAttribution] { [] }

  /// Throws ``AQError/Code/unsupported``: a search doesn't look up identifiers by default.
  public func place(id: String, language: String) async throws -> AirPlace? {
    throw AQError(.unsupported, "This place search doesn't look up identifiers.")
  }

  /// Returns the place with an identifier, with English names.
  ///
  /// - Throws: The same errors as ``place(id:language:)``.
  public func place(id: String) async throws -> AirPlace? { try await place(id: id, language: "en") }
}
