import AQKit
import AQKitTesting
import Testing

@testable import AQKitStations

@Suite("The rules that networks of stations share") struct StationNetworkTests {
  private static let luchtmeetnet = LuchtmeetnetStations(stationsURL: "http://127.0.0.1:8080")

  @Test("each address can be replaced by its own option, and calls use it")
  func addresses() throws {
    let endpoints = Self.luchtmeetnet.descriptor.endpoints.map(\.url)
    #expect(endpoints == ["https://api.luchtmeetnet.nl", "http://127.0.0.1:8080"])
    let calls = Self.luchtmeetnet.calls(
      for: try AirQuery(near: Coordinate(52.09, 5.12)), at: ManualClock().time)
    #expect(calls.map { $0.request.url.hasPrefix("http://127.0.0.1:8080/data/") } == [true, false])
  }

  @Test("the error of a refused request has the reason that the reply states")
  func reason() throws {
    let response = TransportResponse(
      status: 400, text: #"{"code": "InvalidQuery", "description": "no such bbox"}"#)
    guard case .failed(let error) = CanadaAQHICommunities(baseURL: nil).verdict(on: response) else {
      Issue.record("it is no failure")
      return
    }
    #expect(error.code == .invalidRequest && error.message.contains("no such bbox"))
  }

  @Test(
    "a refusal's code follows from its words: a limit comes before a key",
    arguments: [
      ("Rate limit exceeded for this key", AQError.Code.rateLimited), ("Unauthorized", .unauthorized),
      ("Over quota", .rateLimited), ("Internal Server Error", .unavailable),
      ("Unknown station", .invalidRequest),
      ("Ups", .timedOut), ("API_KEY missing", .unauthorized), ("ApiKeyMissing", .unauthorized),
      ("Unexpected token < in JSON at position 0", .unavailable), ("Expired token", .unauthorized),
      ("Nothing in Turkey", .timedOut), ("TOO_MANY_REQUESTS", .rateLimited), ("RATE_LIMITED", .rateLimited),
      ("Przekroczenie limitu", .rateLimited), ("Unlimited access needs a key", .unauthorized),
      ("Invalid delimiter", .invalidRequest), ("A limited service: timed out", .unavailable),
      ("La limite de requêtes est atteinte", .rateLimited),
    ])
  func words(text: String, code: AQError.Code) {
    let error = UBAStations.refusal(saying: text, otherwise: .timedOut)
    #expect(error.code == code && error.message == "Umweltbundesamt refuses: \(text)")
  }

  @Test(
    "settings are recognised in the languages of the networks",
    arguments: [
      ("Kerbside", AirSite.Details.Setting.traffic), ("도로변대기", .traffic), ("自排局", .traffic),
      ("industry", .industrial), ("Urban Background", .background), ("Trafic", .traffic),
      ("Fond", .background), ("一般局", .background),
      ("elsewhere", nil), (nil, nil),
    ] as [(String?, AirSite.Details.Setting?)])
  func settings(word: String?, setting: AirSite.Details.Setting?) {
    #expect(AirSite.Details.Setting(named: word) == setting)
  }

  @Test("the offers are the columns by averaging period, and an index is an instant")
  func offers() {
    let offers = MOENVStations.descriptor.offers
    #expect(offers.map(\.averaging) == [.oneHour, .eightHours, .day, .hours(12), .instant])
    #expect(offers.map(\.timeConvention) == [.end, .end, .end, .end, .instant])
    #expect(offers.map(\.parameters).dropFirst() == [[.o3, .co], [.so2], [.pm25, .pm10], ["aqi.tw-aqi"]])
  }

  @Test("a row is read in the same way from an object, an array, a table and an element")
  func rows() throws {
    let json = try AQJSON(parsing: Array(#"{"name": " A ", "value": 4, "none": null, "wrong": [1]}"#.utf8))
    let array = try AQJSON(parsing: Array(#"["A", "4", null, true]"#.utf8))
    let table = try AQCSV(parsing: Array("name,value,none,wrong\nA,4,,x\n".utf8))
    let xml = try AQXML(parsing: Array("<r><name>A</name><value>4</value><none/><wrong>x</wrong></r>".utf8))
    let first = try #require(Array(table.rows).first)
    let rows = try [
      StationRow(json), StationRow(array, ["name", "value", "none", "wrong"]), StationRow(first, of: table),
      StationRow(xml),
    ]
    for row in rows {
      #expect(try row.require("other", "name") == "A" && row.number("value") == 4)
      #expect(row.text("none") == nil && row["none"]?.content == "" && row.number("wrong") == nil)
      #expect(row["other"] == nil && row.texts("name", "other") == ["name": "A"])
      #expect(throws: AQError.self) { try row.require("none", "other") }
    }
  }

  @Test("a broken row of a table throws")
  func broken() throws {
    let table = try AQCSV(parsing: Array("a,b\n\"1,2\n".utf8))
    let row = try #require(Array(table.rows).first)
    #expect(throws: AQError.self) { try StationRow(row, of: table) }
  }
}
