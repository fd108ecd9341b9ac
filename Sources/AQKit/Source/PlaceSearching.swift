/// Something that finds places by name.
public protocol PlaceSearching: Sendable {
  /// What has to be shown beside the places; nothing if left out.
  var attribution: [Attribution] { get }

  /// The places that match, the best first. Nothing found is an empty list.
  ///
  /// - Throws: An ``AQError`` when the search could not be made.
  func places(matching search: PlaceSearch) async throws -> [Place]
}

extension PlaceSearching {
  /// Nothing.
  public var attribution: [Attribution] { [] }
}
