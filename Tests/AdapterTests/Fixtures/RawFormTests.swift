import AQKit
import AQKitFixtures
import AQKitOpenMeteo
import AQKitSocketFeed
import Testing

@Suite("Raw recordings, read by their adapters")
struct RawFormTests {
  @Test(
    "of Open-Meteo equal the recordings in AQKit's schema",
    arguments: ["brno.json", "new-york.json", "enschede.json"])
  func openMeteo(file: String) throws {
    let folder = FixtureFolder.bundled
    let manifest = try folder.manifest()
    let base = try #require(manifest.recordings.first { $0.file == file })
    let raw = try #require(manifest.recordings.first { $0.rawOf == file })
    let expected = try PayloadFormat.aqkit.decode(
      try folder.bytes(of: file), PayloadFormat.Context(receivedAt: base.recordedAt))
    var decoded = try PayloadFormat(OpenMeteoAirQuality()).decode(
      try folder.bytes(of: raw.file), PayloadFormat.Context(receivedAt: raw.recordedAt, places: raw.places))
    for index in decoded.reports.indices { decoded.reports[index].places = [] }
    #expect(decoded == expected)
  }

  @Test("are served by a container with the adapter, each site once and without a note")
  func served() async throws {
    let query = AirQuery(places: [], window: .past(.seconds(86_400)))
    let plain = try await AQContainer().installing(.recordings).makeSource("recordings").fetch(query)
    let container = try AQContainer().installing(.recordings).installing(.openMeteo)
      .installing(.socketFeed)
    #expect(container.formats.map(\.name).prefix(3) == ["aqkit", "openaq-csv", "open-meteo"])
    #expect(container.formats.contains { $0.name == "city" })
    let raw = try await container.makeSource("recordings").fetch(query)
    #expect(raw == plain)
    #expect(raw.notes.isEmpty)
  }

  @Test("with absent variables and nulls are read without an error")
  func quirks() throws {
    let folder = FixtureFolder.bundled
    let format = PayloadFormat(OpenMeteoAirQuality())
    let context = PayloadFormat.Context(receivedAt: AirTime(secondsSince1970: 1_791_460_800))
    let absent = try format.decode(try folder.bytes(of: "open-meteo/absent-variables.json"), context)
    let report = try #require(absent.reports.first)
    #expect(Set(report.series.map(\.parameter)) == [.pm25, .co2, .uvIndex])
    #expect(report[.co2]?.readings.map(\.value) == [430, 431, 431, 429, 430])
    // Without a query the coordinate isn't a cell's, which is noted once.
    #expect(
      absent.notes.filter { $0.code != .notMeasured && $0.code != .notCovered }.map(\.code) == [.remark])
    let week = try format.decode(Array(OpenMeteoPayloads.weekWithoutEnd.utf8), context)
    let series = try #require(week.reports.first?[.pm25])
    #expect(series.count == 168 && series.values.count(where: \.isNaN) == 42)
  }

  @Test("of the city feed are read by the decoder of a live feed")
  func cityFeed() throws {
    let folder = FixtureFolder.bundled
    let context = PayloadFormat.Context(receivedAt: AirTime(secondsSince1970: 0))
    let response = try PayloadFormat(CityFeedDecoder(), name: "city").decode(
      try folder.bytes(of: "city-feed.ndjson"), context)
    #expect(response.reports.count == 12)
    #expect(response.reports.allSatisfy { $0[.publishedIndex]?.flags?.first == [.timeOfReceipt] })
    let first = try #require(response.reports.first?[.publishedIndex]?.timeline.first)
    #expect(first.start == AirTime("2026-10-08T12:00:00Z"))
  }
}
