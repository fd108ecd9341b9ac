import AQKit
import Foundation
import Testing

@testable import AQKitCommands

/// `normalize --output csv` and `--output geojson`.
@Suite("normalize: forms of output") struct NormalizeFormTests {
  private static let reports = [
    #"""
    {"schema":1,"source":"city","site":{"id":"1","name":"Main, \"East\"","coordinate":{"latitude":49.2,"longitude":16.6},
    "elevation":237,"country":"CZ","kind":"reference station","indoor":false},"kind":"observation","series":[
    {"parameter":"pm25","unit":"µg/m³","averaging":"1h","timeline":{"start":"2026-10-01T10:00:00Z","step":"PT1H",
    "length":"PT1H","count":3},"values":[1.5,null,2.25],"flags":[["provisional"],[],["provisional","suspect"]]},
    {"parameter":"pm25","unit":"µg/m³","averaging":"24h","timeline":{"start":"2026-09-30T13:00:00Z","step":"P1D",
    "length":"P1D","count":1},"values":[9]}],"receivedAt":"2026-10-01T13:05:00Z",
    "attribution":[{"text":"City of Brno","licence":"CC BY 4.0"}]}
    """#,
    #"""
    {"schema":1,"source":"city","site":{"id":"1","name":"Main, \"East\"","coordinate":{"latitude":49.2,"longitude":16.6},
    "kind":"reference station"},"kind":"observation","series":[{"parameter":"o3","unit":"ppb","averaging":"1h",
    "timeline":{"start":"2026-10-01T13:00:00Z","step":"PT1H","length":"PT1H","count":1},"values":[31]}],
    "receivedAt":"2026-10-01T14:05:00Z","attribution":[{"text":"City of Brno","licence":"CC BY 4.0"}]}
    """#,
    #"""
    {"schema":1,"source":"home","site":{"kind":"low-cost sensor","indoor":true},"kind":"observation","series":[],
    "receivedAt":"2026-10-01T14:05:00Z"}
    """#,
  ]

  /// Returns the text that is written for the reports.
  private func output(_ form: ReportForm, of reports: [String] = NormalizeFormTests.reports) throws -> String
  {
    let file = FileManager.default.temporaryDirectory.appending(path: "form-\(UUID().uuidString)")
    try Data().write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let handle = try FileHandle(forWritingTo: file)
    let context = PayloadFormat.Context(receivedAt: AirTime(secondsSince1970: 1_800_000_000))
    var normalization = Normalization(as: form, to: handle.fileDescriptor)
    for report in reports {
      let line = report.replacing("\n", with: "")
      _ = try normalization.read(Array(line.utf8), by: PayloadFormat.aqkit.makeDecoder(context))
    }
    try normalization.finish()
    try handle.close()
    return try String(contentsOf: file, encoding: .utf8)
  }

  @Test("CSV has a row for each value with all its details, and quotes where needed")
  func csv() throws {
    let text = try output(.csv)
    let rows = text.components(separatedBy: "\r\n")
    #expect(rows.count == 6 && rows.last == "")
    #expect(rows[0] == ReportCSV.columns.joined(separator: ","))
    #expect(
      rows[1]
        == #"city,1,"Main, ""East""",49.2,16.6,CZ,reference station,false,observation,pm25,1.5,µg/m³,1h,"#
        + "2026-10-01T10:00:00Z,2026-10-01T11:00:00Z,provisional,,2026-10-01T13:05:00Z,City of Brno,CC BY 4.0"
    )
    let table = try AQCSV(parsing: Array(text.utf8))
    let values = try table.rows.map { try $0["value"].double() }
    #expect(values == [1.5, 2.25, 9, 31])
    #expect(
      try table.rows.map { try $0["flags"].string() } == ["provisional", "provisional;suspect", "", ""])
  }

  @Test("a name that a spreadsheet would run has an apostrophe before it; a negative number hasn't")
  func formulas() throws {
    for (name, cell) in [
      ("=1+1", "'=1+1"), ("+A1", "'+A1"), ("-A1", "'-A1"), ("@SUM(A1)", "'@SUM(A1)"), ("\\t=1", "'\t=1"),
      ("-7", "-7"), ("a=1", "a=1"), ("'a", "'a"),
    ] {
      let report = Self.reports[1].replacing(#"Main, \"East\""#, with: name).replacing("[31]", with: "[-1.5]")
        .replacing(#""latitude":49.2"#, with: #""latitude":-49.2"#)
      let table = try AQCSV(parsing: Array(output(.csv, of: [report]).utf8))
      let row = try #require(Array(table.rows).first)
      #expect(try row["site_name"].string() == cell)
      #expect(try row["latitude"].string() == "-49.2" && row["value"].string() == "-1.5")
    }
  }

  @Test("a quotation mark is doubled, even with a combining mark after it")
  func quotationMark() throws {
    let report = Self.reports[1].replacing(#"Main, \"East\""#, with: #"a\"\u0301, b"#)
    #expect(try output(.csv, of: [report]).contains("\"a\"\"\u{301}, b\""))
  }

  @Test(
    "GeoJSON has the observations of each site once with its newest values; one without a coordinate has no geometry"
  )
  func geoJSON() throws {
    let collection = try AQJSON(parsing: output(.geojson))
    #expect(collection["type"].stringValue == "FeatureCollection")
    let features = try collection["features"].array()
    #expect(features.count == 2 && features[1]["geometry"].isNull)
    let (site, properties) = (features[0], features[0]["properties"])
    #expect(site["id"].stringValue == "city/1/observation" && site["geometry"]["type"].stringValue == "Point")
    #expect(try site["geometry"]["coordinates"].doubles() == [16.6, 49.2, 237])
    #expect(properties["pm25"].doubleValue == 2.25 && properties["pm25_unit"].stringValue == "µg/m³")
    #expect(properties["pm25_flags"].stringValue == "provisional;suspect")
    #expect(properties["pm25_24h"].doubleValue == 9 && properties["o3"].doubleValue == 31)
    #expect(properties["credit"].stringValue == "City of Brno (CC BY 4.0)")
    #expect(properties["received"].stringValue == "2026-10-01T14:05:00Z")
    #expect(features[1]["properties"]["indoor"].boolValue == true)
  }

  @Test("GeoJSON has a site's forecast apart from its observations, with another id")
  func kinds() throws {
    let forecast = Self.reports[0].replacing(#""kind":"observation""#, with: #""kind":"forecast""#)
    let features = try AQJSON(parsing: output(.geojson, of: [Self.reports[0], forecast]))["features"].array()
    #expect(features.map { $0["id"].stringValue } == ["city/1/observation", "city/1/forecast"])
  }

  @Test("GeoJSON keeps a parameter apart that is called like a property of the site")
  func namedLikeProperty() throws {
    let report = Self.reports[0].replacing(#""pm25""#, with: #""name""#)
    let properties = try AQJSON(parsing: output(.geojson, of: [report]))["features"].array()[0]["properties"]
    #expect(properties["name"].stringValue == #"Main, "East""#)
    #expect(properties["parameter_name"].doubleValue != nil)
  }

  @Test("an input without reports gives a header, or an empty collection")
  func empty() throws {
    #expect(try output(.csv, of: []) == ReportCSV.columns.joined(separator: ",") + "\r\n")
    #expect(try AQJSON(parsing: output(.geojson, of: []))["features"].elements.isEmpty)
    #expect(try output(.json, of: []).isEmpty)
  }
}
