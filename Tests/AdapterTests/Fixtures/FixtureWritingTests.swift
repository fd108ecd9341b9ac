import AQKit
import AQKitFixtures
import Foundation
import Testing

@Suite("Writing recordings")
struct FixtureWritingTests {
  @Test("a source's recording is what the folder serves")
  func roundTrip() async throws {
    let recorded = try await FixtureSource(.bundled, descriptor: .recordings).fetch(
      AirQuery(places: [], window: .past(.seconds(86_400))))
    let folder = FixtureFolder(path: TemporaryPlace().path)
    defer { try? FileManager.default.removeItem(atPath: (try? folder.path) ?? "") }
    for report in recorded.reports {
      try folder.add(
        [report], as: "sites/\(report.site.name ?? "nameless").ndjson", recordedAt: report.receivedAt)
    }
    let again = try await FixtureSource(folder, descriptor: .recordings).fetch(
      AirQuery(places: [], window: .past(.seconds(86_400))))
    #expect(again == recorded)
    #expect(try folder.manifest().recordings.map(\.file).contains("sites/Brno.ndjson"))
    let brno = try await FixtureSource(folder).fetch(AirQuery(places: [.city("Brno")], parameters: [.pm10]))
    #expect(brno.reports.count == 1 && brno.notes.isEmpty)
  }

  @Test("a recording replaces an earlier one of the same file, and the manifest keeps the others")
  func replaces() throws {
    let place = TemporaryPlace()
    let folder = FixtureFolder(path: place.path)
    defer { try? FileManager.default.removeItem(atPath: place.path) }
    let time = AirTime(secondsSince1970: 1_700_000_000)
    try folder.add(FixtureRecording(file: "a.txt", format: "x", recordedAt: time), bytes: [1])
    var aside = FixtureRecording(file: "b.txt", format: "x", recordedAt: time)
    aside.isServed = false
    try folder.add(aside, bytes: [2])
    try folder.add(FixtureRecording(file: "a.txt", format: "y", recordedAt: time), bytes: [3])
    #expect(try folder.bytes(of: "a.txt") == [3])
    #expect(try folder.manifest().recordings.map(\.format) == ["x", "y"])
    #expect(try folder.manifest().recordings.map(\.isServed) == [false, true])
  }

  @Test("refuses to leave the folder, to lose entries that it can't read, and to record nothing")
  func refuses() throws {
    let folder = try TemporaryFolder(["manifest.json": TemporaryFolder.manifest(#"{"file":"x.json"}"#)])
    defer { withExtendedLifetime(folder) {} }
    let recording = FixtureRecording(
      file: "a.txt", format: "x", recordedAt: AirTime(secondsSince1970: 1_700_000_000))
    var outside = recording
    outside.file = "../a.txt"
    var manifest = recording
    manifest.file = "manifest.json"
    // The same file where the system ignores case.
    var upperCase = recording
    upperCase.file = "Manifest.JSON"
    for (entry, code) in [
      (outside, AQError.Code.invalidRequest), (manifest, .invalidRequest), (upperCase, .invalidRequest),
      (recording, .malformed),
    ] {
      let error = #expect(throws: AQError.self) { try folder.folder.add(entry, bytes: []) }
      #expect(error?.code == code)
    }
    #expect(throws: AQError.self) { try folder.folder.add([], as: "a.ndjson") }
    let unwritable = #expect(throws: AQError.self) {
      try FixtureFolder(path: "/proc/nothing").add(recording, bytes: [])
    }
    #expect(unwritable?.code == .notConfigured && unwritable?.cause != nil)
    let message = try #require(unwritable?.message)
    #expect(message.hasPrefix("The folder of recordings, “/proc/nothing”, can't be written"))
    #expect(message.hasSuffix(".") && !message.contains("operation"), "\(message)")
  }

  /// A path at which no file exists.
  private struct TemporaryPlace {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("aqkit-\(UUID().uuidString)")
      .path
  }
}
