import AQKit
import AQKitOpenMeteoStandIn
import AQKitTesting
import ArgumentParser
import Foundation
import LoopbackServers
import Testing

@testable import AQKitCommands

/// The commands that ask Open-Meteo, against a stand-in on a port of this machine.
@Suite("Commands that ask Open-Meteo", .timeLimit(.minutes(10)))
struct OpenMeteoCommandTests {
  /// A clock that stands still, so that a busy machine doesn't use up the ten seconds of a command.
  private let clock = ManualClock(AQSystemClock().time)

  private func container(of options: ContainerOptions) throws -> AQContainer {
    let container = try options.container().setting(.clock, to: clock)
    return container.setting(.httpTransport, to: PatientTransport(try container[.httpTransport]))
  }

  private func current(_ arguments: String..., at server: LoopbackHTTPServer) async throws -> AirAnswer {
    let command = try CurrentCommand.parse(
      arguments + ["--source", "open-meteo", "--set", "open-meteo.baseURL=\(server.origin)"])
    let container = try container(of: command.options)
    return try await command.answer(
      by: container[.indexCatalog].named(command.index.name), in: container)
  }

  private func search(_ arguments: String..., at server: LoopbackHTTPServer) async throws -> [AirPlace] {
    let command = try SearchCommand.parse(arguments + ["--set", "open-meteo.baseURL=\(server.origin)"])
    return try await command.places(in: container(of: command.options))
  }

