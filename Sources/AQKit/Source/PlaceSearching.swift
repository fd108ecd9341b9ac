/// Finds places by name.
public protocol PlaceSearching: Sendable {
  /// The attribution to show beside the places. Empty by default.
  var attribution: [Attribution] { get }

  /// The matching places, best first; empty if there are none.
  ///
  /// - Throws: An ``AQError`` when the search failed.
  func places(matching search: PlaceSearch) async throws -> [Place]

  /// The place with an identifier from an earlier search (``Place/id``); nil if it no longer exists.
  ///
  /// - Parameters:
  ///   - id: The searching service's identifier.
  ///   - language: The BCP 47 language of the names.
  /// - Throws: ``AQError/Code/unsupported`` where a search can't look up identifiers, which is the default;
  ///   ``AQError/Code/invalidRequest`` for an impossible identifier; another ``AQError`` when the look-up failed.
  func place(id: String, language: String) async throws -> Place?
}

extension PlaceSearching {
  /// Nothing.
  public var attribution: [Attribution] { [] }

  /// Refuses: this search doesn't look up identifiers.
  public func place(id: String, language: String) async throws -> Place? {
    throw AQError(.unsupported, "This search for places doesn't look up identifiers.")
  }

  /// The place with an identifier, with English names.
  ///
  /// - Throws: As ``place(id:language:)`` does.
  public func place(id: String) async throws -> Place? { try await place(id: id, language: "en") }
}
