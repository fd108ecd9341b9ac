import AQKit
import AQKitFixtures
import Testing

@Suite("A source of recordings")
struct FixtureSourceTests {
  private static let entry =
    #"{"file":"a.json","format":"aqkit","recordedAt":"2026-05-01T12:30:00Z","constructed":true}"#

  private func source(_ files: [String: String]) throws -> (FixtureSource, TemporaryFolder) {
    let folder = try TemporaryFolder(files)
    return (FixtureSource(folder.folder), folder)
  }

  private func twoSites() throws -> (FixtureSource, TemporaryFolder) {
    let near = reportText(name: "Near", id: "N1", at: (50, 15))
    let far = reportText(name: "Far", id: "F1", at: (50.3, 15), parameter: "o3")
    let nameless = reportText(name: "City Only", at: nil)
    return try source([
      "manifest.json": TemporaryFolder.manifest(Self.entry), "a.json": "[\(far),\(near),\(nameless)]",
    ])
  }

  @Test("serves a point with the nearest site within the radius")
  func nearest() async throws {
    let (source, folder) = try twoSites()
    defer { withExtendedLifetime(folder) {} }
    let response = try await source.fetch(AirQuery(near: Coordinate(50.1, 15)))
    #expect(response.reports.map(\.site.id) == ["N1"])
    #expect(response.reports.map(\.places) == [[0]])
    #expect(response.notes.isEmpty)
  }

