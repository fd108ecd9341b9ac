import AQKit
import ArgumentParser
import Foundation
import Testing

@testable import AQKitCommands

@Suite("doctor and --version")
struct DoctorTests {
  private func diagnosis(_ arguments: String...) async throws -> Diagnosis {
    let command = try DoctorCommand.parse(arguments)
    return try await command.diagnosis(in: command.options.container())
  }

  /// The HTTP transport that the traits of this build choose.
  private var transport: String {
    #if AsyncHTTPClient && os(Linux)
      "AsyncHTTPClient"
    #else
      "URLSession"
    #endif
  }

  @Test("--version names the version and the HTTP transport")
  func version() throws {
    let error = #expect(throws: (any Error).self) { try CommandLineTool.parseAsRoot(["--version"]) }
    let message = CommandLineTool.fullMessage(for: try #require(error))
    #expect(message == "aqkit-cli \(Build.version), HTTP over \(transport)")
  }

  @Test("states version, transport and clock, and that there is no configuration file")
  func build() async throws {
    let lines = try await diagnosis().lines.map(\.sent)
    #expect(lines.contains("version    \(Build.version)"))
    #expect(lines.contains("transport  \(transport)"))
    #expect(lines.contains { $0.hasPrefix("config     none (aqkit.json, ") })
    #expect(lines.contains { $0.hasPrefix("clock      20") && $0.contains("Z, time zone ") })
  }

  @Test("lists every source, and what those that aren't ready lack")
  func sources() async throws {
    let found = try await diagnosis()
    let ids = try ContainerOptions.parse([]).container().descriptors.map(\.id.rawValue)
    #expect(found.sources.map(\.id) == ids)
    let feed = try #require(found.sources.first { $0.id == "city-feed" })
    #expect(feed.missing == ["url"])
    #expect(
      found.lines.map(\.sent).contains { $0.contains("city-feed") && $0.contains("not ready: set url") })
    let ready = try await diagnosis("--set", "city-feed.url=wss://feed.example.org/live")
    #expect(ready.sources.first { $0.id == "city-feed" }?.missing == [])
  }

  @Test("says that a credential is set, and never what it is")
  func credentials() async throws {
    let none = try #require(try await diagnosis().sources.first { $0.id == "open-meteo" }?.credentials.first)
    #expect(none.option == "apiKey")
    #expect(!none.isSet)
    let found = try await diagnosis("--set", "open-meteo.apiKey=k-123-secret")
    let key = try #require(found.sources.first { $0.id == "open-meteo" }?.credentials.first)
    #expect(key.isSet)
    let text = try found.lines.map(\.sent).joined(separator: "\n") + TerminalJSON.text(of: found).sent
    #expect(!text.contains("k-123-secret"))
  }

  @Test("names the configuration file, and which sources it switches off")
  func configuration() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "doctor-\(UUID().uuidString).json")
    try Data(#"{"sources": [{"id": "recordings"}], "others": "disable"}"#.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let found = try await diagnosis("--config", file.path)
    #expect(found.configuration == file.path)
    #expect(found.sources.filter(\.isEnabled).map(\.id) == ["recordings"])
    #expect(
      found.lines.map(\.sent).contains {
        $0.contains("open-meteo ") && $0.hasSuffix("off; apiKey is not set, and not needed")
      })
  }

  @Test("prints a JSON object with --json")
  func json() async throws {
    let text = try await TerminalJSON.text(of: diagnosis()).sent
    let members = try AQJSON(parsing: Array(text.utf8)).members
    #expect(
      Set(members.map { $0.name }).isSuperset(of: ["version", "transport", "clock", "timeZone", "sources"]))
  }
}
