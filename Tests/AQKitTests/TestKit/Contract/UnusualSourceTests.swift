import AQKit
import AQKitTesting
import TestRuns
import Testing

/// A station of a correct adapter whose service does something that few do.
private struct UnusualStation: HTTPAdapter {
  /// A habit of the service.
  enum Habit: String, CaseIterable, Sendable {
    /// States the age of its values, in seconds.
    case ages
    /// Writes local times, of a few minutes ago.
    case localTimes
    /// Has only a history, with times that the contract doesn't read.
    case dottedDays
    /// Writes `<3` for a value below a detection limit.
    case belowDetection
    /// Has its own word for a gap.
    case wordForGap
    /// Refuses unknown places.
    case unknownPlaces
    /// Writes a sentence above its table.
    case sentenceAboveTable
    /// Has replies in order as recordings, whatever the requests.
    case repliesInOrder
    /// Writes JSON with spaces, and no rows.
    case spaces
    /// Writes times with seconds.
    case seconds
    /// Has a value that is called total.
    case totals
    /// Says when the next values come.
    case nextTime
    /// Writes tenths as whole numbers.
    case wholeTenths
    /// Lists more stations than may be asked about.
    case longList

    /// The rule of sources that might take it for a mistake, and whether the rule can be tried; nil for one of adapters.
    var rule: (id: String, isTried: Bool)? {
      switch self {
      case .ages: ("time.stale", true)
      case .localTimes: ("time.clock-change", true)
      case .dottedDays: ("time.clock-change", false)
      case .belowDetection: ("payload.values", true)
      case .wordForGap: ("payload.text", true)
      case .unknownPlaces: ("place.zero-degrees", true)
      case .sentenceAboveTable: ("payload.order", true)
      case .repliesInOrder: ("query.at-once", true)
      case .spaces: ("payload.order", false)
      case .seconds: ("time.hour-24", false)
      case .totals, .nextTime: ("conduct.pages", false)
      case .wholeTenths: ("payload.tiny", true)
      case .longList: nil
      }
    }

    var isTable: Bool { self == .belowDetection || self == .sentenceAboveTable }

    var body: String {
      switch self {
      case .ages: #"{"pm25":12.5,"no2":18.25,"age":90}"#
      case .localTimes: #"{"pm25":12.5,"no2":18.25,"time":"2026-10-01T13:50"}"#
      case .dottedDays: #"{"pm25":12.5,"no2":18.25,"time":"01.10.2026 11:50"}"#
      case .wordForGap: #"{"pm25":12.5,"no2":"n/a","time":"2026-10-01T11:50:00Z"}"#
      case .unknownPlaces, .repliesInOrder: #"{"pm25":12.5,"no2":18.25,"time":"2026-10-01T11:50:00Z"}"#
      case .spaces: #"{ "pm25": 12.5, "no2": 18.25, "time": "2026-10-01T11:50:00Z" }"#
      case .seconds: #"{"pm25":12.5,"no2":18.25,"time":"2026-10-01T11:50:30Z"}"#
      case .totals: #"{"pm25":12.5,"no2":18.25,"pollen":{"total":120},"time":"2026-10-01T11:50:00Z"}"#
      case .nextTime:
        #"{"pm25":12.5,"no2":18.25,"time":"2026-10-01T11:50:00Z","next":"2026-10-01T12:50:00Z"}"#
      case .wholeTenths: #"{"pm25":125,"no2":182,"time":"2026-10-01T11:50:00Z"}"#
      case .belowDetection: "time,pm25,no2\n2026-10-01T11:50:00Z,12.5,<3\n"
      case .sentenceAboveTable:
        "Market, Town\ntime,pm25,no2\n"
          + (1...4).map { "2026-10-01T11:\($0)0:00Z,1\($0).5,2\($0).25\n" }.joined()
      case .longList:
        "["
          + (1...150).map { #"{"id":"s\#($0)","pm25":\#($0).5,"time":"2026-10-01T11:50:00Z"}"# }
          .joined(separator: ",") + "]"
      }
    }
  }

  static let descriptor = SourceDescriptor(
    id: "unusual", name: "Unusual", summary: "A station with a habit.",
    offers: [
      SourceDescriptor.Offer(
        capabilities: [.current], placeKinds: [.coordinate], parameters: [.pm25, .no2], kinds: [.observation],
        timeConvention: .instant, averaging: .instant, cadence: .seconds(60))
    ],
    precedence: 300, siteKinds: [.referenceStation], attribution: [AirAttribution("Unusual")], rights: .own,
    endpoints: [SourceDescriptor.Endpoint("https://unusual.example.org")], testPlaces: .points((50, 14)))

  /// An hour ahead of UTC, and two in the summer of the European Union.
  private static let zone = AirTime.Zone(identifier: "Test/Town") { time in
    // From 25 October 2026 to 28 March 2027, 01:00 UTC.
    (1_792_890_000..<1_806_195_600).contains(time.secondsSince1970) ? 3600 : 7200
  }

