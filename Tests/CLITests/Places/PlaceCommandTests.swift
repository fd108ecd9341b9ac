import AQKit
import AQKitOpenMeteoStandIn
import AQKitTesting
import ArgumentParser
import Foundation
import LoopbackServers
import TestRuns
import Testing

@testable import AQKitCommands

/// The commands about one place: `current NAME`, `compare`, `explain`, `stations`.
@Suite("Commands about a place", .timeLimit(.minutes(10)))
struct PlaceCommandTests {
  private static let now = AirTime(secondsSince1970: 1_790_805_600)
  private let clock = ManualClock(now)

  /// A source with one station north of the place 50, 14, whose values of the last hours are constant.
  private func station(
    _ id: SourceID, kilometres: Double, value: Double, kind: AirReport.Kind = .observation
  ) throws -> ClosureSource {
    let hours = try (1...3).map {
      try AirInterval(start: Self.now - .seconds($0 * 3600), end: Self.now - .seconds(($0 - 1) * 3600))
    }.reversed()
    let series = try AirSeries(
      .pm25, unit: .microgramsPerCubicMetre, averaging: .oneHour, timeline: AirTimeline(hours),
      values: Array(repeating: value, count: 3))
    let offer = SourceDescriptor.Offer(
      capabilities: [.current, .history, .stations], placeKinds: [.coordinate], parameters: [.pm25],
      kinds: [kind], timeConvention: .end, averaging: .oneHour, cadence: .seconds(3600))
    let site = AirSite(
      id: "\(id)-1", name: "Station of \(id)", coordinate: try Coordinate(50 + kilometres / 111.195, 14),
      kind: kind == .observation ? .referenceStation : .modelCell)
    return ClosureSource(SourceDescriptor(id: id, name: "\(id)", offers: [offer])) { query in
      let report = AirReport(
        source: id, site: site, kind: kind, series: query.detail == .sites ? [] : [series],
        receivedAt: Self.now, places: [0])
      return AirResponse(reports: [report])
    }
  }

  private func container(_ sources: ClosureSource...) throws -> AQContainer {
    var container = AQContainer().setting(.clock, to: clock)
    for source in sources { try container.register(source.descriptor) { _, _ in source } }
    return container
  }

  @Test("a temporary refusal is retried after a wait, and any other asks for the credential")
  func adviceAfterRefusal() {
    let blocked = AQError(
      .unauthorized, "The service has blocked this client.", retry: .after(.seconds(3600)))
    #expect(blocked.adviceAfterAsking.hasPrefix("Try again in "))
    #expect(AQError(.unauthorized, "No.").adviceAfterAsking.hasPrefix("Set the credential"))
  }

  @Test("current takes a place by name, which the service's search finds")
  func named() async throws {
    let standIn = OpenMeteoStandIn()
    try await LoopbackHTTPServer.withServer(transport: standIn) { server in
      let command = try CurrentCommand.parse([
        "Brno", "--timeout", "600", "--source", "open-meteo", "--set", "open-meteo.baseURL=\(server.origin)",
      ])
      // No limit of the search may pass by itself, however busy the machine is.
      let clock = ManualClock(AQSystemClock().time)
      let container = try command.options.container().setting(.clock, to: clock)
      let answer = try await command.answer(
        by: container[.indexCatalog].named(command.index.name),
        in: container.setting(.httpTransport, to: PatientTransport(try container[.httpTransport])))
      #expect(answer.foundPlaces[0]?.name == "Brno")
      #expect(answer.best?[.pm25] != nil)
    }
  }

  @Test("--store keeps responses and request counts from call to call")
  func stored() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "store-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let clock = ManualClock(AQSystemClock().time)
    @Sendable func answer(over transport: some HTTPTransport) async throws -> AirAnswer {
      let command = try CurrentCommand.parse([
        "Brno", "--timeout", "600", "--source", "open-meteo", "--store", folder.path,
      ])
      let container = try command.options.container().setting(.clock, to: clock)
      return try await command.answer(
        by: container[.indexCatalog].named(command.index.name),
        in: container.setting(.httpTransport, to: transport))
    }
    let first = try await answer(over: OpenMeteoStandIn())
    // A fresh response isn't requested again; one of an hour ago is.
    await clock.advance(by: .seconds(3600))
    let offline = StubTransport { _ in throw AQError(.unreachable, "There is no network.") }
    let second = try await clock.run {
      async let answer = answer(over: offline)
      await clock.advanceUntilNobodySleeps()
      return try await answer
    }
    let best = try #require(second.best)
    #expect(best[.pm25] == first.best?[.pm25])
    #expect(second.caching(of: best)?.failure == .unreachable)

