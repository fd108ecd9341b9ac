import AQKitTesting
import TestRuns
import Testing

@testable import AQKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("Merging thousands of stations", .computing, .timeLimit(.minutes(10)))
struct MergeGrowthTests {
  private let query: AirQuery

  init() throws {
    query = AirQuery(
      places: [.area(try GeoShape.BoundingBox(south: 40, west: 0, north: 60, east: 20))], parameters: [.pm25])
  }

  /// Makes the given number of stations for each of two services, every second of them at the same point under the same
  /// name.
  private func reports(_ count: Int, isCrowded: Bool = false) throws -> [AirReport] {
    var random = AQRandomNumbers(seed: 5)
    var reports: [AirReport] = []
    for number in 0..<count {
      let point = try Coordinate(
        isCrowded ? 50 : Double.random(in: 40..<60, using: &random),
        isCrowded ? 10 : Double.random(in: 0..<20, using: &random))
      for (source, name) in [
        ("one", "Station \(number)"), ("two", number % 2 == 0 ? "Station \(number)" : "Other"),
      ] {
        let site = AirSite(id: "\(source)-\(number)", name: name, coordinate: point, kind: .referenceStation)
        reports.append(
          try .sample(
            SourceID(source), value: Double(number), at: AirTime.noon.adding(seconds: Int64(number)),
            site: site))
      }
    }
    return reports
  }

  @Test(
    "four times as many stations take at most six times as long, wherever they are", arguments: [false, true])
  func growth(isCrowded: Bool) throws {
    #expect(try reports(8, isCrowded: isCrowded).count == 16)
    let growth = Growth(
      from: TestEffort.of(250, debug: 60), of: { (try? reports($0, isCrowded: isCrowded)) ?? [] }
    ) { reports in
      let answer = AirAnswer(reports, to: query, at: .noon, policy: .merged(.standard))
      _ = answer.disagreements(of: .pm25)
      _ = answer.candidates()
      _ = answer.credit
    }
    #expect(growth.isLinear, "\(growth)")
  }

  @Test("the candidates of four times as many sources are listed in at most six times the time")
  func sources() throws {
    func answer(_ count: Int) throws -> AirAnswer {
      let reports = try (0..<count).map { number in
        let point = try Coordinate(41 + 18 * Double(number) / Double(count), 10)
        let site = AirSite(id: "s", coordinate: point, kind: .referenceStation)
        return try AirReport.sample(SourceID("source-\(number)"), site: site)
      }
      return AirAnswer(reports, to: query, at: .noon, policy: .merged(.standard))
    }
    #expect(try answer(3).candidates().map(\.source) == ["source-0", "source-1", "source-2"])
    let growth = Growth(from: 512, upTo: 2048, patience: 1, of: { try? answer($0) }) {
      _ = $0?.candidates()
    }
    #expect(growth.isLinear, "\(growth)")
  }

  @Test("two sites with four times as many codes are compared in at most six times the time")
  func codes() {
    func site(_ country: String, _ count: Int) -> AirSite {
      let codes = (0..<count).map { "\(country)\(10_000 + $0 % 90_000)" }
      return AirSite(id: codes.joined(separator: " "), kind: .referenceStation)
    }
    func isSame(_ one: AirSite, _ two: AirSite) -> Bool {
      AirHub.Policy.StationMatching.standard.isSame(one, of: "one", two, of: "two")
    }
    #expect(isSame(site("DE", 9), site("DE", 3)) && !isSame(site("DE", 9), site("CZ", 3)))
    let growth = Growth(of: { [site("DE", $0), site("CZ", $0)] }) { _ = isSame($0[0], $0[1]) }
    #expect(growth.isLinear, "\(growth)")
  }

