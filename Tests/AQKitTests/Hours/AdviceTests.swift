import AQKit
import AQKitTesting
import Foundation
import Testing

/// Tests for the advice of a standard to a group that a user has chosen.
@Suite struct AdviceTests {
  static func band(_ edition: String, _ key: String) throws -> AQIBand {
    let index = try #require(AirQualityIndexCatalog.standard.index(edition))
    return try #require(index.bands.first { $0.key == key })
  }

  @Test("every wording of every edition means one of the groups")
  func wordings() {
    var count = 0
    for index in AirQualityIndexCatalog.standard.indices {
      for message in index.bands.flatMap(\.messages) {
        #expect(!message.groups.isEmpty, "\(index.edition.identifier): \(message.group)")
        #expect(message.pollutants.allSatisfy { $0.family != .other }, "\(message.group)")
        count += 1
      }
    }
    #expect(count >= 49)
  }

  @Test("the group's own advice comes before that for sensitive people, and that before everyone's")
  func order() throws {
    let unhealthy = try Self.band("us_epa_2024", "unhealthy")
    #expect(unhealthy.advice(for: .everyone)?.group == "everyone else")
    #expect(unhealthy.advice(for: .children)?.group == "sensitive (O3, PM)")
    let good = try Self.band("us_epa_2024", "good")
    #expect(AQIBand.HealthGroup.allCases.allSatisfy { good.advice(for: $0)?.group == "all" })
    let serious = try Self.band("hk_aqhi_2025", "serious")
    #expect(serious.advice(for: .olderAdults) != nil && serious.advice(for: .sensitive) != nil)
  }

  @Test("no group gets the standard's advice for others")
  func others() throws {
    let moderate = try Self.band("us_epa_2024", "moderate")
    #expect(moderate.advice(for: .unusuallySensitive) != nil)
    #expect(moderate.advice(for: .everyone) == nil && moderate.advice(for: .sensitive) == nil)
  }

  @Test("advice for certain pollutants applies if one of them gives the index")
  func pollutants() throws {
    let band = try Self.band("us_epa_2024", "unhealthy-for-sensitive-groups")
    #expect(band.advice(for: .heartDisease, dominant: [.co])?.group == "heart disease (CO)")
    #expect(band.advice(for: .lungDisease, dominant: [.co]) == nil)
    #expect(band.advice(for: .heartDisease, dominant: [.pm10])?.group == "sensitive (O3, PM)")
    #expect(band.advice(for: .sensitive, dominant: [.no2]) == nil)
    #expect(band.advice(for: .sensitive)?.group == "sensitive (O3, PM)")
    #expect(band.messages.map(\.pollutants) == [[.o3, .pm25, .pm10], [.co]])
  }

  @Test("a value's advice is that for its pollutants")
  func value() throws {
    let report = try ReportIndexTests.report([(.co, "ppm", Array(repeating: 11, count: 24))])
    let value = try report.index(using: "us_epa_2024").get()
    #expect(value.dominant == [.co] && value.advice(for: .heartDisease)?.group == "heart disease (CO)")
  }

  @Test("the text of a message's group names groups and pollutants; an unknown group is none")
  func own() {
    let message = AQIBand.HealthMessage(
      group: "Children,  older adults / heart disease (NO2)", text: "Stay in.", source: "ours")
    #expect(message.groups == [.children, .olderAdults, .heartDisease] && message.pollutants == [.no2])
    let unknown = AQIBand.HealthMessage(group: "cyclists", text: "Stay in.", source: "ours")
    #expect(unknown.groups.isEmpty)
  }