    let doctor = try DoctorCommand.parse(["--store", folder.path])
    let found = try await doctor.diagnosis(in: doctor.options.container())
    let left = try #require(found.sources.first { $0.id == "open-meteo" }?.budgets)
    #expect(left.contains { $0.left < $0.limit })
    #expect(found.store?.responses == 2)
    #expect(found.lines.contains { $0.sent.hasPrefix("store      \(folder.path): 2 responses") })
  }

  @Test("compare shows the nearest site first, and how far two sites differ")
  func compare() async throws {
    let container = try container(
      station("far", kilometres: 5, value: 12), station("near", kilometres: 1, value: 10))
    let command = try CompareCommand.parse(["--at", "50,14", "--parameters", "pm25"])
    let comparison = try await command.comparison(in: container)
    #expect(comparison.values.map(\.source) == ["near", "far"])
    #expect(comparison.values.first?.distance.map { ($0 / 100).rounded() } == 10)
    let difference = try #require(comparison.differences.first)
    #expect(difference.hours == 3 && difference.meanDifference.magnitude == 2)
    let text = comparison.lines(within: 80).map(\.sent).joined(separator: "\n")
    #expect(text.contains("Station of near") && text.contains("1 km"))
    #expect(text.contains("3 hours"))
    let json = try TerminalJSON.text(of: comparison.record).sent
    #expect(try AQJSON(parsing: Array(json.utf8))["values"].array().count == 2)
  }

  @Test("compare names an index by its scale, says what is old, and takes a value of exactly now")
  func wording() async throws {
    let times = [Self.now - .seconds(52 * 86_400), Self.now]
    let scale = AirParameter.publishedIndex(scale: "eu-eaqi")
    let offer = SourceDescriptor.Offer(
      capabilities: [.current, .history], placeKinds: [.coordinate], parameters: [scale],
      kinds: [.observation], timeConvention: .instant, averaging: .instant, cadence: .seconds(3600))
    let sources = try times.enumerated().map { number, time in
      let site = AirSite(
        id: "\(number)", name: "Site \(number)", coordinate: try Coordinate(50, 14), kind: .referenceStation)
      let series = try AirSeries(
        scale, unit: .one, averaging: .instant, timeline: AirTimeline([AirInterval(instant: time)]),
        values: [2])
      return ClosureSource(SourceDescriptor(id: SourceID("s\(number)"), name: "S", offers: [offer])) {
        query in
        var report = AirReport(
          source: SourceID("s\(number)"), site: site, kind: .observation, series: [series],
          receivedAt: Self.now,
          places: [0])
        // The newest is within the query's window, the other one is from an archive.
        let asked = query.window.interval(at: Self.now)
        if number == 1, !(asked.start..<asked.end).contains(time) { report.series = [] }
        return AirResponse(reports: [report])
      }
    }
    let container = try container(sources[0], sources[1])
    let comparison = try await CompareCommand.parse(["--at", "50,14"]).comparison(in: container)
    #expect(comparison.values.map(\.source).contains("s1"), "a value of exactly now is left out")
    let text = comparison.lines(within: 200).map(\.sent).joined(separator: "\n")
    #expect(text.contains("European AQI") && !text.contains("aqi."), "\(text)")
  }

  @Test("what compare says about a source that has fallen behind", arguments: AirReport.Freshness.allCases)
  func freshness(_ freshness: AirReport.Freshness) {
    let words = SiteRow.remark(on: freshness, age: 52 * 86_400)
    #expect(words == (freshness == .fresh ? "" : "no newer value for 52 days"))
  }

  @Test("explain says on one line which sources the query leaves out")
  func leftOut() async throws {
    let container = try container(
      station("far", kilometres: 60, value: 12), station("near", kilometres: 1, value: 10),
      station("other", kilometres: 1, value: 10))
    let command = try ExplainCommand.parse(["--at", "50,14", "--source", "near"])
    let answer = try await command.answer(in: container)
    #expect(answer.candidates().map(\.source) == ["far", "near", "other"])
    let lines = ExplainCommand.lines(of: answer, within: 200).map(\.sent)
    #expect(lines.count == 3 && lines[1].contains("10 µg/m³") && lines[1].contains("near"), "\(lines)")
    #expect(lines[2] == "Not asked, because --source names others: far, other.")
  }

  @Test("forecast and history take a source's city, as current does")
  func city() throws {
    let arguments = ["--source", "recordings", "--city", "Enschede"]
    #expect(try ForecastCommand.parse(arguments).question.places.places == [.city("Enschede")])
    #expect(try HistoryCommand.parse(arguments).question.places.places == [.city("Enschede")])
    #expect(try CurrentCommand.parse(arguments).places.places == [.city("Enschede")])
    #expect(throws: (any Error).self) { _ = try ForecastCommand.parse(["--city", "Enschede"]) }
  }

  @Test("history refuses an index beside parameters")
  func indexBesideParameters() throws {
    let arguments = ["--at", "50,14", "--parameters", "pm25"]
    #expect(try HistoryCommand.parse(arguments).parameters == "pm25")
    #expect(throws: (any Error).self) {
      _ = try HistoryCommand.parse(arguments + ["--standard", "eu-eaqi"])
    }
  }

  @Test(
    "forecast shows the recordings that have coming hours, though they lack pollutants, if nothing else is asked",
    arguments: [[], ["--source", "recordings", "--city", "Brno"]])
  func recordedForecast(arguments: [String]) async throws {
    let outcome = try await CommandRun(["forecast", "--no-config"] + arguments).outcome()
    #expect(outcome.status == 0 && outcome.output.contains("Brno, CZ · US EPA AQI 2024"), "\(outcome.output)")
    #expect(outcome.output.contains("These are recordings from "))
    #expect(!outcome.errors.contains("as if it were now"), "\(outcome.errors)")
  }

  @Test("forecast of a place without coming hours says why there are none")
  func noForecast() async throws {
    let outcome = try await CommandRun(
      ["forecast", "--no-config", "--source", "recordings", "--city", "Brno"]
        + ["--set", "recordings.timing=recorded"]
    ).outcome()
    #expect(outcome.status == 0 && outcome.output == "No values here.\n")
    #expect(outcome.errors.contains("aqkit-cli: recordings: not measured: "), "\(outcome.errors)")
  }

  @Test("stations says nothing of the place if no source has responded")
  func noResponse() async throws {
    let outcome = try await CommandRun([
      "stations", "--at", "50.08,14.42", "--no-config", "--source", "sensor-community", "--set",
      "sensor-community.baseURL=http://127.0.0.1:1",
    ]).outcome()
    #expect(outcome.status == 1 && outcome.output.isEmpty)
    #expect(outcome.errors.contains("aqkit-cli: sensor-community: "), "\(outcome.errors)")
  }

  @Test("explain lists every registered source with its outcome")
  func explain() async throws {
    var container = try container(
      station("far", kilometres: 60, value: 12), station("near", kilometres: 1, value: 10),
      station("off", kilometres: 1, value: 10))
    try container.setEnabled(false, of: "off")
    let command = try ExplainCommand.parse(["--at", "50,14"])
    let answer = try await command.answer(in: container)
    let rows = answer.candidates().map { SiteRow($0, in: answer) }
    #expect(rows.map(\.source) == ["far", "near", "off"] && rows.map(\.isChosen) == [false, true, false])
    #expect(rows[0].verdict?.contains("too far (60000 m of at most 50000)") == true)
    #expect(rows[2].verdict?.contains("switched off") == true)
  }

  @Test("stations lists the nearest first, up to the limit")
  func stations() async throws {
    let container = try container(
      station("far", kilometres: 5, value: 12), station("near", kilometres: 1, value: 10),
      station("model", kilometres: 0, value: 9, kind: .forecast))
    let command = try StationsCommand.parse(["--near", "50,14"])
    let stations = try await command.answer(in: container).nearest(command.limit)
    #expect(stations.map(\.report.site.id) == ["near-1", "far-1"])
    let lines = StationsCommand.lines(of: stations).map(\.sent)
    #expect(lines.first?.hasPrefix("1 km  Station of near") == true)
  }

  @Test(
    "a command about a place takes exactly one",
    arguments: [[], ["Brno", "Praha"], ["--at", "50,14", "Brno"], ["--at", "50"], [" "]])
  func onePlace(arguments: [String]) {
    #expect(throws: (any Error).self) { _ = try CompareCommand.parse(arguments) }
    #expect(throws: (any Error).self) { _ = try ExplainCommand.parse(arguments) }
    #expect(throws: (any Error).self) { _ = try StationsCommand.parse(arguments) }
  }

  @Test("doctor --probe says which source responded, and what remains of its limits")
  func probe() async throws {
    var sick = try station("sick", kilometres: 1, value: 1).descriptor
    sick.limits = RequestLimits(windows: [.init(600, perSeconds: 60)])
    var container = try container(station("well", kilometres: 1, value: 1))
    try container.register(sick) { [sick] _, _ in
      ClosureSource(sick) { _ in throw AQError(.unreachable, "No way there.") }
    }
    let diagnosis = try await DoctorCommand.parse(["--probe"]).diagnosis(in: container)
    #expect(diagnosis.sources.map { $0.reach?.isReached } == [true, false])
    #expect(diagnosis.sources[1].budgets.first?.left == 600)
    let text = diagnosis.lines.map(\.sent).joined(separator: "\n")
    #expect(text.contains("unreachable: No way there.") && text.contains("600 of 600 in 60 s"))
  }

  @Test("doctor names the address that its provider will switch off, and when")
  func retirement() async throws {
    var old = try station("old", kilometres: 1, value: 1).descriptor
    old.endpoints = [
      .init(
        "https://old.example.org", retiresOn: AirTime("2027-01-31T00:00:00Z"),
        replacedBy: "https://new.example.org")
    ]
    var container = AQContainer().setting(.clock, to: clock)
    try container.register(old) { [old] _, _ in ClosureSource(old) { _ in AirResponse() } }
    let text = try await DoctorCommand.parse([]).diagnosis(in: container).lines.map(\.sent).joined()
    #expect(
      text.contains(
        "https://old.example.org is switched off on 2027-01-31; then https://new.example.org"))
  }
}
