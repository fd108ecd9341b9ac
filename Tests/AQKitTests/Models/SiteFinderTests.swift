import AQKit
import Testing

@Suite("A finder of sites")
struct SiteFinderTests {
  private func sites(_ points: [(Double, Double)]) throws -> [AirSite] {
    try points.map { AirSite(coordinate: try Coordinate($0.0, $0.1), kind: .referenceStation) }
  }

  @Test("finds the same as a search of every site, anywhere")
  func exhaustive() throws {
    let random = AQRandomNumbers(seed: 15)
    let all = try sites((0..<500).map { _ in (random.fraction() * 180 - 90, random.fraction() * 360 - 180) })
    let finder = AirSite.Finder(all)
    let points = try [(90.0, 0.0), (-90, 120), (0, 180), (0, -180), (50, 14), (-89.99, -179.9), (12, 179.99)]
      .map { try Coordinate($0.0, $0.1) }
    for point in points {
      let byDistance = all.indices.map {
        (all[$0].coordinate.map { $0.distance(to: point) } ?? .infinity, $0)
      }
      .sorted { $0 < $1 }
      for count in [1, 10, 600] {
        #expect(finder.nearest(count, to: point).map(\.index) == byDistance.prefix(count).map(\.1))
      }
      let reach = 2_000_000.0
      #expect(
        finder.nearest(600, to: point, within: reach).map(\.index)
          == byDistance.filter { $0.0 <= reach }.map(\.1))
    }
  }

  @Test("neighbours across the 180th meridian and over the pole are near")
  func seams() throws {
    let finder = AirSite.Finder(try sites([(0, 179.9), (0, 170), (89.9, 0), (89, 170)]))
    #expect(finder.nearest(1, to: try Coordinate(0, -179.9)).map(\.index) == [0])
    #expect(finder.nearest(1, to: try Coordinate(89.9, 180)).map(\.index) == [2])
  }

  @Test("a search without sites, a count or a possible radius is empty")
  func odd() throws {
    let here = try Coordinate(0, 0)
    #expect(AirSite.Finder([]).nearest(3, to: here).isEmpty)
    let finder = AirSite.Finder([AirSite(kind: .city), AirSite(coordinate: here, kind: .city)])
    #expect(finder.nearest(3, to: here).map(\.index) == [1])
    #expect(finder.nearest(0, to: here).isEmpty && finder.nearest(-1, to: here).isEmpty)
    #expect(
      finder.nearest(1, to: here, within: .nan).isEmpty && finder.nearest(1, to: here, within: -1).isEmpty)
    #expect(finder.nearest(1, to: here, within: 0).count == 1)
  }
}