  @Test(
    "four times as many replies about one series are joined in at most six times the time, whether they repeat an hour or go on",
    arguments: [false, true])
  func replies(goOn: Bool) throws {
    func reply(_ number: Int) -> ReportBuilder {
      var reply = ReportBuilder(.sample("one"), receivedAt: .noon)
      let site = reply.site(AirSite(id: "s", kind: .area))
      let hours = Int64(goOn ? number - 100_000 : -2)
      let time = AirTime.noon.adding(seconds: hours * 3600)
      reply.add(.pm25, 1, unit: "µg/m³", at: .unix(time.secondsSince1970), to: site)
      return reply
    }
    var query = query
    query.window = .interval(try AirInterval(start: .noon.adding(seconds: -99_999 * 3600), end: .noon))
    func joined(_ replies: [ReportBuilder]) -> AirResponse {
      var whole = ReportBuilder(.sample("one"), receivedAt: .noon)
      for reply in replies { whole.merge(reply, renumberingPlaces: nil) }
      _ = whole.dropUnaskedValues(of: query, askedAt: .noon)
      return whole.response()
    }
    #expect(joined((0..<3).map(reply)).reports.first?.series.first?.count == (goOn ? 2 : 1))
    let growth = Growth(from: 4096, patience: 10, of: { (0..<$0).map(reply) }) { _ = joined($0) }
    #expect(growth.isLinear, "\(growth)")
  }

  @Test("withdrawals of four times as many warnings at as many places take at most six times as long to join")
  func withdrawals() {
    func withdrawing(_ count: Int) -> ReportBuilder {
      var part = ReportBuilder(.sample("one"), receivedAt: .noon)
      for number in 0..<count { part.withdraw(notices: "\(number)", asOf: nil) }
      return part
    }
    func joined(_ part: ReportBuilder, places: [Int], to whole: ReportBuilder) -> ReportBuilder {
      var whole = whole
      whole.merge(part, renumberingPlaces: places)
      return whole
    }
    let empty = ReportBuilder(.sample("one"), receivedAt: .noon)
    var warning = empty
    warning.issue(AirNotice(id: "1", source: "one", kind: .episode, title: "Smog", places: [0, 1, 2]))
    let warned = joined(warning, places: [0, 1, 2], to: empty)
    let partly = joined(withdrawing(2), places: [1], to: warned)
    #expect(partly.response().notices.map(\.places) == [[0, 2]])
    #expect(joined(withdrawing(2), places: [2, 0], to: partly).response().notices.isEmpty)
    #expect(joined(withdrawing(2), places: [], to: warned).response().notices.isEmpty)
    let growth = Growth(of: { ($0, withdrawing($0)) }) { count, part in
      _ = joined(part, places: Array(0..<count), to: empty)
    }
    #expect(growth.isLinear, "\(growth)")
  }

  @Test("the places without a warning among four times as many are found in at most six times the time")
  func quietPlaces() throws {
    let point = try Coordinate(50, 10)
    let source = SourceDescriptor.sample("one", offers: [.sample([], kinds: [], capabilities: [.notices])])
    func response(_ count: Int) -> AirResponse {
      var report = ReportBuilder(source, receivedAt: .noon)
      report.note(AirNote(.notCovered, "Elsewhere.", places: Array(0..<count)))
      let query = AirQuery(places: Array(repeating: .near(point), count: count + 1))
      return report.response(to: query, askedAt: .noon, receivedAt: .noon)
    }
    #expect(response(2).notes.map(\.code) == [.notCovered, .noNotice])
    #expect(response(2).notes.last?.places == [2])
    let growth = Growth(from: TestEffort.of(4096, debug: 512), of: { $0 }) { _ = response($0) }
    #expect(growth.isLinear, "\(growth)")
  }

  @Test("the news among four times as many reports about one site are found in at most six times the time")
  func news() {
    func response(_ count: Int) -> AirResponse {
      AirResponse(
        reports: (0..<count).map { number in
          AirReport(
            source: "one", site: AirSite(id: "s", kind: .area), kind: .observation, series: [],
            receivedAt: .noon, attribution: [AirAttribution("Agency \(number)")])
        })
    }
    #expect(response(3).news(since: response(2)).reports.count == 1)
    let growth = Growth(of: response) { _ = $0.news(since: $0) }
    #expect(growth.isLinear, "\(growth)")
  }

