import AQKit
import Testing

@Suite("Spellings of parameters and units") struct SpellingTests {
  @Test("every alias is read as its parameter or unit, and as no other")
  func aliases() {
    #expect(AirParameter.pm25.aliases.contains("pm2_5") && AirParameter("soot").aliases.isEmpty)
    for parameter in AirParameter.known {
      for alias in parameter.aliases { #expect(AirParameter(alias) == parameter, "\(alias)") }
    }
    #expect(AirUnit.microgramsPerCubicMetre.aliases.contains("ug/m3") && AirUnit("x").aliases.isEmpty)
    for unit in AirUnit.known {
      #expect(unit.isKnown)
      for alias in unit.aliases { #expect(AirUnit(alias) == unit, "\(alias)") }
    }
  }

  @Test(
    "a mistyped parameter has a suggestion",
    arguments: [
      ("pm52", AirParameter.pm25), ("pm2_6", .pm25), ("nitrogen_dioxid", .no2), ("humidty", .humidity),
    ])
  func parameters(name: String, near: AirParameter) { #expect(AirParameter.nearest(to: name) == near) }

  @Test(
    "a name near none, or near too many, has no suggestion",
    arguments: ["xy", "co", "turbidity of the lake"])
  func noParameter(name: String) { #expect(AirParameter.nearest(to: name) == nil) }

  @Test("a unit is suggested only if a single one is near: a wrong prefix would be a factor of 1,000")
  func units() {
    #expect(AirUnit.nearest(to: "celsuis") == .celsius)
    #expect(AirUnit.nearest(to: "microgram/m3") == .microgramsPerCubicMetre)
    #expect(AirUnit.nearest(to: "mcg/m3") == nil)
  }

  @Test("a refused name suggests a known one")
  func refusals() throws {
    var descriptor = SourceDescriptor.sample(
      offers: [.sample([.pm25], convention: .end, averaging: .oneHour)])
    descriptor.parameterNames = [:]
    var report = ReportBuilder(descriptor, receivedAt: .noon)
    let site = report.site(AirSite(id: "s", kind: .referenceStation))
    #expect(report.parameter(named: "pm52") == nil)
    report.add(.pm25, 1, unit: "grians/m3", at: .time(.noon), to: site)
    let messages = report.response().notes.map(\.message)
    #expect(messages.contains { $0.contains("the parameter “pm52” (did you mean “pm25”?); name it there") })
    #expect(messages.contains { $0.contains("“grians/m3” is not known (did you mean “grains/m³”?)") })
  }

  @Test("a refused name of few characters, each of many bytes, doesn't fill a note")
  func longCharacters() throws {
    let marks = "n" + String(repeating: "\u{301}", count: 100_000)
    var report = ReportBuilder(
      .sample(offers: [.sample([.pm25], convention: .end, averaging: .oneHour)]), receivedAt: .noon)
    let site = report.site(AirSite(id: "s", kind: .referenceStation))
    #expect(report.parameter(named: marks) == nil)
    report.add(.pm25, 1, unit: AirUnit(marks), at: .time(.noon), to: site)
    let messages = report.response().notes.map(\.message)
    #expect(messages.count >= 2 && messages.allSatisfy { $0.utf8.count < 300 })
  }
}