  @Test("an index of categories says its band once")
  func title() throws {
    let report = try ReportIndexTests.report([
      (.pm25, "µg/m³", Array(repeating: 12, count: 24)), (.o3, "µg/m³", Array(repeating: 30, count: 24)),
    ])
    let european = try report.index(using: "eu_eaqi_2024").get()
    #expect(european.title == european.band?.name && european.numberText == nil)
    let american = try report.index(using: "us_epa_2024").get()
    #expect(american.title == "\(american.display) \(american.band?.name ?? "")")
    #expect(american.numberText == american.display)
    let entries = try report.indexSeries(using: "eu_eaqi_2024").entries
    #expect(entries.allSatisfy { $0.title == $0.band.name })
    let hour = try #require(
      report.hourlyIndex(using: "eu_eaqi_2024", from: ReportIndexTests.noon, hours: 1).first)
    #expect(hour.title == hour.band?.name)
  }

  @Test("the band of a single hour is marked if the standard requires another average")
  func singleHour() throws {
    let reading = try #require(AirReport.sample(value: 40).series.first?.reading(at: 0))
    let band = try #require(reading.band(using: "us_epa_2024"))
    #expect(band.band.key == "unhealthy-for-sensitive-groups" && band.isProxy)
    #expect(band.description == "Unhealthy for Sensitive Groups (PROXY: 1h value, 24h needed)")
    #expect(try roundTripped(band) == band)
    let european = try #require(reading.band(using: "eu_eaqi_2024"))
    #expect(!european.isProxy && european.description == european.band.name)
    #expect(reading.band(using: "no-such-index") == nil)
  }

  @Test(
    "a table that only extends another one doesn't hide a single value's band",
    arguments: [
      // The US table of hourly ozone begins at 0.125 ppm; below it the table of 8 h gives the band.
      ("o3", 1, 0.062, "ppm", "us_epa_2024", "moderate", "8h"),
      ("o3", 1, 0.125, "ppm", "us_epa_2024", "very-unhealthy", "8h"),
      ("o3", 1, 0.3, "ppm", "us_epa_2024", "very-unhealthy", "8h"),
      // Sulphur dioxide's 24 h mean counts only beyond the hourly table (EPA-454/B-24-002, p. 16).
      ("so2", 24, 100, "ppb", "us_epa_2024", "unhealthy-for-sensitive-groups", "1h"),
      ("so2", 24, 400, "ppb", "us_epa_2024", "very-unhealthy", "1h"),
      // Singapore's hourly ozone counts only beyond the 8 h table (NEA, 2014).
      ("o3", 1, 150, "µg/m³", "sg_psi_2014", "moderate", "8h"),
      ("o3", 1, 900, "µg/m³", "sg_psi_2014", "hazardous", "8h"),
      // A table of hours that begins at zero decides alone.
      ("o3", 1, 180, "µg/m³", "cn_hj633_2012", "good", nil),
    ] as [(AirParameter, Int64, Double, AirUnit, IndexEdition.Reference, String, String?)])
  func extendingTable(
    _ parameter: AirParameter, _ hours: Int64, _ value: Double, _ unit: AirUnit,
    _ index: IndexEdition.Reference, _ key: String, _ needed: String?
  ) throws {
    let series = try AirSeries(
      parameter, value, unit: unit, over: AirInterval(start: .noon.hours(-hours), end: .noon))
    let band = try #require(series.reading(at: 0)?.band(using: index))
    #expect(band.band.key == key)
    #expect(band.isProxy == (needed != nil) && (needed == nil || band.needed?.description == needed))
  }

  @Test("a single value is converted as a report's are: also to parts per hundred million, and in decimal")
  func convertedBand() throws {
    func band(_ value: Double, _ unit: AirUnit, _ index: IndexEdition.Reference) throws -> String? {
      let series = try AirSeries(
        .o3, value, unit: unit, over: AirInterval(start: .noon.hours(-1), end: .noon))
      return series.reading(at: 0)?.band(using: index)?.band.key
    }
    #expect(try band(66.9, .ppb, "au_nsw_aqc_2020") == "good")
    #expect(try band(67, .ppb, "au_nsw_aqc_2020") == "fair")
    #expect(try band(0.2, .ppm, "au_nsw_aqc_2020") == "extremely-poor")
    #expect(try band(12.5, "pphm", "us_epa_2024") == "very-unhealthy")
  }

  @Test("an index that a source publishes keeps the scale that it names")
  func published() throws {
    let series = try AirSeries(
      "aqi.us-epa", 120, unit: "", over: AirInterval(start: .noon.hours(-1), end: .noon))
    let band = try #require(series.reading(at: 0)?.band(using: "eu_eaqi_2024"))
    #expect(band.edition == "us_epa_2024" && band.band.name == "Unhealthy for Sensitive Groups")
    #expect(!band.isProxy && band.needed == nil)
  }

  @Test(
    "a published index beyond the scale is in its last band, and one above a closed list of levels in none",
    arguments: [
      // ECCC publishes numbers above 10 with decimals, and the text “10+”, which is 10 beyond the scale.
      ("aqi.ca-aqhi", 10, false, "high"), ("aqi.ca-aqhi", 10, true, "very-high"),
      ("aqi.ca-aqhi", 10.5, true, "very-high"), ("aqi.ca-aqhi", 12.4, true, "very-high"),
      ("aqi.ca-aqhi", 12.4, false, "very-high"),
      ("aqi.hk-aqhi", 10, false, "very-high"), ("aqi.hk-aqhi", 10, true, "serious"),
      ("aqi.uk-daqi", 10, false, "very-high"), ("aqi.uk-daqi", 45, false, nil),
    ] as [(AirParameter, Double, Bool, String?)])
  func publishedBeyondScale(_ parameter: AirParameter, _ value: Double, _ isBeyond: Bool, _ key: String?)
    throws
  {
    let series = try AirSeries(
      parameter, value, unit: .one, over: AirInterval(start: .noon.hours(-1), end: .noon),
      flags: isBeyond ? [.beyondScale] : [])
    #expect(series.reading(at: 0)?.band(using: .usEPA)?.band.key == key)
    let report = AirReport(
      source: "test", site: AirSite(kind: .referenceStation), kind: .observation, series: [series],
      receivedAt: .noon)
    let reference = IndexEdition.Reference(try #require(parameter.indexScale))
    #expect(report.publishedBand(of: parameter, on: reference)?.band.key == key)
    #expect(AirChart.Plot(series).points.first?.band?.key == key)
  }

  @Test("links are web addresses, or none")
  func links() {
    let credit = AirAttribution(
      "GeoNames", link: "https://www.geonames.org/a?b=c", licence: "CC BY 4.0", licenceLink: "javascript:x()")
    #expect(credit.url == URL(string: "https://www.geonames.org/a?b=c") && credit.licenceURL == nil)
    for text in ["file:///etc/passwd", "", "geonames.org", "https://", "mailto:a@b.c"] {
      #expect(AirAttribution("A", link: text).url == nil, "\(text)")
    }
    #expect(AirRights(terms: "HTTP://example.org/terms").termsURL?.host() == "example.org")
  }
}
