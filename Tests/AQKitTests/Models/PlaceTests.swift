import AQKit
import Testing

@Suite struct PlaceTests {
  @Test(
    "a coordinate is a latitude and a longitude in range; 0, 0 is a place",
    arguments: [(0.0, 0.0), (90, 180), (-90, -180), (-0.0, 0), (52.52, 13.41)])
  func coordinates(_ latitude: Double, _ longitude: Double) throws {
    let coordinate = try Coordinate(latitude, longitude)
    #expect(coordinate.latitude == latitude && coordinate.longitude == longitude)
    #expect(try roundTripped(coordinate) == coordinate)
  }

  @Test(
    "anything else is refused",
    arguments: [
      (90.000001, 0.0), (-91, 0), (0, 180.000001), (0, -181), (.nan, 0), (0, .nan), (.infinity, 0),
      (0, -.infinity),
      (13.41, 252.52),
    ])
  func badCoordinates(_ latitude: Double, _ longitude: Double) {
    #expect(throws: AQError.self) { try Coordinate(latitude, longitude) }
  }

  @Test(
    "a coordinate in JSON is checked as well",
    arguments: [
      #"{"latitude":91,"longitude":0}"#, #"{"latitude":"52","longitude":13}"#, #"{"latitude":52}"#, "[52,13]",
      #"{"latitude":1e999,"longitude":0}"#, #"{"latitude":null,"longitude":0}"#,
    ])
  func hostileCoordinates(_ text: String) {
    #expect(throws: DecodingError.self) { try decode(Coordinate.self, text) }
  }

  /// On a sphere of radius 6,371,008.8 m: arcs by hand (a quarter of a great circle is π·R/2), and city pairs by the
  /// haversine formula in 40-digit arithmetic.
  @Test(
    "distances are those along a great circle",
    arguments: [
      (0.0, 0.0, 0.0, 90.0, 10_007_557.2), (0, 0, 0, 180, 20_015_114.4), (90, 0, -90, 0, 20_015_114.4),
      (0, 179.5, 0, -179.5, 111_195.08), (90, 10, 90, -170, 0), (52.52, 13.41, 52.52, 13.41, 0),
      (45, 7, -45, -173, 20_015_114.4), (0, 0, 0, 0.00001, 1.111951),
    ])
  func distances(_ lat1: Double, _ lon1: Double, _ lat2: Double, _ lon2: Double, _ metres: Double) throws {
    let (a, b) = (try Coordinate(lat1, lon1), try Coordinate(lat2, lon2))
    #expect(abs(a.distance(to: b) - metres) < 0.2 + metres * 1e-8)
    #expect(abs(a.distance(to: b) - b.distance(to: a)) < 1e-6)
  }

  @Test("a box contains its edges, and the two names of the 180th meridian are one")
  func boxes() throws {
    let box = try GeoShape.BoundingBox(south: 50, west: 13, north: 53, east: 14)
    #expect(try box.contains(Coordinate(50, 13)) && box.contains(Coordinate(53, 14)))
    #expect(try !box.contains(Coordinate(49.999, 13.5)) && !box.contains(Coordinate(51, 14.001)))
    let fiji = try GeoShape.BoundingBox(south: -20, west: 177, north: -12, east: -178)
    #expect(try fiji.contains(Coordinate(-17, 179)) && fiji.contains(Coordinate(-17, -179)))
    #expect(try fiji.contains(Coordinate(-17, 180)) && fiji.contains(Coordinate(-17, -180)))
    #expect(try !fiji.contains(Coordinate(-17, 0)) && !fiji.contains(Coordinate(-17, 176)))
    let east = try GeoShape.BoundingBox(south: -20, west: 170, north: -12, east: 180)
    #expect(try east.contains(Coordinate(-17, -180)) && !east.contains(Coordinate(-17, -179)))
  }

  @Test("boxes overlap across the 180th meridian too")
  func overlaps() throws {
    let fiji = try GeoShape.BoundingBox(south: -20, west: 177, north: -12, east: -178)
    let samoa = try GeoShape.BoundingBox(south: -15, west: -179, north: -13, east: -171)
    let berlin = try GeoShape.BoundingBox(south: 52, west: 13, north: 53, east: 14)
    let west = try GeoShape.BoundingBox(south: -20, west: -180, north: -12, east: -170)
    let east = try GeoShape.BoundingBox(south: -20, west: 170, north: -12, east: 180)
    #expect(fiji.overlaps(samoa) && samoa.overlaps(fiji) && fiji.overlaps(fiji))
    #expect(west.overlaps(east) && !berlin.overlaps(fiji) && !berlin.overlaps(west))
    let world = try GeoShape.BoundingBox(south: -90, west: -180, north: 90, east: 180)
    let arctic = try GeoShape.BoundingBox(south: 80, west: -10, north: 90, east: 10)
    let far = try GeoShape.BoundingBox(south: 85, west: 100, north: 90, east: 120)
    #expect(arctic.overlaps(far))
    #expect([fiji, samoa, berlin, west, east].allSatisfy { world.overlaps($0) && $0.overlaps(world) })
  }

  @Test(
    "a box in JSON is checked",
    arguments: [
      #"{"south":1,"west":0,"north":0,"east":1}"#, #"{"south":-91,"west":0,"north":0,"east":1}"#,
      #"{"south":0,"west":-181,"north":1,"east":1}"#, #"{"south":0,"west":0,"north":1}"#,
    ])
  func hostileBoxes(_ text: String) {
    #expect(throws: DecodingError.self) { try decode(GeoShape.BoundingBox.self, text) }
  }

  @Test("an elevation of NaN is dropped, so that a site can always be written")
  func elevation() throws {
    var site = AirSite(name: "A", elevation: .nan, kind: .city)
    #expect(site.elevation == nil)
    site.elevation = .infinity
    #expect(site.elevation == nil)
    site.elevation = -3
    #expect(try roundTripped(site) == site)
    #expect(try AirPlace(name: "A", coordinate: Coordinate(0, 0), elevation: .infinity).elevation == nil)
  }

  @Test("a place needs only a name and a coordinate, even in JSON")
  func minimalPlace() throws {
    let place = try decode(AirPlace.self, #"{"name":"Brno","coordinate":{"latitude":49.2,"longitude":16.6}}"#)
    #expect(place.name == "Brno" && place.adminAreas.isEmpty && place.timeZone == nil)
    #expect(try roundTripped(place) == place)
  }
}
