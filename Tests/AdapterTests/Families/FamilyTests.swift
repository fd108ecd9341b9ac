import AQKit
import AQKitTesting
import TestRuns
import Testing

/// A worked example for each family of web services: an adapter of 50 to 90 lines that keeps both contracts.
@Suite("An adapter of each family keeps the contracts", .timeLimit(.minutes(10)))
struct FamilyTests {
  private static let now = FamilyRecordings.now

  /// An example, with its test data.
  struct Family: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var source: SourceContract
    var adapter: AdapterContract

    init<Adapter: HTTPAdapter>(
      _ name: String, _ adapter: Adapter, _ transport: StubTransport,
      recordings: [AdapterContract.Recording<Adapter.Step>], secrets: [String] = []
    ) {
      testDescription = name
      source = SourceContract(adapter: adapter, recorded: transport, at: now, secrets: secrets).quiet
      self.adapter = AdapterContract(adapter, recordings: recordings)
      self.adapter.sampledPositions = 300
    }

    /// An example whose every call has the same reply.
    init(_ name: String, _ adapter: some HTTPAdapter<Void>, reply: String, secrets: [String] = []) {
      self.init(
        name, adapter, StubTransport(always: .json(reply)),
        recordings: [.init(Array(reply.utf8), for: AirQuery(places: []), at: now)], secrets: secrets)
    }
  }

  private static func response(_ text: String) -> TransportResponse {
    TransportResponse(status: 200, text: text)
  }

  private static let archive = Family(
    "CSV", SensorCommunityArchive(),
    StubTransport { request in
      request.url.contains("2026-10-01") ? response(FamilyRecordings.archive) : TransportResponse(status: 404)
    },
    recordings: [.init(Array(FamilyRecordings.archive.utf8), for: AirQuery(places: []), at: now)])

  private static let join: Family = {
    let everything = AirQuery(places: [])
    let site = AirSite(id: "400", coordinate: try? Coordinate(50.057678, 19.926189), kind: .referenceStation)
    let match = AirSite.Match(site, places: [], index: 0)
    return Family(
      "station → sensor → values", GIOSStations(stationsPerPage: 2), FamilyRecordings.gios,
      recordings: [
        .init(
          response(FamilyRecordings.stations(page: 0)),
          step: .stations(TransportRequest.Page(size: 2, first: 0)),
          for: everything, at: now),
        .init(response(FamilyRecordings.sensors(of: 400)), step: .sensors(match), for: everything, at: now),
        .init(
          response(FamilyRecordings.values(of: 4000)), step: .values(match, .pm10), for: everything, at: now),
      ])
  }()

  private static let posted = Family(
    "POST, pages in a body", PostedStations(apiKey: "key-of-the-test"),
    StubTransport { request in
      let body = String(decoding: request.body, as: UTF8.self)
      return response(PostedStations.recorded(page: body.contains(#""page":1,"#) ? 1 : 2))
    },
    recordings: [1, 2].map { page in
      AdapterContract.Recording(
        response(PostedStations.recorded(page: page)), step: TransportRequest.Page(size: 2, first: page),
        for: AirQuery(places: []), at: now)
    }, secrets: ["key-of-the-test"])

  private static let cursor = Family(
    "POST, pages by a cursor", CursorSensors(apiKey: "key-of-the-test"),
    StubTransport { request in
      let body = String(decoding: request.body, as: UTF8.self)
      return response(CursorSensors.recorded[body.contains(#""after":null"#) ? 0 : 1])
    },
    recordings: CursorSensors.recorded.map { page in
      AdapterContract.Recording(
        response(page), step: CursorSensors.Step(box: "11,47,12,48"), for: AirQuery(places: []), at: now)
    }, secrets: ["key-of-the-test"])

  private static let files: Family = {
    let sites = [("1", 49.21), ("2", 49.19)].map { id, latitude in
      (id, AirSite(id: id, coordinate: try? Coordinate(latitude, 16.6), kind: .referenceStation))
    }
    return Family(
      "list → file of values", TownFiles(),
      StubTransport { request in
        response(TownFiles.recorded(request.url.contains("stations") ? "stations" : "day"))
      },
      recordings: [
        .init(response(TownFiles.recorded("stations")), step: .stations, for: AirQuery(places: []), at: now),
        .init(
          response(TownFiles.recorded("day")), step: .values(Dictionary(sites) { first, _ in first }),
          for: AirQuery(places: []), at: now),
      ])
  }()

  private static let days = Family(
    "file per local day", TownDays(),
    StubTransport { request in
      TownDays.recorded(request.url).map(response) ?? TransportResponse(status: 404)
    },
    recordings: ["2026-09-30", "2026-10-01"].compactMap(TownDays.recorded).map { file in
      AdapterContract.Recording(response(file), for: AirQuery(places: []), at: now)
    })

  private static let rows = TownTable.Form.allCases.map { form in
    var family = Family("rows as \(form)", TownTable(form: form), reply: TownTable.recorded(form))
    if form == .comma {
      family.source.decimalSeparator = ","
      family.adapter.decimalSeparator = ","
    }
    return family
  }

  static let all =
    rows + [
      posted, cursor, files, days,
      Family("station list → values", AirGradientStations(), reply: FamilyRecordings.airGradient),
      Family("bounding box of sensors", SensorCommunityBox(), reply: FamilyRecordings.sensorCommunity),
      Family("columnar reply", OpenMeteoColumns(), reply: FamilyRecordings.columns),
      archive, join,
    ]

  @Test("the source keeps every rule", arguments: all)
  func source(family: Family) async throws {
    let report = await family.source.check()
    try report.verify()
    #expect(report.keptRules.count >= 60, "\(report.keptRules.count)")
  }

  @Test("the adapter keeps every rule, whatever bytes it is given", arguments: all)
  func adapter(family: Family) async throws {
    try await family.adapter.withinEffort.verify()
  }
}