  let habit: Habit

  var descriptor: SourceDescriptor {
    var descriptor = Self.descriptor
    if habit == .dottedDays { descriptor.offers[0].capabilities = [.history] }
    return descriptor
  }

  func calls(for query: AirQuery, at now: AirTime) -> [HTTPCall<Void>] {
    query.places.indices.compactMap { index in
      query.places[index].coordinate.map { point in
        let items = [("lat", "\(point.latitude)"), ("lon", "\(point.longitude)")]
        return HTTPCall(
          TransportRequest(base: "https://unusual.example.org", path: "/values", query: items),
          places: [index])
      }
    }
  }

  func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) throws -> [HTTPCall<Void>] {
    let station = AirSite(id: "u1", kind: .referenceStation)
    if habit.isTable {
      let layout = PayloadFormat.CSVLayout.wide(
        time: "time",
        columns: [
          .init("pm25", .pm25, unit: .microgramsPerCubicMetre),
          .init("no2", .no2, unit: .microgramsPerCubicMetre),
        ])
      let lines = String(decoding: reply.body, as: UTF8.self).split(separator: "\n")
      let table = lines.dropFirst(habit == .sentenceAboveTable ? 1 : 0).joined(separator: "\n")
      try report.read(csv: Array(table.utf8), layout, site: station, place: 0)
      return []
    }
    let body = try reply.json()
    guard habit != .longList else {
      return try report.each(body.array()) { row, report in
        let id = try row.require("id").string()
        let site = report.site(AirSite(id: id, kind: .referenceStation))
        let time = TimeStamp.text(try row.require("time").string())
        report.add(.pm25, row["pm25"], unit: "µg/m³", at: time, to: site)
        let request = TransportRequest(
          base: "https://unusual.example.org", path: "/site", query: [("id", id)])
        return HTTPCall(request, step: (), about: site)
      }
    }
    let stamp: TimeStamp =
      switch habit {
      case .ages: .age(seconds: try body.require("age").int())
      case .localTimes: .zonedText(try body.require("time").string(), Self.zone)
      case .dottedDays:
        .written(try body.require("time").string(), as: .pattern("dd.MM.yyyy HH:mm", in: .utc))
      default: .text(try body.require("time").string())
      }
    let site = report.site(station, place: 0)
    for (parameter, name) in [(AirParameter.pm25, "pm25"), (.no2, "no2")] {
      if habit == .wholeTenths {
        let value = Double(try body.require(name).int()) / 10
        report.add(parameter, value, unit: .microgramsPerCubicMetre, at: stamp, to: site)
        continue
      }
      let words: Set<String>? = habit == .wordForGap ? ["n/a"] : nil
      report.add(parameter, body[name], missing: words, unit: "µg/m³", at: stamp, to: site)
    }
    return []
  }

  var contract: SourceContract {
    let body = habit.body
    if habit == .repliesInOrder {
      return SourceContract(adapter: self, recorded: StubTransport([.json(body)]), at: Town.now).quiet
    }
    let isRefusing = habit == .unknownPlaces
    let recorded = StubTransport { request in
      isRefusing && !request.url.contains("lat=50")
        ? TransportResponse(status: 404, text: "Unknown place.") : TransportResponse(status: 200, text: body)
    }
    return changed(SourceContract(adapter: self, recorded: recorded, at: Town.now).quiet) {
      if habit == .wholeTenths { $0.scales = [0.1] }
    }
  }

  var adapterContract: AdapterContract {
    AdapterContract(
      self, recordings: [.init(Array(habit.body.utf8), for: AirQuery(near: Town.market), at: Town.now)]
    ).withinEffort
  }
}

@Suite("The contract of a correct source with an unusual service", .timeLimit(.minutes(10)))
struct UnusualSourceTests {
  @Test(
    "what only looks like a mistake breaks no rule",
    arguments: UnusualStation.Habit.allCases.filter { $0.rule != nil })
  fileprivate func source(habit: UnusualStation.Habit) async throws {
    guard let (id, isTried) = habit.rule else { return }
    let rule = try #require(SourceContract.allRules.first { $0.id == id })
    switch await UnusualStation(habit: habit).contract.check(rule) {
    case .kept: #expect(isTried)
    case .notApplicable(let reason): #expect(!isTried, "\(reason)")
    case let outcome: Issue.record("\(outcome)")
    }
  }

  @Test(
    "its adapter keeps the rules, too",
    arguments: [UnusualStation.Habit.wordForGap, .longList],
    [AdapterRule.readsItsRecordings, .survivesText])
  fileprivate func adapter(habit: UnusualStation.Habit, rule: AdapterRule) async throws {
    try await UnusualStation(habit: habit).adapterContract.verify(rule)
  }
}
