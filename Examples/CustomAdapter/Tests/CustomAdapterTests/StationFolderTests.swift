import AQKit
import AQKitTesting
import CustomAdapter
import Foundation
import Testing

@Suite("A folder of CSV files") struct StationFolderTests {
  static let now = AirTime(secondsSince1970: 1_790_856_000)  // 2026-10-01T12:00:00Z

  /// Writes 60 days of two stations and hands over the source.
  private func withFolder<Result>(_ body: (StationFolder) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "stations-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (station, longitude) in [("1017", 16.6), ("1018", 16.7)] {
      var text = "time,station,latitude,longitude,pm25,no2\n"
      for hour in (1...(24 * 60)).reversed() {
        let time = Self.now - .seconds(3600 * hour)
        text +=
          "\(time),\(station),49.2,\(longitude),\(Double(hour % 40) + 0.5),\(hour == 1 ? "" : "21.25")\n"
      }
      try Data(text.utf8).write(to: folder.appending(path: "\(station).csv"))
    }
    return try await body(StationFolder(folder, clock: ManualClock(Self.now)))
  }

  @Test("keeps the contract of sources")
  func contract() async throws {
    try await withFolder { source in
      try await SourceContract(source, clock: ManualClock(Self.now)).check().verify()
    }
  }

  @Test("returns current values for a query about now, and not its whole files")
  func current() async throws {
    let response = try await withFolder { try await $0.fetch(AirQuery(places: [.site("1017")])) }
    let report = try #require(response.reports.first)
    #expect(response.reports.count == 1 && report.site.id == "1017")
    #expect(report.attribution == [AirAttribution("City of Brno")] && report.rights == .own)
    #expect((report[.pm25]?.count ?? 0) <= 26)
    #expect(report[.pm25]?.newestReading()?.interval.end == Self.now)
  }

  @Test("says what it doesn't offer")
  func notOffered() async throws {
    let response = try await withFolder { source in
      try await source.fetch(AirQuery(places: [.site("1017")], parameters: [.pm25, .o3]))
    }
    #expect(response.notes.contains { $0.code == .notOffered && $0.parameters == [.o3] })
  }
}
