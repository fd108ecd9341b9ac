import AQKit
import Foundation
import Testing

@Suite("Coordinates, boxes and local times of an adapter's author") struct AuthorsTextTests {
  @Test(
    "degrees are plain decimals of at most five places",
    arguments: [
      (52.520_008, "52.52001"), (-0.127_8, "-0.1278"), (0, "0"), (-0.000_001, "0"), (0.000_05, "0.00005"),
      (-0.000_07, "-0.00007"), (180, "180"), (1e-9, "0"),
    ])
  func degrees(value: Double, text: String) { #expect(Coordinate.text(degrees: value) == text) }

  @Test("a box around a point holds every point within the distance, at the poles and the 180th meridian too")
  func box() throws {
    for (latitude, longitude) in [
      (0.0, 0.0), (50.08, 14.42), (-33.9, 151.2), (0, 179.99), (-16.5, -179.99), (89.9, 10), (-90, 0),
    ] {
      let middle = try Coordinate(latitude, longitude)
      for metres in [0.0, 500, 25_000, 400_000] {
        let box = GeoShape.BoundingBox(around: middle, radius: metres)
        for step in 0..<24 {
          let angle = Double(step) / 24 * 2 * .pi
          let away = metres * 0.999 / 111_195.08
          let lat = latitude + away * cos(angle)
          let stretched = away * sin(angle) / max(1e-9, cos(latitude * .pi / 180))
          var lon = longitude + stretched
          if lon > 180 { lon -= 360 }
          if lon < -180 { lon += 360 }
          guard let point = try? Coordinate(lat, lon), point.distance(to: middle) <= metres else { continue }
          #expect(box.contains(point), "\(middle) \(metres) \(point)")
        }
        #expect(box.contains(middle))
      }
    }
    let small = GeoShape.BoundingBox(around: try Coordinate(50, 14), radius: 5000)
    try #expect(!small.contains(Coordinate(50.06, 14)) && !small.contains(Coordinate(50, 14.08)))
    try #expect(GeoShape.BoundingBox(around: Coordinate(1, 2), radius: .nan).south == 1)
    #expect(
      GeoShape.BoundingBox(around: try Coordinate(1, 2), radius: .infinity).contains(
        try Coordinate(-60, -100)))
  }

  @Test("test places are given in degrees; points that aren't on Earth are left out")
  func points() throws {
    try #expect([AirQuery.Place].points((50.08, 14.42), (91, 0)) == [.near(Coordinate(50.08, 14.42))])
  }

  @Test("a place gives its box, or one around its point; a name gives none")
  func placeBox() throws {
    let point = try Coordinate(50, 14)
    let box = try GeoShape.BoundingBox(south: 1, west: 2, north: 3, east: 4)
    #expect(AirQuery.Place.area(box).boundingBox(radius: 1) == box)
    #expect(
      AirQuery.Place.near(point).boundingBox(radius: 500)
        == GeoShape.BoundingBox(around: point, radius: 500))
    #expect(
      AirQuery.Place.city("Brno").boundingBox(radius: 1) == nil
        && AirQuery.Place.site("1").boundingBox(radius: 1) == nil)
  }

  @Test("a query asks a source for its named and offered parameters in the source's order, or for all")
  func askedParameters() {
    let descriptor = SourceDescriptor.sample()
    #expect(descriptor.parameters(askedBy: AirQuery(places: [])) == [.pm25, .pm10, .o3])
    let query = AirQuery(places: [], parameters: [.o3, .no2, .pm25])
    #expect(descriptor.parameters(askedBy: query) == [.pm25, .o3])
  }

  private func instant(_ text: String, _ zone: AirTime.Zone) -> String? {
    var report = ReportBuilder(.sample(), receivedAt: AirTime(secondsSince1970: 1_900_000_000))
    report.add(
      .pm25, 1, unit: "µg/m³", at: .zonedText(text, zone), to: report.site(AirSite(id: "a", kind: .city)))
    return report.response().reports.first?[.pm25]?.timeline.first.map { "\($0.start)" }
  }

  @Test(
    "a local time is an instant, on the days when clocks change too",
    arguments: [
      ("2026-10-01 12:00:00", "2026-10-01T10:00:00Z"), ("2026-01-15T12:00", "2026-01-15T11:00:00Z"),
      ("2026-10-01", "2026-09-30T22:00:00Z"),
      // 25 October 2026: 02:30 occurs twice; this is the first one.
      ("2026-10-25 01:59:59", "2026-10-24T23:59:59Z"), ("2026-10-25 02:30:00", "2026-10-25T00:30:00Z"),
      ("2026-10-25 03:00:00", "2026-10-25T02:00:00Z"),
      // 29 March 2026: 02:30 doesn't occur, and is counted on from 01:59.
      ("2026-03-29 01:59:00", "2026-03-29T00:59:00Z"), ("2026-03-29 02:30:00", "2026-03-29T01:30:00Z"),
      ("2026-03-29 03:00:00", "2026-03-29T01:00:00Z"), ("2026-10-01T12:00:00Z", "2026-10-01T12:00:00Z"),
    ])
  func localTime(text: String, utc: String) throws {
    #expect(instant(text, try #require(AirTime.Zone(identifier: "Europe/Warsaw"))) == utc)
  }

  @Test("a fixed offset is a zone, too, and anything but a time is refused")
  func fixedOffset() throws {
    let india = AirTime.Zone(secondsFromUTC: 19_800)
    #expect(instant("2026-10-01 17:30:00", india) == "2026-10-01T12:00:00Z")
    #expect(instant("01.10.2026", india) == nil)
  }
}
