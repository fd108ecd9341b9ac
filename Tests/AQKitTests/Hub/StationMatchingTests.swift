import AQKit
import Testing

@Suite("Recognising a station")
struct StationMatchingTests {
  private func site(
    _ id: String?, _ latitude: Double = 50, name: String? = nil, kind: AirSite.Kind = .referenceStation
  )
    throws -> AirSite
  {
    AirSite(id: id, name: name, coordinate: try Coordinate(latitude, 14), kind: kind)
  }

  private func isSame(_ one: AirSite, _ two: AirSite, _ matching: AirHub.Policy.StationMatching = .standard)
    -> Bool
  {
    let same = matching.isSame(one, of: "a", two, of: "b")
    #expect(matching.isSame(two, of: "b", one, of: "a") == same)
    return same
  }

  @Test("codes of AQS with 9 and 12 digits, with and without hyphens")
  func aqs() throws {
    #expect(try isSame(site("060371103"), site("840060371103", 51)))
    #expect(try isSame(site("06-037-1103"), site("060371103", 51)))
    #expect(try !isSame(site("060371103", name: "Main St"), site("840060371104", name: "Main St")))
  }

  @Test("EoI codes wherever they are in an identifier")
  func eoi() throws {
    #expect(try isSame(site("DEBB021"), site("SPO.DE_DEBB021_NO2_dataGroup1", 51)))
    #expect(try isSame(site("GB0566A"), site("GB_GB0566A_8_761", 51)))
    #expect(try !isSame(site("DEBB021", name: "Potsdam"), site("DEBB022", name: "Potsdam")))
  }

  @Test("identifiers that a source states by scheme")
  func stated() throws {
    func site(_ id: String, _ identifiers: [String: String]) throws -> AirSite {
      var site = try self.site(id, name: "Main St")
      site.details.identifiers = identifiers
      return site
    }
    #expect(try isSame(site("1017", ["aqs": "060371103"]), site("840060371103", [:])))
    #expect(try isSame(site("a", ["wigos": "0-203-1"]), site("b", ["WIGOS": "0-203-1"])))
    #expect(try !isSame(site("a", ["wigos": "0-203-1"]), site("b", ["wigos": "0-203-2"])))
  }

  @Test("another source's identifier by its name, in any case; nine digits are AQS only if stated")
  func statedOfSource() throws {
    var here = try site("999", kind: .lowCostSensor)
    here.details.identifiers = ["purpleair": "158009"]
    let sensor = try site("158009", 50.01, kind: .lowCostSensor)
    #expect(AirHub.Policy.StationMatching.standard.isSame(here, of: "waqi", sensor, of: "purpleair"))
    #expect(AirHub.Policy.StationMatching.standard.isSame(here, of: "waqi", sensor, of: "PurpleAir"))
    #expect(!AirHub.Policy.StationMatching.standard.isSame(here, of: "waqi", sensor, of: "sensor-community"))
    var (one, two) = (try site("x", 51), try site("y", 52))
    one.details.identifiers = ["eoi": "debb021"]
    #expect(try isSame(one, site("DEBB021", 53)))
    (one.details.identifiers, two.details.identifiers) = (["serial": "123456789"], ["wigos": "123456789"])
    #expect(!isSame(one, two))
  }

  @Test("then name and distance: near with a word in common, or farther with the same name")
  func names() throws {
    #expect(
      try isSame(site("1", 50, name: "Praha 2-Legerova"), site("2", 50.0005, name: "Legerova (hot spot)")))
    #expect(try isSame(site("1", 50, name: "Legerova"), site("2", 50.004, name: "LEGEROVA")))
    #expect(
      try !isSame(site("1", 50, name: "Praha 2-Legerova"), site("2", 50.002, name: "Legerova (hot spot)")))
    #expect(try !isSame(site("1", 50, name: "Legerova"), site("2", 50.01, name: "Legerova")))
    #expect(try !isSame(site("1", 50, name: "Libuš"), site("2", 50.0001, name: "Legerova")))
    #expect(try !isSame(site("1"), site("2")))
  }

  @Test("a service that names the other as its network needs no common word, and sensors need the same name")
  func passedOn() throws {
    func isSame(_ one: AirSite, _ two: AirSite) -> Bool {
      var one = one
      one.details.network = "Sensor.Community"
      let matching = AirHub.Policy.StationMatching.standard
      let same = matching.isSame(one, of: "openaq", two, of: "sensor-community")
      #expect(matching.isSame(two, of: "sensor-community", one, of: "openaq") == same)
      #expect(!matching.isSame(one, of: "openaq", two, of: "luchtmeetnet"))
      return same
    }
    #expect(try isSame(site("1", name: "T Street"), site("2", 50.0005, name: "Sacramento")))
    #expect(try isSame(site("1"), site("2", 50.0005)))
    #expect(try !isSame(site("1", name: "T Street"), site("2", 50.002, name: "Sacramento")))
    let sensor = try site("1", name: "Box 7", kind: .lowCostSensor)
    #expect(try isSame(sensor, site("2", 50.002, name: "box 7", kind: .lowCostSensor)))
    #expect(try !isSame(sensor, site("2", name: "Box 8", kind: .lowCostSensor)))
    #expect(try !isSame(sensor, site("2", 50.01, name: "Box 7", kind: .lowCostSensor)))
  }

  @Test("low-cost sensors at one rounded point stay apart, and models are never stations")
  func sensors() throws {
    let one = try site("1", name: "Box", kind: .lowCostSensor)
    #expect(try !isSame(one, site("2", name: "Box", kind: .lowCostSensor)))
    #expect(try !isSame(site("060371103", kind: .modelCell), site("060371103", kind: .modelCell)))
  }

  @Test("known aliases are data, and are read and written as JSON")
  func aliases() throws {
    let matching = AirHub.Policy.StationMatching(aliases: [[.init("a", "1"), .init("b", "x")]])
    #expect(try isSame(site("1"), site("x", 60), matching))
    #expect(try roundTripped(matching) == matching)
  }
}