  @Test("four times as many warnings outlast a request that failed in part in at most six times the time")
  func warnings() {
    func response(_ ids: Range<Int>, _ places: [Int]) -> AirResponse {
      AirResponse(
        notes: [AirNote(.failed, "No response.", failure: .unavailable)],
        notices: ids.map {
          AirNotice(id: "\($0)", source: "one", kind: .episode, title: "Smog", places: places)
        })
    }
    let kept = response(0..<2, [0]).keepingNotices(of: response(1..<4, [1]), at: .noon).notices
    #expect(kept.map(\.id) == ["0", "1", "2", "3"] && kept.map(\.places) == [[0], [0, 1], [1], [1]])
    let growth = Growth(of: { response(0..<$0, []) }) {
      _ = $0.keepingNotices(of: response($0.notices.count..<2 * $0.notices.count, []), at: .noon)
    }
    #expect(growth.isLinear, "\(growth)")
  }

  @Test(
    "the part of each hour is found in a time that hardly grows with the parts of two sites that take turns")
  func turns() throws {
    func answer(_ count: Int) throws -> AirAnswer {
      let reports = try [AirReport.Kind.observation, .analysis].enumerated().map { turn, kind in
        let site = AirSite(
          id: "s\(turn)", coordinate: try Coordinate(50 + Double(turn) / 10, 10), kind: .referenceStation)
        let series = try AirSeries(
          .pm25, unit: .microgramsPerCubicMetre,
          timeline: AirTimeline(
            start: AirTime.noon.hours(-Int64(count)), step: .seconds(3600), length: .seconds(3600),
            count: count), values: (0..<count).map { $0 % 2 == turn ? 5 : .nan })
        return AirReport(
          source: turn == 0 ? "one" : "two", site: site, kind: kind, series: [series], receivedAt: .noon,
          places: [0])
      }
      return AirAnswer(reports, to: query, at: .noon, policy: .merged(.standard))
    }
    func merged(_ answer: AirAnswer?) -> AirAnswer.MergedSeries? { answer?.merged()?.series(of: .pm25).first }
    func sources(_ answer: AirAnswer?) -> [SourceID] {
      guard let series = merged(answer) else { return [] }
      return series.parts.compactMap { series.part(at: $0.interval.start.adding(seconds: 60))?.source }
    }
    func kinds(_ answer: AirAnswer?) -> [AirReport.Kind?] {
      let hours = merged(answer)?.parts.count ?? 0
      let first = AirTime.noon.hours(1 - Int64(hours))
      return answer?.hourlyIndex(using: .usEPA, from: first, hours: hours).map { $0.provenance?.kind } ?? []
    }
    let few = try answer(8)
    #expect(sources(few) == ["one", "two", "one", "two", "one", "two", "one", "two"])
    #expect(merged(few)?.part(at: .noon) == nil)
    #expect(kinds(few).suffix(4) == [.observation, .analysis, .observation, .analysis])
    let found = Growth(from: 512, upTo: 2048, of: { try? answer($0) }) { _ = sources($0) }
    #expect(found.isLinear, "\(found)")
    let indices = Growth(from: 512, upTo: 2048, of: { try? answer($0) }) { _ = kinds($0) }
    #expect(indices.isLinear, "\(indices)")
  }

  @Test("matches are the same as by comparing each station with each")
  func twins() throws {
    let reports = try reports(60)
    let matching = AirHub.Policy.StationMatching.standard
    var index = StationIndex(matching)
    for report in reports { index.add(report.site, of: report.source) }
    for (number, report) in reports.enumerated() {
      let same = reports.indices.filter { other in
        reports[other].source != report.source
          && matching.isSame(report.site, of: report.source, reports[other].site, of: reports[other].source)
      }
      #expect(index.twins(of: number) == same)
    }
    #expect((0..<reports.count).contains { !index.twins(of: $0).isEmpty })
  }