  @Test("serves an estimate with the sites around a point, and a point with an outdoor site first")
  func surroundings() async throws {
    let (source, folder) = try twoSites()
    defer { withExtendedLifetime(folder) {} }
    let around = try await source.fetch(AirQuery(around: Coordinate(50.1, 15), parameters: [.pm25, .o3]))
    #expect(around.reports.map(\.site.id) == ["F1", "N1"])
    let home = reportText(name: "Home", id: "H1", at: (50.1, 15))
      .replacing(#""kind":"reference station""#, with: #""kind":"reference station","indoor":true"#)
    let (homes, other) = try self.source([
      "manifest.json": TemporaryFolder.manifest(Self.entry),
      "a.json": "[\(home),\(reportText(name: "Near", id: "N1", at: (50, 15)))]",
    ])
    defer { withExtendedLifetime(other) {} }
    let response = try await homes.fetch(AirQuery(near: Coordinate(50.1, 15)))
    #expect(response.reports.map(\.site.id) == ["N1"])
  }

  @Test("says that nothing is near, by the place's index, beyond the usual 50 km and within a smaller radius")
  func nothingNear() async throws {
    let (source, folder) = try twoSites()
    defer { withExtendedLifetime(folder) {} }
    let response = try await source.fetch(
      AirQuery(places: [.near(Coordinate(50, 15)), .near(Coordinate(52, 15)), .city("Atlantis")]))
    #expect(response.reports.map(\.places) == [[0]])
    #expect(response.notes.map(\.code) == [.nothingNear])
    #expect(response.notes.map(\.places) == [[1, 2]])
    let narrow = try await source.fetch(AirQuery(places: [.near(Coordinate(50.1, 15))], radius: 1000))
    #expect(narrow.reports.isEmpty && narrow.notes.map(\.code) == [.nothingNear])
  }

  @Test("finds a city by name, a site by identifier, an area's sites, and one site for two places")
  func kindsOfPlace() async throws {
    let (source, folder) = try twoSites()
    defer { withExtendedLifetime(folder) {} }
    let box = try GeoShape.BoundingBox(south: 49, west: 14, north: 51, east: 16)
    let response = try await source.fetch(
      AirQuery(places: [.city("CITY only"), .site("F1"), .area(box), .site("N1")]))
    #expect(response.reports.map(\.site.name) == ["City Only", "Far", "Near"])
    #expect(response.reports.map(\.places) == [[0], [1, 2], [2, 3]])
  }

  @Test("returns everything when no place is asked about, in the order of the file")
  func everything() async throws {
    let (source, folder) = try twoSites()
    defer { withExtendedLifetime(folder) {} }
    let response = try await source.fetch(AirQuery(places: []))
    #expect(response.reports.map(\.site.name) == ["Far", "Near", "City Only"])
    #expect(response.reports.allSatisfy { $0.places.isEmpty })
  }

  @Test("keeps to the parameters, and notes those that a site lacks")
  func parameters() async throws {
    let (source, folder) = try twoSites()
    defer { withExtendedLifetime(folder) {} }
    let response = try await source.fetch(AirQuery(places: [.site("N1"), .site("F1")], parameters: [.o3]))
    #expect(response.reports.map(\.site.id) == ["F1"])
    #expect(response.notes.map(\.code) == [.notMeasured])
    #expect(response.notes.map(\.places) == [[0]] && response.notes[0].parameters == [.o3])
  }

  @Test("lists sites without values when only sites are wanted")
  func sitesOnly() async throws {
    let (source, folder) = try twoSites()
    defer { withExtendedLifetime(folder) {} }
    let response = try await source.fetch(AirQuery(places: [], detail: .sites))
    #expect(response.reports.count == 3 && response.reports.allSatisfy { $0.series.isEmpty })
    #expect(response.notes.isEmpty)
  }

  @Test("takes a relative window relative to the moment of recording")
  func windows() async throws {
    let (source, folder) = try twoSites()
    defer { withExtendedLifetime(folder) {} }
    func values(_ window: AirQuery.Window) async throws -> [Double]? {
      try await source.fetch(AirQuery(places: [.site("N1")], window: window)).reports.first?[.pm25]?.values
    }
    #expect(try await values(.current) == [1, 2, 3])
    #expect(try await values(.past(.seconds(3600))) == [3])
    #expect(try await values(.past(.seconds(2 * 3600))) == [2, 3])
    #expect(try await values(.next(.seconds(3600))) == nil)
    let noon = try #require(AirTime("2026-05-01T11:00:00Z"))
    #expect(try await values(.interval(AirInterval(instant: noon))) == [2])
    let later = try await source.fetch(AirQuery(places: [.site("N1")], window: .next(.seconds(60))))
    #expect(later.notes.map(\.code) == [.notMeasured] && later.notes[0].places == [0])
  }

  @Test("keeps to the requested kinds of report")
  func kinds() async throws {
    let (source, folder) = try source([
      "manifest.json": TemporaryFolder.manifest(Self.entry),
      "a.json": "[\(reportText(kind: "forecast")),\(reportText(values: [7]))]",
    ])
    defer { withExtendedLifetime(folder) {} }
    let response = try await source.fetch(AirQuery(places: [], kinds: [.observation]))
    #expect(response.reports.map(\.kind) == [.observation])
  }

  @Test("is the report's source, and keeps the origin, the attribution and the time of recording")
  func provenance() async throws {
    let (source, folder) = try twoSites()
    defer { withExtendedLifetime(folder) {} }
    let report = try #require(try await source.fetch(AirQuery(places: [.site("N1")])).reports.first)
    #expect(report.source == "recordings")
    #expect(report.series.map(\.origin?.source) == ["original"])
    #expect(report.attribution == [AirAttribution("Its Maker")])
    #expect(report.rights.commercialUse == .allowed)
    #expect(report.receivedAt == AirTime("2026-05-01T12:30:00Z"))
  }

  @Test("counts malformed lines with file and line and reads the others")
  func malformedLines() async throws {
    let (source, folder) = try source([
      "manifest.json": TemporaryFolder.manifest(Self.entry),
      "a.json": "\(reportText())\nnot a report\n\n{\"schema\":2}\n\(reportText(name: "Other"))\n",
    ])
    defer { withExtendedLifetime(folder) {} }
    let response = try await source.fetch(AirQuery(places: []))
    #expect(response.reports.count == 2)
    let note = try #require(response.notes.first)
    #expect(note.code == .refused && note.count == 2)
    #expect(note.message.contains("a.json") && note.message.contains("line 2"))
  }

  @Test("names a format that isn't registered, and reads the other files")
  func unknownFormat() async throws {
    let (source, folder) = try source([
      "manifest.json": TemporaryFolder.manifest(
        #"{"file":"b.bin","format":"mystery","recordedAt":"2026-05-01T12:30:00Z","constructed":true}"#,
        Self.entry),
      "a.json": reportText(),
    ])
    defer { withExtendedLifetime(folder) {} }
    let response = try await source.fetch(AirQuery(places: []))
    #expect(response.reports.count == 1)
    #expect(response.notes.map(\.code) == [.failed] && response.notes[0].failure == .notConfigured)
    #expect(response.notes[0].message.contains("mystery") && response.notes[0].message.contains("b.bin"))
    #expect(response.isPartial)
  }

  @Test("throws when nothing can be read")
  func nothingReadable() async throws {
    let (source, folder) = try source([
      "manifest.json": TemporaryFolder.manifest(Self.entry), "a.json": "<html>",
    ])
    defer { withExtendedLifetime(folder) {} }
    let error = await #expect(throws: AQError.self) { try await source.fetch(AirQuery(places: [])) }
    #expect(error?.code == .malformed && error?.source == "recordings")
    #expect(error?.message.contains("a.json") == true && error?.message.contains("line 1, column 1") == true)
  }

  @Test("reads the raw form where its format is registered, and each site once")
  func rawForm() async throws {
    let folder = try TemporaryFolder([
      "manifest.json": TemporaryFolder.manifest(
        Self.entry,
        #"{"file":"raw.txt","format":"raw","rawOf":"a.json","recordedAt":"2026-05-01T12:30:00Z","constructed":true,"#
          + #""places":[{"name":"Here","country":"CZ","timeZone":"Europe/Prague","kind":"city"}]}"#),
      "a.json": reportText(values: [1]), "raw.txt": "42",
    ])
    defer { withExtendedLifetime(folder) {} }
    let raw = PayloadFormat("raw", summary: "A number.") { bytes, context in
      var builder = ReportBuilder(.fixtures(id: "origin"), receivedAt: context.receivedAt)
      let site = builder.site(AirSite(kind: .modelCell), place: 0, kind: .observation)
      builder.add(
        .pm25, Double(String(decoding: bytes, as: UTF8.self)), unit: .microgramsPerCubicMetre, at: .received,
        to: site)
      return builder.response()
    }
    let plain = try await FixtureSource(folder.folder).fetch(AirQuery(places: []))
    #expect(plain.reports.map { $0[.pm25]?.values } == [[1]] && plain.notes.isEmpty)
    let withRaw = try await FixtureSource(folder.folder, formats: [.aqkit, raw]).fetch(AirQuery(places: []))
    #expect(withRaw.reports.map { $0[.pm25]?.values } == [[42]])
    #expect(withRaw.reports.first?.site.name == "Here")
    #expect(withRaw.reports.first?.site.timeZone == "Europe/Prague")
    #expect(withRaw.reports.first?[.pm25]?.origin?.source == "origin")
    let broken = PayloadFormat("raw", summary: "Fails.") { _, _ in throw AQError(.malformed, "No.") }
    let fallback = try await FixtureSource(folder.folder, formats: [.aqkit, broken]).fetch(
      AirQuery(places: []))
    #expect(fallback.reports.map { $0[.pm25]?.values } == [[1]])
    #expect(fallback.notes.map(\.message) == ["raw.txt: No."])
  }

  @Test("says which recordings it doesn't serve, because they name each other as raw forms")
  func rawForms() async throws {
    func raw(_ file: String, of base: String) -> String {
      #"{"file":"\#(file)","format":"aqkit","rawOf":"\#(base)","recordedAt":"2026-05-01T12:30:00Z","constructed":true}"#
    }
    let (source, folder) = try source([
      "manifest.json": TemporaryFolder.manifest(
        Self.entry, raw("b.json", of: "c.json"), raw("c.json", of: "b.json"), raw("d.json", of: "d.json")),
      "a.json": reportText(),
    ])
    defer { withExtendedLifetime(folder) {} }
    let response = try await source.fetch(AirQuery(places: []))
    #expect(response.reports.count == 1)
    #expect(
      response.notes.map(\.message)
        == ["b", "c", "d"].map {
          "manifest.json: “\($0).json” isn't served: its “rawOf” is itself a raw form."
        })
  }

  @Test(
    "says what is wrong with a manifest",
    arguments: [
      ("{", AQError.Code.malformed), ("{\"schema\":9,\"recordings\":[]}", .malformed), ("[]", .malformed),
    ])
  func badManifest(text: String, code: AQError.Code) async throws {
    let (source, folder) = try source(["manifest.json": text])
    defer { withExtendedLifetime(folder) {} }
    let error = await #expect(throws: AQError.self) { try await source.fetch(AirQuery(places: [])) }
    #expect(error?.code == code && error?.message.hasPrefix("manifest.json: ") == true)
  }

  @Test("keeps the good entries of a manifest with a bad one")
  func badEntry() async throws {
    let (source, folder) = try source([
      "manifest.json": TemporaryFolder.manifest(#"{"file":"x.json"}"#, Self.entry), "a.json": reportText(),
    ])
    defer { withExtendedLifetime(folder) {} }
    let response = try await source.fetch(AirQuery(places: []))
    #expect(response.reports.count == 1)
    #expect(
      response.notes.map(\.message) == ["manifest.json: “recordings[0].format” is missing."])
  }

  @Test(
    "never leaves its folder",
    arguments: ["../secret", "/etc/passwd", "a/../../b", "", "a//b", "./a", "..\\b"])
  func staysInside(file: String) throws {
    let error = #expect(throws: AQError.self) { try FixtureFolder(path: "/nowhere").bytes(of: file) }
    #expect(error?.code == .invalidRequest)
  }

  @Test("without a folder says what is missing")
  func missing() async {
    let source = FixtureSource(FixtureFolder(path: "/nowhere/at/all"))
    let error = await #expect(throws: AQError.self) { try await source.fetch(AirQuery(places: [])) }
    #expect(error?.code == .notConfigured)
  }

  @Test("reads only the files that the manifest's places call for")
  func readsWhatIsNeeded() async throws {
    let (source, folder) = try source([
      "manifest.json": TemporaryFolder.manifest(
        Self.entry.dropLast() + #","places":[{"name":"Here","kind":"city"}]}"#,
        #"{"file":"gone.json","format":"aqkit","recordedAt":"2026-05-01T12:30:00Z","constructed":true,"#
          + #""places":[{"name":"There","kind":"city"}]}"#),
      "a.json": reportText(),
    ])
    defer { withExtendedLifetime(folder) {} }
    let here = try await source.fetch(AirQuery(places: [.city("Here")]))
    #expect(here.reports.count == 1 && here.notes.isEmpty)
    let both = try await source.fetch(AirQuery(places: [.city("Here"), .city("There")]))
    #expect(both.notes.map(\.code) == [.failed] && both.notes[0].places == [1])
  }

  @Test("works off the caller's actor and returns the same to two concurrent callers") @MainActor
  func concurrentUse() async throws {
    let source = FixtureSource(.bundled, descriptor: .recordings)
    async let first = source.fetch(AirQuery(places: []))
    async let second = source.fetch(AirQuery(places: []))
    #expect(try await first == second)
  }
}
