import AQKit
import AQKitTesting
import Foundation
import Testing

@Suite struct ConfigurationTests {
  private func container() throws -> AQContainer {
    var container = AQContainer()
    for id in ["open-meteo", "uba", "city-feed", "extra"] as [SourceID] {
      let descriptor = SourceDescriptor.sample(
        id,
        options: ["url", "flow", "domain", "timeout", "baseURL"].map {
          SourceDescriptor.Option($0, summary: "")
        })
      try container.register(descriptor) { _, options in
        ClosureSource(descriptor) { _ in
          let texts = ["url", "flow", "domain", "timeout", "baseURL"].compactMap { name in
            options[name].map { "\(name)=\($0)" }
          }
          return AirResponse(notes: texts.map { AirNote(.remark, $0) })
        }
      }
    }
    return container
  }

  private func options(_ container: AQContainer, _ id: SourceID) async throws -> [String] {
    try await container.makeSource(id).fetch(AirQuery(places: [])).notes.map(\.message)
  }

  /// The first JSON of `Docs/Configuration.md`.
  private func documented() throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(contentsOf: root.appending(path: "Docs/Configuration.md"), encoding: .utf8)
    let blocks = text.components(separatedBy: "```json\n").dropFirst()
    return try #require(blocks.first?.components(separatedBy: "\n```").first)
  }

  @Test("the documented example orders, enables, configures and duplicates sources")
  func documentedExample() async throws {
    var container = try container()
    try container.configure(json: documented())
    #expect(
      container.descriptors.map(\.id) == ["city-feed", "open-meteo", "open-meteo-own", "uba", "extra"])
    #expect(container.descriptors.map { container.isEnabled($0.id) } == [true, true, true, false, false])
    #expect(container.descriptors.map(\.precedence) == [100, 50, 100, 100, 100])
    #expect(container.descriptors[2].name == "Own server")
    #expect(
      try await options(container, "city-feed") == ["url=wss://feed.example.org/live", "flow=latest"])
    #expect(try await options(container, "open-meteo") == ["domain=cams_europe"])
    #expect(try await options(container, "open-meteo-own") == ["baseURL=http://127.0.0.1:8080"])
    #expect(try container.makeSource("open-meteo").descriptor.precedence == 50)
    let answer = try await AirHub(container).answer(
      for: AirQuery(near: Coordinate(1, 2)), within: .seconds(600))
    #expect(answer.skipped.map(\.source) == ["uba", "extra"])
    #expect(answer.skipped.allSatisfy { $0.reason == .disabled })
  }

  @Test(
    "a source that its module switched off stays off, unless it is named and all others are off",
    arguments: [
      (#"{"sources": [{"id": "uba"}]}"#, false), (#"{"sources": [{"id": "uba", "enabled": true}]}"#, true),
      (#"{"sources": [{"id": "uba"}], "others": "disable"}"#, true),
      (#"{"sources": [{"id": "uba", "enabled": false}], "others": "disable"}"#, false),
      (#"{"sources": [{"id": "extra"}], "others": "disable"}"#, false),
    ])
  func switchedOff(json: String, isEnabled: Bool) throws {
    var container = try container()
    try container.setEnabled(false, of: "uba")
    try container.configure(json: json)
    #expect(container.isEnabled("uba") == isEnabled)
  }

  @Test(
    "a mistyped source or option is an error that suggests the nearest name",
    arguments: [
      (
        #"{"sources": [{"id": "open-metoe"}]}"#,
        "There is no source “open-metoe” (did you mean “open-meteo”?);"
      ),
      (
        #"{"sources": [{"id": "uba", "options": {"baseUrl": "x"}}]}"#,
        "has no option “baseUrl” (did you mean “baseURL”?);"
      ),
      (#"{"sources": [{"id": "absent"}]}"#, "There is no source “absent”; registered: open-meteo, uba"),
    ])
  func suggestions(json: String, message: String) throws {
    var container = try container()
    let error = #expect(throws: AQError.self) { try container.configure(json: json) }
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
  }

  @Test("an empty document changes nothing, and later settings count")
  func laterCounts() async throws {
    var container = try container()
    let before = container.descriptors
    try container.configure(json: "{}")
    try container.configure(json: Data("{}".utf8))
    try container.configure(json: #"{"sources": [], "others": "keep"}"#)
    try container.configure(json: #"{"sources": [{"id": "open-meteo", "recipe": "open-meteo"}]}"#)
    #expect(container.descriptors == before && before.allSatisfy { container.isEnabled($0.id) })
    try container.configure(json: #"{"sources": [{"id": "uba", "options": {"timeout": 1}}]}"#)
    try container.setOption("timeout", of: "uba", to: "2")
    #expect(try await options(container, "uba") == ["timeout=2"])
    #expect(container.descriptors.first?.id == "uba")
  }

  @Test(
    "an unknown entry is an error that names it, and nothing is applied",
    arguments: [
      (
        #"{"sources": [{"id": "uba", "enabled": false}, {"id": "absent"}]}"#, AQError.Code.notConfigured,
        "absent"
      ),
      (#"{"sources": [{"id": "uba", "options": {"colour": "red"}}]}"#, .notConfigured, "colour"),
      (#"{"sources": [{"id": "x", "recipe": "absent"}]}"#, .notConfigured, "absent"),
      (#"{"sources": [{"id": "uba", "recipe": "extra"}]}"#, .invalidRequest, "uba"),
      (#"{"sources": [{"id": "uba"}, {"id": "uba"}]}"#, .invalidRequest, "uba"),
      (#"{"sources": [{"id": "uba", "weight": 3}]}"#, .notConfigured, "weight"),
      (#"{"source": []}"#, .notConfigured, "source"),
      (#"{"sources": [], "sources": []}"#, .invalidRequest, "sources"),
      (#"{"sources": [{"id": "uba", "options": {"url": "a", "url": "b"}}]}"#, .invalidRequest, "url"),
      (#"{"sources": [{"id": "uba", "options": {"url": null}}]}"#, .malformed, "url"),
      (#"{"sources": [{"id": "uba", "options": {"url": ["a"]}}]}"#, .malformed, "url"),
      (#"{"sources": [{"id": "uba", "options": "url"}]}"#, .malformed, "options"),
      (#"{"sources": [{"id": "uba", "enabled": "no"}]}"#, .malformed, "enabled"),
      (#"{"sources": [{"id": "uba", "precedence": 1.5}]}"#, .malformed, "precedence"),
      (#"{"sources": [{"id": "uba", "precedence": 1e99}]}"#, .malformed, "precedence"),
      (#"{"sources": [{"id": 7}]}"#, .malformed, "id"), (#"{"sources": [{"id": ""}]}"#, .malformed, "id"),
      (#"{"sources": [{"name": "x"}]}"#, .malformed, "id"), (#"{"sources": {}}"#, .malformed, "sources"),
      (#"{"sources": ["uba"]}"#, .malformed, "sources"), (#"{"others": "maybe"}"#, .malformed, "others"),
      ("[]", .malformed, "object"), ("", .malformed, "configuration"), ("{", .malformed, "configuration"),
      ("<html>", .malformed, "configuration"), ("{} {}", .malformed, "configuration"),
    ])
  func refusals(_ json: String, _ code: AQError.Code, _ named: String) throws {
    var container = try container()
    let error = #expect(throws: AQError.self) { try container.configure(json: json) }
    #expect(error?.code == code)
    #expect(error?.message.contains(named) == true, "\(error?.message ?? "")")
    #expect(container.descriptors.map(\.id) == ["open-meteo", "uba", "city-feed", "extra"])
    #expect(container.isEnabled("uba"))
  }

  @Test("endless nesting is refused and doesn't trap")
  func nesting() throws {
    var container = try container()
    let json = String(repeating: "[", count: 100_000)
    #expect(throws: AQError.self) { try container.configure(json: json) }
  }

  @Test("a document of unknown origin orders and switches sources, and other entries are left out by name")
  func untrusted() throws {
    var container = try container()
    let json = """
      {"sources": [
        {"id": "extra", "precedence": 5}, {"id": "uba", "enabled": false},
        {"id": "city-feed", "options": {"url": "wss://elsewhere.example"}},
        {"id": "copy", "recipe": "open-meteo"}, {"kind": "mapped"}, {"enabled": true}, 7
      ]}
      """
    let leftOut = try container.configure(json: Array(json.utf8), isTrusted: false)
    #expect(leftOut == ["city-feed", "copy", "mapped", "a source", "a source"])
    #expect(container.descriptors.map(\.id) == ["extra", "uba", "open-meteo", "city-feed"])
    #expect(!container.isEnabled("uba") && !container.hasOption("url", of: "city-feed"))
  }

  @Test("setting an unknown option names the known ones")
  func setOption() throws {
    var container = try container()
    let error = #expect(throws: AQError.self) { try container.setOption("colour", of: "uba", to: "red") }
    #expect(
      error?.code == .notConfigured && error?.message.contains("url, flow, domain, timeout") == true)
    let missing = #expect(throws: AQError.self) { try container.setOption("url", of: "absent", to: "x") }
    #expect(missing?.message.contains("open-meteo, uba, city-feed, extra") == true)
    #expect(throws: AQError.self) { try container.setEnabled(false, of: "absent") }
  }
}
