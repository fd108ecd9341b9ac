/// Something that finds places by name.
public protocol PlaceSearching: Sendable {
  /// What has to be shown beside the places; nothing if left out.
  var attribution: [Attribution] { get }

  /// The places that match, the best first. Nothing found is an empty list.
  ///
  /// - Throws: An ``AQError`` when the search could not be made.
  func places(matching search: PlaceSearch) async throws -> [Place]

  /// The place of an identifier that an earlier search gave (``Place/id``); nil where there is none any more.
  ///
  /// - Parameters:
  ///   - id: The searching service's identifier.
  ///   - language: The BCP 47 language of the names.
  /// - Throws: ``AQError/Code/unsupported`` where a search doesn't look up identifiers, which is so if left out;
  ///   ``AQError/Code/invalidRequest`` for what can't be an identifier; otherwise that the place could not be asked for.
  func place(id: String, language: String) async throws -> Place?
}

extension PlaceSearching {
  /// Nothing.
  public var attribution: [Attribution] { [] }

  /// Refuses: this search doesn't look up identifiers.
  public func place(id: String, language: String) async throws -> Place? {
    throw AQError(.unsupported, "This search for places doesn't look up identifiers.")
  }

  /// The place of an identifier, with names in English.
  ///
  /// - Throws: As ``place(id:language:)`` does.
  public func place(id: String) async throws -> Place? { try await place(id: id, language: "en") }
}
