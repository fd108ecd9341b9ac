/// The choice of a model's grid cell for a place.
///
/// Source: open-meteo.com/en/docs, `cell_selection`.
public enum CellSelection: String, Hashable, Sendable, Codable, CaseIterable {
  /// A cell on land with an elevation like the place's.
  case land
  /// A cell on the sea.
  case sea
  /// The nearest cell.
  case nearest
}
