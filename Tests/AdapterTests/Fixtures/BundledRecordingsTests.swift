import AQKit
import AQKitFixtures
import Foundation
import Testing

@Suite("The recordings that come with AQKit")
struct BundledRecordingsTests {
  @Test("are all in the manifest, with their origin, and none is missing")
  func manifestIsComplete() throws {
    let manifest = try FixtureFolder.bundled.manifest()
    #expect(manifest.notes.isEmpty)
    let root = URL(fileURLWithPath: try FixtureFolder.bundled.path)
    let found = try FileManager.default.subpathsOfDirectory(atPath: root.path)
      .filter { $0.contains(".") && $0 != "manifest.json" }
    #expect(Set(found) == Set(manifest.recordings.map(\.file)))
    for recording in manifest.recordings {
      let origin = try #require(recording.origin)
      #expect(recording.isConstructed == (origin.repository == nil), "\(recording.file)")
      #expect(recording.recordedAtBasis != nil)
      #expect(recording.isConstructed || origin.data.contains("CC BY 4.0"))
      let licence = try #require(recording.isConstructed ? "ours" : origin.licence)
      #expect(["ours", "Apache-2.0", "CC BY 4.0", "MIT"].contains(licence), "\(recording.file): \(licence)")
      #expect(
        recording.isConstructed == false || recording.isServed == false, "constructed data are never shown")
    }
  }

  @Test("have the fingerprints of their shapes, and a source's recordings have their query")
  func shapes() throws {
    let folder = FixtureFolder.bundled
    for recording in try folder.manifest().recordings {
      #expect(recording.shape == (try PayloadShape(folder.bytes(of: recording.file))), "\(recording.file)")
      if recording.source == "open-meteo" {
        #expect(recording.query?.places.isEmpty == false && recording.query?.parameters.isEmpty == false)
      }
    }
    #expect(try folder.watchedSources() == ["open-meteo", "city-feed"])
  }

  @Test(
    "hold the figures of their raw forms", arguments: ["brno.json", "new-york.json", "enschede.json"])
  func rawAndSchemaAgree(file: String) throws {
    let folder = FixtureFolder.bundled
    let recording = try #require(try folder.manifest().recordings.first { $0.file == file })
    let context = PayloadFormat.Context(receivedAt: recording.recordedAt)
    let reports = try PayloadFormat.aqkit.decode(try folder.bytes(of: file), context).reports
    let raw = try RawReply.all(try folder.bytes(of: "open-meteo/\(file)"))
    #expect(reports.count == raw.count)
    for (report, reply) in zip(reports, raw) {
      #expect(report.site.coordinate == (try Coordinate(reply.latitude, reply.longitude)))
      let columns = reply.columns
      #expect(report.series.count == columns.count)
      for (name, rows) in columns {
        let parameter = RawReply.parameter(of: name)
        let series = try #require(report[parameter], "\(file): \(name)")
        #expect(series.averaging == .instant)
        let found = series.readings.map { [Double($0.interval.start.secondsSince1970), $0.value] }
        #expect(found == rows, "\(file): \(name)")
        #expect(series.unit == AirUnit(reply.unit(of: name)), "\(file): \(name)")
      }
    }
  }

  @Test("have the recorded values: one of each, checked by hand")
  func knownValues() async throws {
    let everything = try await FixtureSource(.bundled, descriptor: .recordings).fetch(
      AirQuery(
        places: [.city("brno"), .city("New York"), .city("Enschede")],
        window: .interval(
          try AirInterval(start: AirTime(secondsSince1970: 0), end: AirTime(secondsSince1970: 4_000_000_000)))
      ))
    #expect(everything.notes.isEmpty)
    #expect(everything.reports.map(\.site.name) == ["Brno", "New York", "Enschede"])
    #expect(everything.reports.map { $0[.pm25]?.count } == [72, 72, 4])
    #expect(everything.reports.map { $0[.pm25]?.values.first } == [8.8, 20, 20.5])
    #expect(everything.reports[2][.co2]?.values == [492, 491, 488, 444])
    #expect(everything.reports[1][.publishedIndex(scale: "european")]?.count == 72)
    #expect(everything.reports.allSatisfy { $0.attribution.first?.text == "Weather data by Open-Meteo.com" })
  }

  @Test("are declared: the descriptor's parameters are those recorded")
  func descriptorMatches() async throws {
    let source = FixtureSource(.bundled, descriptor: .recordings)
    let response = try await source.fetch(AirQuery(places: [], window: .past(.seconds(86_400 * 30))))
    let present = Set(response.reports.flatMap { $0.series.map(\.parameter) })
    #expect(present == Set(source.descriptor.parameters))
    let declared = source.descriptor.attribution
    #expect(Set(response.reports.flatMap(\.attribution)) == Set(declared))
    #expect(response.reports.allSatisfy { !$0.attribution.isEmpty })
    let models = response.reports.filter { $0.site.kind == .modelCell }
    #expect(models.count == 3 && models.allSatisfy { $0.rights == source.descriptor.rights })
    #expect(Set(response.reports.map(\.kind)) == Set(source.descriptor.offers.flatMap(\.kinds)))
    #expect(Set(response.reports.map(\.site.kind)) == Set(source.descriptor.siteKinds))
  }

  @Test("contain a feed with messages that are changing subsets")
  func cityFeed() throws {
    let folder = FixtureFolder.bundled
    let entry = try #require(try folder.manifest().recordings.first { $0.format == "city" })
    let feed = try folder.feed(entry)
    #expect(feed.entries.count == 60)
    #expect(feed.refused.isEmpty)
    #expect(zip(feed.entries, feed.entries.dropFirst()).allSatisfy { $0.after < $1.after })
    let subsets = try feed.entries.map { entry in
      Set(try JSONDecoder().decode([City].self, from: Data(entry.message.bytes)).map(\.city))
    }
    #expect(Set(subsets).count > 10)
    #expect(subsets[0].contains("Delhi") == false && subsets.contains { $0.contains("Delhi") })
  }

  private struct City: Decodable {
    let city: String
    let aqi: Double
  }
}