  @Test("current --at asks the address that --set names")
  func current() async throws {
    let standIn = OpenMeteoStandIn()
    try await LoopbackHTTPServer.withServer(transport: standIn) { server in
      let answer = try await current("--at", "52.52,13.41", at: server)
      let report = try #require(answer.best)
      let reading = try #require(report[.pm25]?.newestReading(notAfter: report.receivedAt))
      #expect(
        standIn.value(of: "pm2_5", at: try Coordinate(52.52, 13.41), reading.interval.start) == reading.value)
    }
  }

  @Test("current requests what it shows, and with --all everything")
  func asksForLittle() async throws {
    let standIn = OpenMeteoStandIn()
    try await LoopbackHTTPServer.withServer(transport: standIn) { server in
      let answer = try await current("--at", "52.52,13.41", at: server)
      let asked = Set(answer.query.parameters)
      #expect(asked.isSuperset(of: [.pm25, .pm10, .o3, .no2, .so2, .co, .uvIndex, .birchPollen]))
      #expect(!asked.contains(.nh3) && !asked.contains(.publishedIndex(scale: "european")))
      let value = try #require(answer.best?.index(using: .usEPA).value)
      #expect(value.missing.isEmpty, "\(value)")
      #expect(try await current("--at", "52.52,13.41", "--all", at: server).query.parameters.isEmpty)
    }
  }

  @Test("a limit that lasts longer than ten seconds is reported at once, with the time to retry")
  func saysWhenToComeBack() async throws {
    let standIn = OpenMeteoStandIn()
    try await LoopbackHTTPServer.withServer(transport: standIn) { server in
      for trouble in [OpenMeteoStandIn.Trouble.limit(.minute), .limit(.day)] {
        standIn.next(trouble)
        let error = try #require(try await current("--at", "52.52,13.41", at: server).failures.first?.error)
        #expect(error.code == .rateLimited)
        #expect(error.advice.hasPrefix("Try again in "))
      }
      standIn.next(.limit(.day))
      let error = await #expect(throws: AQError.self) { try await search("Berlin", at: server) }
      #expect(error?.code == .rateLimited)
    }
  }

  @Test("the service's reason reaches the user")
  func showsReasons() async throws {
    let standIn = OpenMeteoStandIn()
    try await LoopbackHTTPServer.withServer(transport: standIn) { server in
      standIn.next(.status(400, reason: "Something about the query."))
      let error = try #require(try await current("--at", "52.52,13.41", at: server).failures.first?.error)
      #expect(error.message.contains("Something about the query."))
      #expect(standIn.requests.count == 1)
    }
  }

  @Test("search finds places by name, country and number of results, at the same address")
  func finds() async throws {
    let standIn = OpenMeteoStandIn()
    try await LoopbackHTTPServer.withServer(transport: standIn) { server in
      let all = try await search("Brno", at: server)
      #expect(all.count == 3)
      #expect(try await search("Brno", "--country", "us", at: server).map(\.name) == ["Bruno"])
      #expect(try await search("Brno", "--limit", "1", "--language", "cs", at: server).count == 1)
      #expect(try await search("Nowhere at all", at: server).isEmpty)
      let id = try #require(all.first?.id)
      #expect(try await search("--id", id, at: server) == [all[0]])
      #expect(try await search("--id", "1", at: server).isEmpty)
    }
  }

  @Test("places found with --store are found again without a connection; others aren't")
  func findsOffline() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "places-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let found = try await LoopbackHTTPServer.withServer(transport: OpenMeteoStandIn()) { server in
      try await search("Brno", "--store", folder.path, at: server)
    }
    #expect(found.count == 3)
    let command = try SearchCommand.parse(["Brno", "--store", folder.path])
    let container = try command.options.container().setting(.clock, to: clock)
      .setting(.httpTransport, to: StubTransport { _ in throw AQError(.unreachable, "No connection.") })
    #expect(try await command.places(in: container) == found)
    let other = try SearchCommand.parse(["Oslo", "--store", folder.path])
    let error = await #expect(throws: AQError.self) { try await other.places(in: container) }
    #expect(error?.code == .unreachable)
    let agent = try await AgentConversation(
      [AgentConversation.call(1, "search", #"{"name":"Brno"}"#)], in: container)
    #expect(try agent.result(1)["structuredContent"]["places"].array().count == 3)
  }

  @Test("the search can have a separate address")
  func hasOwnAddress() async throws {
    let standIn = OpenMeteoStandIn()
    try await LoopbackHTTPServer.withServer(transport: standIn) { server in
      let arguments = [
        "Brno", "--set", "open-meteo.baseURL=http://127.0.0.1:9", "--set",
        "open-meteo.searchURL=\(server.origin)",
      ]
      let command = try SearchCommand.parse(arguments)
      #expect(try await command.places(in: container(of: command.options)).count == 3)
    }
  }

  @Test("a place is on one line, with the argument for current, and the credits are below")
  func showsPlaces() throws {
    let place = AirPlace(
      name: "Brno", coordinate: try Coordinate(49.19522, 16.60796), adminAreas: ["South Moravian"],
      countryCode: "CZ", elevation: 226, timeZone: "Europe/Prague", population: 379_466)
    let bare = AirPlace(name: "Null Island", coordinate: try Coordinate(0, 0))
    let lines = SearchCommand.lines(
      of: [place, bare], crediting: [AirAttribution("GeoNames", link: "https://www.geonames.org/")])
    #expect(
      lines == [
        "Brno, South Moravian, CZ  49.19522,16.60796  226 m  Europe/Prague  379466 people",
        "Null Island               0,0", "", "GeoNames (https://www.geonames.org/)",
      ])
    #expect(SearchCommand.lines(of: []) == ["No place has this name."])
  }

  @Test("places with names in wide characters are aligned in columns")
  func showsWidePlaces() throws {
    let coordinate = try Coordinate(35.6895, 139.69171)
    let places = [("東京", "東京都"), ("Tokyo", "Tōkyō"), ("서울", "서울특별시")].map { name, area in
      AirPlace(name: name, coordinate: coordinate, adminAreas: [area])
    }
    #expect(
      SearchCommand.lines(of: places) == [
        "東京, 東京都      35.6895,139.69171", "Tokyo, Tōkyō      35.6895,139.69171",
        "서울, 서울특별시  35.6895,139.69171",
      ])
  }

  @Test(
    "a limit outside 1 to 100, a missing or short name, an invalid country, and useless options are wrong usage"
  )
  func checksUsage() {
    for arguments in [
      ["Brno", "--limit", "0"], ["Brno", "--limit", "101"], [], ["Brno", "--id", "1"], ["B"],
      ["Brno", "--country", "Czechia"], ["--id", "1", "--country", "CZ"],
      ["--id", "1", "--limit", "3"],
    ] {
      #expect(throws: (any Error).self) { _ = try SearchCommand.parse(arguments) }
    }
  }

  @Test(
    "a wait is stated in seconds, minutes or hours",
    arguments: [
      (Duration.milliseconds(1), "1 s"), (.seconds(45), "45 s"), (.seconds(121), "3 min"),
      (.seconds(1760), "30 min"),
      (.seconds(12_000), "3 h 20 min"), (.seconds(86_400), "24 h"),
    ])
  func saysWaits(wait: Duration, text: String) {
    #expect(AQError(.rateLimited, "", retry: .after(wait)).advice == "Try again in \(text).")
  }
}
