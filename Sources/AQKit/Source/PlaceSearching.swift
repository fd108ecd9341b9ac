/// Something that finds places by name.
public protocol PlaceSearching: Sendable {
  /// The places that match, the best first. Nothing found is an empty list.
  ///
  /// - Throws: An ``AQError`` when the search could not be made.
  func places(matching search: PlaceSearch) async throws -> [Place]
}
