/// A query with its points moved to the centres of a grid's cells, and each place once.
struct CellQuery {
  let query: AirQuery
  /// The indices of each place's originals.
  private let origins: [[Int]]

  init(_ query: AirQuery, on grid: SourceDescriptor.Grid) {
    let cells = query.places.map { place in
      place.coordinate.map { AirQuery.Place.near(grid.center(of: $0)) } ?? place
    }
    let (places, indices) = (cells.unique, Dictionary(grouping: cells.indices) { cells[$0] })
    origins = places.map { indices[$0] ?? [] }
    self.query = changed(query) { $0.places = places }
  }

  /// Turns a response about the cells into one about the original places.
  func restored(_ response: AirResponse) -> AirResponse { response.renumbered(origins) }
}

extension AirResponse {
  /// Returns the response with other indices of places. `indices` are the new indices of each place; reports, notices and
  /// notes that are about none of them are left out.
  func renumbered(_ indices: [[Int]]) -> AirResponse {
    func renumbered<Part>(_ parts: [Part], _ places: WritableKeyPath<Part, [Int]>) -> [Part] {
      parts.compactMap { part in
        let old = part[keyPath: places]
        let new = old.flatMap { indices.indices.contains($0) ? indices[$0] : [] }
        guard old.isEmpty || !new.isEmpty else { return nil }
        return changed(part) { $0[keyPath: places] = new }
      }
    }
    var copy = self
    copy.reports = renumbered(reports, \.places)
    copy.notices = renumbered(notices, \.places)
    copy.notes = notes.flatMap { note in
      // A note that counts places counts the new ones.
      let countsPlaces = !note.places.isEmpty && note.count == note.places.count
      return renumbered([note], \.places).map { new in
        changed(new) { if countsPlaces { $0.count = new.places.count } }
      }
    }
    return copy
  }
}

/// A model's source, asked once about the centre of a cell of its grid (``SourceDescriptor/grid``) for all
/// points in it, so that the cache below has one response. Each place gets it under its own index. Live
/// streams pass through.
final class CellSource<Base: AirDataSource>: AirLayer {
  let base: Base
  private let grid: SourceDescriptor.Grid

  init(_ base: Base, on grid: SourceDescriptor.Grid) { (self.base, self.grid) = (base, grid) }

  var insight: AirPolicy.Insight {
    var insight = base.layerInsight
    if let cached = insight.cached {
      insight.cached = { [grid] query, isFresh in
        let cells = CellQuery(query, on: grid)
        return cached(cells.query, isFresh).map(cells.restored)
      }
    }
    return insight
  }

  @concurrent func fetch(_ query: AirQuery) async throws -> AirResponse {
    try Task.checkCancellation()
    let cells = CellQuery(query, on: grid)
    return cells.restored(try await base.fetch(cells.query))
  }
}
