import AQKit
import AQKitFixtures
import Testing

@Suite("The preview container")
struct PreviewTests {
  @Test("answers with recordings and has no transport")
  func answers() async throws {
    let container = AQContainer.preview
    #expect(container.descriptors.map(\.id) == ["recordings"])
    #expect(throws: AQError.self) { try container[.httpTransport] }
    let answer = try await AirHub(container).answer(
      for: AirQuery(near: Coordinate(49.2, 16.6)), within: .seconds(600))
    #expect(answer.best?.site.name == "Brno")
    #expect(answer.best?[.pm25]?.hasNoValue == false)
  }

  @Test("names in its place a folder that the configuration sets")
  func folderModule() async throws {
    let folder = try TemporaryFolder([
      "manifest.json": TemporaryFolder.manifest(
        #"{"file":"a.json","format":"aqkit","recordedAt":"2026-05-01T12:30:00Z","constructed":true}"#),
      "a.json": reportText(name: "Lab"),
    ])
    defer { withExtendedLifetime(folder) {} }
    let container = try AQContainer.preview.installing(.fixtures(folder: folder.path, id: "lab"))
    #expect(container.descriptors.map(\.id) == ["recordings", "lab"])
    let source = try container.makeSource("lab")
    #expect(try await source.fetch(AirQuery(places: [])).reports.map(\.site.name) == ["Lab"])
    #expect(throws: AQError.self) { try container.installing(.recordings) }
    #expect(try AQContainer().installing(.recordings).descriptors == [.recordings])
  }

  @Test("reads in the formats that its container has")
  func formats() throws {
    var container = AQContainer.preview
    #expect(container.formats.map(\.name) == ["aqkit", "openaq-csv"])
    let mine = PayloadFormat("mine", summary: "Nothing.") { _, _ in AirResponse() }
    try container.register(format: mine)
    #expect(container.formats.map(\.name) == ["aqkit", "openaq-csv", "mine"])
    let duplicate = #expect(throws: AQError.self) { try container.register(format: mine) }
    #expect(duplicate?.code == .invalidRequest)
    container.replace(format: PayloadFormat("mine", summary: "Another.") { _, _ in AirResponse() })
    #expect(container.formats.count == 3)
    #expect(try container.format("mine").summary == "Another.")
    let missing = #expect(throws: AQError.self) { try container.format("yours") }
    #expect(missing?.code == .notConfigured && missing?.message.contains("aqkit, openaq-csv, mine") == true)
  }
}