/// An Open-Meteo reply straight from its JSON, read without any adapter.
private struct RawReply: Decodable {
  let latitude: Double
  let longitude: Double
  let hourly: [String: [Double?]]
  let hourlyUnits: [String: String]
  let current: [String: Double]?

  private enum CodingKeys: String, CodingKey {
    case latitude, longitude, hourly, current
    case hourlyUnits = "hourly_units"
  }

  static func all(_ bytes: [UInt8]) throws -> [RawReply] {
    let data = Data(bytes)
    return bytes.first == UInt8(ascii: "[")
      ? try JSONDecoder().decode([RawReply].self, from: data)
      : [try JSONDecoder().decode(RawReply.self, from: data)]
  }

  func unit(of name: String) -> String { hourlyUnits[name] ?? "missing" }

  /// Each variable with its rows of time and value.
  var columns: [String: [[Double]]] {
    var result: [String: [[Double]]] = [:]
    let times = (hourly["time"] ?? []).compactMap { $0 }
    for (name, values) in hourly where name != "time" {
      var rows = zip(times, values).compactMap { time, value in value.map { [time, $0] } }
      if let time = current?["time"], let value = current?[name] { rows.append([time, value]) }
      result[name] = rows
    }
    return result
  }

  static func parameter(of name: String) -> AirParameter {
    for (prefix, scale) in [("european_aqi", "european"), ("us_aqi", "us-epa")] where name.hasPrefix(prefix) {
      let rest = name.dropFirst(prefix.count + 1)
      return .publishedIndex(scale: scale, pollutant: rest.isEmpty ? nil : AirParameter(String(rest)))
    }
    return AirParameter(name)
  }
}
