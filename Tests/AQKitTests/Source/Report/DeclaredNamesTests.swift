import AQKit
import Testing

@Suite("The names that a source declares") struct DeclaredNamesTests {
  private let site = AirSite(id: "s1", kind: .referenceStation)

  /// Adds a value under the provider's names.
  private func add(_ name: String, _ value: Double, _ unit: String, _ report: inout ReportBuilder) {
    let place = report.site(site)
    guard let parameter = report.parameter(named: name) else { return }
    report.add(parameter, value, unit: report.unit(named: unit), at: .time(.noon), to: place)
  }

  private func builder(_ parameters: [AirParameter] = [.pm25, .humidity]) -> ReportBuilder {
    var descriptor = SourceDescriptor.sample(
      offers: [.sample(parameters, convention: .end, averaging: .oneHour)])
    descriptor.parameterNames = ["relativehumidity": .humidity, "PM1": .pm10]
    descriptor.unitNames = ["ugm3": .microgramsPerCubicMetre, "percent": "%"]
    return ReportBuilder(descriptor, receivedAt: .noon)
  }

  @Test("a parameter that no offer names is refused and counted; it isn't guessed to be an instant")
  func undeclared() throws {
    var report = builder()
    let place = report.site(site)
    report.add(.no2, 1, unit: "ppb", at: .time(.noon), to: place)
    report.add(.no2, column: [1, 2], unit: "ppb", at: .unix([0, 3600]), to: place)
    report.add(.no2, try AQJSON(parsing: "3"), unit: "ppb", at: .time(.noon), to: place)
    report.add(.pm25, 4, unit: "µg/m³", at: .time(.noon), to: place)
    let response = report.response()
    #expect(response.reports.first?.series.map(\.parameter) == [.pm25])
    let note = try #require(response.notes.first)
    #expect(response.notes.count == 1 && note.code == .refused && note.count == 4)
    #expect(
      note.message
        == "Refused: no offer of the source names the parameter “no2”; name it there, or say in the "
        + "declaration's parameterNames what it means.")
  }

  @Test("a report from elsewhere must follow the declaration, too")
  func undeclaredSeries() throws {
    var report = builder([.o3])
    report.merge(try AirReport.sample())
    let response = report.response()
    #expect(response.reports.isEmpty && response.notes.first?.count == 1)
  }

  @Test("an offer without parameters allows any")
  func anyParameter() throws {
    var report = builder([])
    let place = report.site(site)
    report.add("soot", 1, unit: "µg/m³", at: .time(.noon), to: place)
    add("PM2.5", 2, "ug/m3", &report)
    let response = report.response()
    #expect(response.reports.first?.series.map(\.parameter) == ["soot", .pm25] && response.notes.isEmpty)
    #expect(response.reports.first?.series.map(\.averaging) == [.oneHour, .oneHour])
  }

  @Test("the provider's names stand for parameters and units, in upper or lower case")
  func names() throws {
    var report = builder([.pm25, .pm10, .humidity])
    let place = report.site(site)
    add("RelativeHumidity", 50, "percent", &report)
    let coarse = report.parameter(named: "PM1")
    report.add(
      try #require(coarse), try AQJSON(parsing: "\"7\""), missing: [],
      unit: report.unit(named: "ugm3"), at: .time(.noon), to: place)
    add("PM2.5", 8, "UGM3", &report)
    let series = try #require(report.response().reports.first).series
    #expect(
      series.map(\.parameter) == [.humidity, .pm10, .pm25] && series.map(\.values) == [[50], [7], [8]])
    #expect(series.map(\.unit) == ["%", "µg/m³", "µg/m³"])
  }

  @Test("so do unknown values of AirParameter and AirUnit")
  func unknownValues() throws {
    var report = builder()
    let place = report.site(site)
    report.add("relativehumidity", 50, unit: "percent", at: .time(.noon), to: place)
    report.add("relativehumidity", column: [60], unit: "percent", at: .unix([0]), to: place)
    let response = report.response()
    #expect(response.reports.first?[.humidity]?.values == [60, 50] && response.notes.isEmpty)
  }

  @Test("an unknown name is refused with a sentence that says what to do")
  func unknownNames() throws {
    var report = builder()
    add("wetness", 1, "%", &report)
    add("pm25", 1, "mickeys", &report)
    #expect(report.parameter(named: "wetness", count: 4) == nil && report.parameter(named: "pm2_5") == .pm25)
    let notes = report.response().notes
    #expect(notes.map(\.count) == [5, 1] && notes.allSatisfy { $0.code == .refused })
    #expect(notes[0].message.contains("“wetness”") && notes[0].message.contains("parameterNames"))
    #expect(notes[1].message.contains("“mickeys”") && notes[1].message.contains("unitNames"))
    var any = builder([])
    add("wetness", 1, "%", &any)
    #expect(any.response().notes.first?.message.contains("“wetness”") == true)
  }

  @Test("the declaration finds parameters and units by the names that it declares")
  func lookup() {
    let descriptor = builder().descriptor
    #expect(descriptor.parameter(named: "relativehumidity") == .humidity)
    #expect(descriptor.parameter(named: "pm2.5") == .pm25 && descriptor.parameter(named: "no2") == nil)
    #expect(
      descriptor.unit(named: "ugm3") == .microgramsPerCubicMetre && descriptor.unit(named: "ppb") == .ppb)
    #expect(descriptor.unit(named: "mickeys") == nil)
  }
}
