import AQKit
import AQKitFixtures
import AQKitTesting
import Foundation
import TestRuns
import Testing

@Suite("A writer of reports")
struct ReportWriterTests {
  private static func encoded(_ report: AirReport) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(report), as: UTF8.self) + "\n"
  }

  private static func written(_ reports: [AirReport]) -> String {
    var writer = AirReport.Writer()
    for report in reports { writer.append(report) }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// A report with everything that the schema knows.
  private static func full() throws -> AirReport {
    let site = AirSite(
      id: "CZ1", name: "Brno \"střed\" \\ a/b\n\t\u{1}\u{8}\u{B}\u{C}\u{1F}",
      coordinate: try Coordinate(49.2, 16.6125),
      elevation: -3.5,
      timeZone: "Europe/Prague", country: "CZ", kind: .referenceStation, isIndoor: false,
      details: AirSite.Details(
        measures: [
          .init(
            .o3, unit: .ppb, averaging: .oneHour, instrument: .init("7", model: "UV", method: "m")
          ),
          .init(.pm25),
        ],
        operatedBy: "City", network: "CZ",
        identifiers: ["eoi": "CZ0BBNA", "aqs": "1", "Zz": "2", "a10": "", "a9": ""],
        operating: .init(from: AirTime("2026-10-01T10:00:00Z")), isMobile: true, coordinateUncertainty: 50,
        setting: .traffic, further: ["height": "3.5 m"]))
    let regular = try AirTimeline(
      start: AirTime(secondsSince1970: -1), step: .seconds(3_600), length: .zero, count: 3)
    let explicit = try AirTimeline(
      starts: [1_000_000, 1_003_600, 1_100_000], ends: [1_003_600, 1_007_200, 1_103_600])
    return AirReport(
      source: "net", site: site, kind: .analysis,
      series: [
        try AirSeries(
          .o3, unit: .microgramsPerCubicMetre, averaging: .oneHour, timeline: regular,
          values: [61.5, .nan, -0.05], flags: [[.provisional], [], [.suspect, .provisional]],
          completeness: [.init(observed: 45, expected: 60), nil, .init(percent: 103.5)],
          accuracy: [.init(uncertainty: 1.5, detectionLimit: 0.4), nil, .init(uncertainty: 2)],
          origin: AirOrigin(
            source: "upstream", siteID: "1017", model: "none", instrument: .init("7"), edition: "e",
            attribution: [AirAttribution("Owner")], rights: AirRights(caching: .forbidden)),
          correction: AirOrigin.Correction(method: "drift", inputs: ["temperature"], author: .provider),
          conversion: AirUnit.Conversion(from: .ppb, conditions: .eu)),
        try AirSeries(
          .pm25, unit: "", averaging: .oneHour, timeline: explicit, values: [12345678.25, 1e-7, 0.1 + 0.2]),
        try AirSeries(.pm10, unit: .microgramsPerCubicMetre, timeline: .empty, values: []),
      ],
      issuedAt: AirTime("2026-10-01T13:05:00Z"),
      receivedAt: AirTime(secondsSince1970: 1_800_000_000),
      attribution: [
        AirAttribution("City", link: "https://a/b", licence: "CC BY 4.0", licenceLink: "https://l")
      ],
      rights: AirRights(
        commercialUse: .allowed, modification: .forbidden, shareAlike: true, attributionRequired: false,
        terms: "https://terms"),
      places: [0, 12])
  }

  @Test("writes the bytes of a JSON encoder for a report with everything, and for one with nothing")
  func everything() throws {
    let full = try Self.full()
    let least = AirReport(
      source: "s", site: AirSite(kind: .city), kind: .forecast, series: [],
      receivedAt: AirTime(secondsSince1970: 0))
    #expect(Self.written([full]) == (try Self.encoded(full)))
    #expect(Self.written([least]) == (try Self.encoded(least)))
    #expect(
      Self.written([least, full, least, full]) == (try [least, full, least, full].map(Self.encoded).joined()))
  }

  @Test("writes the bytes of a JSON encoder for every bundled recording")
  func recordings() throws {
    let folder = FixtureFolder.bundled
    var count = 0
    for recording in try folder.manifest().recordings where recording.format == "aqkit" {
      let reports = try PayloadFormat.aqkit.decode(
        try folder.bytes(of: recording.file), PayloadFormat.Context(receivedAt: recording.recordedAt)
      ).reports
      count += reports.count
      #expect(Self.written(reports) == (try reports.map(Self.encoded).joined()), "\(recording.file)")
    }
    #expect(count > 0)
  }

  @Test("keeps nearly identical reports apart, however many")
  func manySites() throws {
    var reports: [AirReport] = []
    let sites = TestEffort.of(2_500, debug: 1_100)
    for number in 0..<2 * sites {
      var report = try Self.full()
      report.site.id = "\(number % sites)"
      report.site.details = .init()
      report.series = [report.series[number % 3]]
      reports.append(report)
    }
    let back = try PayloadFormat.aqkit.decode(
      Array(Self.written(reports).utf8), PayloadFormat.Context(receivedAt: AirTime(secondsSince1970: 0)))
    #expect(back.reports == reports)
  }

  @Test("numbers are read back unchanged, and none is longer than an encoder's")
  func numbers() throws {
    let random = AQRandomNumbers(seed: 8)
    let values = (0..<TestEffort.of(3_000, debug: 700, heavy: 30_000)).map { round in
      let whole = Double(Int64(random.fraction() * 4e7) - 20_000_000)
      return [whole, whole / 10, whole / 100, whole / 1_000, random.fraction(), -whole * 1e9, .nan][round % 7]
    }
    let series = try AirSeries(
      .pm25, unit: "ppb", averaging: .oneHour,
      timeline: try AirTimeline(
        start: AirTime(secondsSince1970: 0), step: .seconds(1), length: .zero, count: values.count),
      values: values)
    let report = AirReport(
      source: "s", site: AirSite(kind: .city), kind: .observation, series: [series],
      receivedAt: AirTime(secondsSince1970: 0))
    #expect(Self.written([report]) == (try Self.encoded(report)))
  }
}
