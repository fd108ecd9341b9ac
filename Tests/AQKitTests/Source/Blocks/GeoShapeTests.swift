import AQKit
import Testing

@Suite("GeoJSON geometries") struct GeoShapeTests {
  private func shape(_ text: String) throws -> GeoShape { try GeoShape(geoJSON: AQJSON(parsing: text)) }

  @Test("a point is its own centre and has no area")
  func point() throws {
    let point = try shape(#"{"type":"Point","coordinates":[14.42,50.08,235.5]}"#)
    try #expect(point.center == (Coordinate(50.08, 14.42)) && !point.isArea)
    #expect(!point.contains(point.center))
  }

  @Test("an area contains what lies in its ring and not in a hole; its centre lies inside")
  func hole() throws {
    let ring = "[[0,0],[10,0],[10,10],[0,10],[0,0]]"
    let area = try shape(#"{"type":"Polygon","coordinates":[\#(ring),[[4,2],[6,2],[6,8],[4,8],[4,2]]]}"#)
    try #expect(area.contains(Coordinate(5, 2)) && area.contains(Coordinate(9, 5)))
    try #expect(!area.contains(Coordinate(5, 5)) && !area.contains(Coordinate(5, 11)))
    #expect(area.isArea && area.contains(area.center))
    try #expect(area.boundingBox == (GeoShape.BoundingBox(south: 0, west: 0, north: 10, east: 10)))
  }

  @Test("the centre of a crescent lies in the crescent; of islands, in the largest")
  func middle() throws {
    let crescent = try shape(
      #"{"type":"Polygon","coordinates":[[[0,0],[10,0],[10,10],[0,10],[0,9],[9,9],[9,1],[0,1],[0,0]]]}"#)
    #expect(crescent.contains(crescent.center) && crescent.center.longitude > 9)
    let islands = try shape(
      #"""
      {"type":"MultiPolygon","coordinates":[[[[20,20],[21,20],[21,21],[20,20]]],[[[0,0],[5,0],[5,5],[0,5],[0,0]]]]}
      """#)
    try #expect(islands.center.longitude < 5 && islands.contains(Coordinate(20.1, 20.9)))
  }

  @Test(
    "every point of a grid is on one side: two areas that share an edge share no point, and leave none out")
  func partition() throws {
    let west = try shape(#"{"type":"Polygon","coordinates":[[[0,0],[4,0],[6,10],[0,10],[0,0]]]}"#)
    let east = try shape(#"{"type":"Polygon","coordinates":[[[4,0],[10,0],[10,10],[6,10],[4,0]]]}"#)
    for latitude in stride(from: 0.5, to: 10, by: 0.5) {
      for longitude in stride(from: 0.5, to: 10, by: 0.25) {
        let point = try Coordinate(latitude, longitude)
        #expect(west.contains(point) != east.contains(point), "\(latitude) \(longitude)")
      }
    }
  }

  @Test("an area on both sides of the 180th meridian has the meridian, and one around the pole has the pole")
  func edgesOfTheMap() throws {
    let islands = try shape(
      #"""
      {"type":"MultiPolygon","coordinates":[[[[170,-20],[180,-20],[180,-10],[170,-10],[170,-20]]],
      [[[-180,-20],[-170,-20],[-170,-10],[-180,-10],[-180,-20]]]]}
      """#)
    try #expect(islands.contains(Coordinate(-15, 180)) && islands.contains(Coordinate(-15, -180)))
    try #expect(!islands.contains(Coordinate(-15, 0)) && !islands.contains(Coordinate(-9, 180)))
    let cap = try shape(
      #"{"type":"Polygon","coordinates":[[[-180,80],[180,80],[180,90],[-180,90],[-180,80]]]}"#)
    try #expect(cap.contains(Coordinate(90, 30)) && cap.contains(Coordinate(85, 180)))
  }

  @Test("a collection is all of its members")
  func collection() throws {
    let both = try shape(
      #"""
      {"type":"GeometryCollection","geometries":[{"type":"MultiPoint","coordinates":[[1,2],[3,4]]},
      {"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}]}
      """#)
    #expect(both.isArea && both.boundingBox.north == 4)
  }

  @Test(
    "anything but a geometry in degrees is refused, with its path",
    arguments: [
      #"{"type":"Polygon","coordinates":[[[574000,6280000],[574001,6280000],[574001,6280001]]]}"#,
      #"{"type":"LineString","coordinates":[[0,0],[1,1]]}"#, #"{"type":"Point","coordinates":[14.42]}"#,
      #"{"type":"Point","coordinates":["14","50"]}"#, #"{"type":"Polygon","coordinates":[[[0,0],[1,1]]]}"#,
      #"{"type":"Polygon","coordinates":[]}"#, #"{"type":"GeometryCollection","geometries":[]}"#, "null",
      "{}",
      #"{"type":"MultiPoint","coordinates":[]}"#,
    ])
  func refused(text: String) {
    let error = #expect(throws: AQError.self) { try shape(text) }
    #expect(error?.code == .malformed)
  }
}