  @Test("rows filled in any order are the same as by a plain search")
  func rows() throws {
    var random = AQRandomNumbers(seed: 9)
    var merged = MergedRows()
    var plain: [(start: Int64, end: Int64, owner: Int)] = []
    for owner in 0..<200 {
      let start = Int64.random(in: 0..<5000, using: &random)
      let (length, count) = (Int64.random(in: 0..<40, using: &random), Int.random(in: 1..<6, using: &random))
      let series = try AirSeries(
        .pm25, unit: .microgramsPerCubicMetre,
        timeline: AirTimeline(
          start: AirTime(secondsSince1970: start), step: .seconds(50), length: .seconds(length), count: count),
        values: Array(repeating: 1, count: count))
      merged.fill(from: series, owner, suspect: false)
      let before = plain
      for index in 0..<count {
        let (from, to) = (series.timeline.startSeconds(at: index), series.timeline.endSeconds(at: index))
        let isTaken = before.contains { row in
          from == to
            ? row.start == row.end ? row.start == from : row.start <= from && from < row.end
            : row.start == row.end ? from <= row.start && row.start < to : row.start < to && from < row.end
        }
        if !isTaken { plain.append((from, to, owner)) }
      }
    }
    merged.finish()
    let expected = Set(plain.map(\.owner))
    #expect(merged.owners(among: 200).indices.filter { merged.owners(among: 200)[$0] } == expected.sorted())
  }

  @Test("a disagreement of thousands is between the nearest ones, not of each with each")
  func pairs() throws {
    let answer = AirAnswer(try reports(500), to: query, at: .noon, policy: .all)
    #expect(answer.disagreements(of: .pm25).count <= 66)
  }

  /// A clock that advances by a millisecond with each reading.
  private struct TickingClock: AQClock {
    let ticks = Locked(0)
    var now: Date {
      AirTime.noon.date.addingTimeInterval(
        ticks.withLock { ticks in
          ticks += 1
          return Double(ticks) / 1000
        })
    }
    func sleep(for duration: Duration) async throws { try await Latch().wait() }
  }

  private func hub(_ count: Int, _ clock: any AQClock) throws -> AirHub {
    let offer = SourceDescriptor.Offer.sample(places: [.area])
    let reports = try reports(count)
    return try AirHub(
      sources: ["one", "two"].map { id in
        ScriptedSource(
          .sample(SourceID(id), offers: [offer]),
          always: AirResponse(reports: reports.filter { $0.source.rawValue == id }))
      }, clock: clock)
  }

  @Test("when the time is over the answer comes unmerged, with a reason for each site")
  func deadline() async throws {
    let hub = try hub(500, TickingClock())
    let answer = try await hub.answer(for: query, policy: .merged(.standard), within: .milliseconds(200))
    #expect(answer.reports.count == 1000)
    #expect(answer.merged() == nil)
    let verdicts = answer.candidates().map(\.verdict)
    #expect(verdicts.count == 1000)
    #expect(
      verdicts.allSatisfy { if case .failed(let error) = $0 { error.code == .timedOut } else { false } })
  }

  @Test("a caller that leaves while values are merged doesn't wait for the rest")
  func cancelled() async throws {
    let hub = try hub(500, ManualClock())
    let box = Locked<Task<AirAnswer, any Error>?>(nil)
    let (start, compared) = (Latch(), Locked(0))
    let rule = AirHub.Policy.MergeRule.custom("leaving") { first, second in
      let count = compared.withLock { count in
        count += 1
        return count
      }
      if count == 100 { box.withLock { $0 }?.cancel() }
      return first.site.id ?? "" < second.site.id ?? ""
    }
    let task = Task {
      try await start.wait()
      return try await hub.answer(for: query, policy: .merged(rule))
    }
    box.withLock { $0 = task }
    start.open()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(compared.withLock { $0 } < 110)
  }
}
