import AQKit
import AQKitStations
import AQKitTesting
import AQKitURLSession
import LoopbackServers
import Testing

@Suite("A feed of warnings over a real connection", .timeLimit(.minutes(10))) struct CAPLoopbackTests {
  private let clock = ManualClock(AirTime(secondsSince1970: 1_784_469_600))  // 2026-07-19T14:00:00Z

  private func answer(at server: LoopbackHTTPServer) async throws -> AirAnswer {
    var container = try AQContainer.live.setting(.clock, to: clock).setting(.resilience, to: .none)
      .setting(.httpTransport, to: PatientTransport(URLSessionTransport()))
      .installing(.cap)
    try container.setOption("url", of: "cap", to: "\(server.origin)/feed.xml")
    try container.setOption("publisher", of: "cap", to: "Agency of the Air")
    return try await AirHub(container).answer(for: AirQuery(places: .points((49.5, -123))))
  }

  @Test("its warnings are those of the place, in its languages")
  func warnings() async throws {
    try await LoopbackHTTPServer.withServer { _ in
      .text(try RecordedBody.file("cap/two_languages.xml").text())
    } body: { server in
      let answer = try await answer(at: server)
      #expect(answer.notices(forPlace: 0, in: ["fr"]).map(\.language) == ["fr-CA"])
      #expect(server.requests.map(\.target) == ["/feed.xml"])
    }
  }

  @Test("a page and a failure are errors of the source")
  func failures() async throws {
    for (reply, code) in [
      (LoopbackReply.html(status: 200, title: "Down for maintenance"), AQError.Code.malformed),
      (.html(status: 404, title: "Not Found"), .invalidRequest),
    ] {
      try await LoopbackHTTPServer.withServer {
        _ in
        reply
      } body: { server in
        let codes = try await answer(at: server).failures.map { $0.error.code }
        #expect(codes == [code])
      }
    }
  }
}
