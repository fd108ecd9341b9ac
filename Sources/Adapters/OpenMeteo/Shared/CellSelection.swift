/// Which cell of a model's grid is read for a place.
///
/// Source: open-meteo.com/en/docs, `cell_selection`.
public enum CellSelection: String, Hashable, Sendable, Codable, CaseIterable {
  /// One on land, of an elevation like the place's.
  case land
  /// One on the sea.
  case sea
  /// The nearest.
  case nearest
}
