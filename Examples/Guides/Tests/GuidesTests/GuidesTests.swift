import AQKit
import AQKitOpenMeteo
import AQKitOpenMeteoStandIn
import AQKitSocketFeed
import AQKitStations
import AQKitTesting
import Foundation
import Testing

@testable import Guides

@Suite("The guides") struct GuidesTests {
  @Test("a preview's hub gives a summary with its credit, from recordings")
  func summary() async throws {
    let summary = try await Guides.summary(of: Coordinate(49.19522, 16.60796), in: makePreviewHub())
    #expect(!summary.credit.isEmpty)
    #expect(!summary.details.isEmpty)
  }

  @Test("an index in code keeps the contract of indices")
  func index() {
    #expect(IndexContract.violations(of: TownOzoneIndex(), asOf: "1.0.0-beta.1").isEmpty)
  }

  @Test("the configuration guide's document can be read unchanged")
  func configuration() throws {
    let guide = try String(
      contentsOf: URL(filePath: "../../../../Docs/Configuration.md", relativeTo: URL(filePath: #filePath)),
      encoding: .utf8)
    let document = try #require(
      guide.split(separator: "```json\n").dropFirst().first?.split(separator: "```").first)
    var container = try AQContainer().installing(.openMeteo).installing(.stations()).installing(.socketFeed)
    try container.configure(json: [UInt8](document.utf8))
    #expect(container.isEnabled("open-meteo-own") && !container.isEnabled("uba"))
  }

  @Test("a response is cached for ten minutes, and replaces errors for two days")
  func keepingLonger() async throws {
    let clock = ManualClock()
    let service = OpenMeteoStandIn(clock: clock)
    let container = try AQContainer().setting(.httpTransport, to: service).setting(.clock, to: clock)
      .installing(.openMeteo)
    let hub = try AirHub(Guides.keepingLonger(container))
    let query = AirQuery(near: try Coordinate(49.19, 16.61), parameters: [.pm25])
    try await clock.run {
      let first = try await hub.answer(for: query)
      #expect(first.best != nil)
      await clock.advance(by: .seconds(900))
      let second = try await hub.answer(for: query)
      #expect(second.best.flatMap { second.caching(of: $0)?.isCached } == false)
      service.always(.unreachable)
      for (wait, isThere) in [(30, true), (20, false)] {
        await clock.advance(by: .seconds(wait * 3600))
        async let later = hub.answer(for: query)
        await clock.advanceUntilNobodySleeps(within: .seconds(60))
        let best = try await later.best
        #expect((best != nil) == isThere)
      }
    }
  }

  @Test("twenty people who ask a server within 20 ms are one request")
  func servingMany() async throws {
    let clock = ManualClock()
    let service = OpenMeteoStandIn(clock: clock)
    let hub = try Guides.servingMany(
      AQContainer().setting(.httpTransport, to: service).setting(.clock, to: clock).installing(.openMeteo))
    try await clock.run {
      try await withThrowingTaskGroup(of: Bool.self) { group in
        for number in 0..<20 {
          let query = AirQuery(near: try Coordinate(40 + Double(number), 10), parameters: [.pm25])
          group.addTask { try await hub.answer(for: query).best != nil }
        }
        await clock.advanceUntilNobodySleeps(within: .seconds(60))
        for try await isThere in group { #expect(isThere) }
      }
    }
    #expect(service.requests.count == 1)
  }

  @Test("a stub replies in place of a server")
  func stub() async throws {
    let adapter = Nothing()
    let transport = StubTransport([.status(503), .json(#"{"pm25": 12.5}"#)])
    let source = HTTPSource(adapter, transport: transport)
    await #expect(throws: AQError.self) { try await source.fetch(AirQuery(places: [.site("here")])) }
    #expect(transport.requests.count == 1)
  }
}

/// An adapter without requests and values.
private struct Nothing: HTTPAdapter {
  static let descriptor = SourceDescriptor(
    id: "nothing", name: "Nothing", summary: "Nothing.",
    offers: [
      SourceDescriptor.Offer(
        capabilities: [.current], placeKinds: [.site], parameters: [.pm25], kinds: [.observation],
        timeConvention: .instant, averaging: .instant)
    ])

  func calls(for query: AirQuery, at now: AirTime) -> [HTTPCall<Void>] {
    [HTTPCall(TransportRequest(base: "https://air.example.org", path: "/now", query: []))]
  }

  func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) -> [HTTPCall<Void>] { [] }
}
