import AQKit
import Testing

@Suite("The details of a column's values") struct ColumnQualityTests {
  private typealias Accuracy = AirReading.Accuracy
  private typealias Completeness = AirReading.Completeness

  private let noon = AirTime.noon.secondsSince1970

  private func hourly() -> ReportBuilder {
    ReportBuilder(
      .sample(offers: [.sample([.pm25, .no2], convention: .end, averaging: .oneHour)]), receivedAt: .noon)
  }

  private var flags: [Set<AirReading.QualityFlag>] { [[.validated], [.belowDetection, .raw], []] }
  private var completeness: [AirReading.Completeness?] {
    [Completeness(percent: 100), nil, Completeness(observed: 3, expected: 4)]
  }
  private var accuracy: [AirReading.Accuracy?] {
    [Accuracy(uncertainty: 1), Accuracy(detectionLimit: 2), nil]
  }

  @Test("belong to each value, in all forms of columns")
  func columns() throws {
    let stamps = [noon, noon - 7200, noon - 3600]
    let numbers = [1.0, 2, 3]
    let json = try AQJSON(parsing: "[1, 2, 3]")
    for form in 0..<4 {
      var report = hourly()
      let site = report.site(AirSite(id: "s1", kind: .referenceStation))
      switch form {
      case 0:
        report.add(
          .pm25, column: numbers, unit: "µg/m³", at: .unix(stamps),
          quality: .init(flags: flags, completeness: completeness, accuracy: accuracy), to: site)
      case 1:
        report.add(
          .pm25, column: json, unit: "µg/m³", at: .unix(stamps),
          quality: .init(flags: flags, completeness: completeness, accuracy: accuracy), to: site)
      case 2:
        report.add(
          .pm25, column: numbers, unit: "µg/m³", at: .stamps(stamps.map(TimeStamp.unix)),
          quality: .init(flags: flags, completeness: completeness, accuracy: accuracy), to: site)
      default:
        report.add(
          .pm25, column: json, unit: "µg/m³", at: .stamps(stamps.map(TimeStamp.unix)),
          quality: .init(flags: flags, completeness: completeness, accuracy: accuracy), to: site)
      }
      let series = try #require(report.response().reports.first?.series.first)
      #expect(series.values == [2, 3, 1], "form \(form)")
      #expect(series.flags == [flags[1], flags[2], flags[0]], "form \(form)")
      #expect(series.completeness == [completeness[1], completeness[2], completeness[0]], "form \(form)")
      #expect(series.accuracy == [accuracy[1], accuracy[2], accuracy[0]], "form \(form)")
    }
  }

  @Test("are refused with their column if they have another length")
  func unequal() throws {
    var report = hourly()
    let site = report.site(AirSite(id: "s1", kind: .referenceStation))
    report.add(
      .pm25, column: [1, 2], unit: "µg/m³", at: .unix([noon, noon - 3600]), quality: .init(flags: [[]]),
      to: site)
    let notes = report.response().notes
    #expect(notes.contains { $0.code == .refused && $0.count == 2 })
  }

  @Test("are in columns of CSV, for a row or for a column of values")
  func csv() throws {
    var layout = PayloadFormat.CSVLayout.wide(
      time: "time",
      columns: [
        .init("pm25", .pm25, unit: "µg/m³"),
        .init("no2", .no2, unit: "ppb", quality: .init(detectionLimit: "no2_dl", flag: "no2_flag")),
      ])
    layout.siteID = "id"
    layout.quality = .init(uncertainty: "u", completeness: "percent", flag: "state")
    layout.flagNames = ["V": [.validated], "P": [.provisional], "<": [.belowDetection]]
    let text = """
      id,time,pm25,u,percent,state,no2,no2_dl,no2_flag
      a,2026-10-01T10:00:00Z,1,0.5,100,V,4,2,
      a,2026-10-01T11:00:00Z,2,,75,P,1,2,<
      a,2026-10-01T12:00:00Z,3,±?,,X,5,,
      """
    var report = hourly()
    try report.read(csv: Array(text.utf8), layout)
    let response = report.response()
    #expect(response.notes.isEmpty, "\(response.notes)")
    #expect(response.reports.count == 1)
    let pm25 = try #require(response.reports.first?[.pm25])
    #expect(pm25.values == [1, 2, 3])
    #expect(pm25.flags == [[.validated], [.provisional], [AirReading.QualityFlag(rawValue: "X")]])
    #expect(pm25.accuracy == [Accuracy(uncertainty: 0.5), nil, nil])
    #expect(pm25.completeness == [Completeness(percent: 100), Completeness(percent: 75), nil])
    let no2 = try #require(response.reports.first?[.no2])
    #expect(no2.flags == [[], [.belowDetection], []])
    #expect(no2.accuracy == [Accuracy(detectionLimit: 2), Accuracy(detectionLimit: 2), nil])
    #expect(no2.completeness == nil)
  }

  @Test("say that a value is below the detection limit if CSV has the limit in its place")
  func belowDetection() throws {
    let text = """
      time,parameter,unit,value,state
      2026-10-01T12:00:00Z,pm25,µg/m³,3,V
      2026-10-01T10:00:00Z,pm25,µg/m³,<2,V
      2026-10-01T11:00:00Z,pm25,µg/m³,< 1.5,
      2026-10-01T11:00:00Z,no2,ppb,<0,
      2026-10-01T12:00:00Z,no2,ppb,<<1,
      yesterday,pm25,µg/m³,<9,V
      2026-10-01T09:00:00Z,pm25,µg/m³,4,V
      """
    var layout = PayloadFormat.CSVLayout.long(
      time: "time", parameter: "parameter", unit: "unit", value: "value")
    layout.quality = .init(flag: "state")
    layout.flagNames = ["V": [.validated]]
    var report = hourly()
    try report.read(
      csv: Array(text.utf8), layout, site: AirSite(id: "s1", kind: .referenceStation))
    let response = report.response()
    let pm25 = try #require(response.reports.first?[.pm25])
    #expect(pm25.values == [4, 1, 0.75, 3], "the limit of a refused row isn't the next one's")
    #expect(pm25.flags == [[.validated], [.validated, .belowDetection], [.belowDetection], [.validated]])
    #expect(pm25.accuracy == [nil, Accuracy(detectionLimit: 2), Accuracy(detectionLimit: 1.5), nil])
    let refused = response.notes.filter { $0.code == .refused }
    #expect(refused.compactMap(\.count) == [2, 1], "no limit is below nothing: \(response.notes)")
  }
}
