#if NIO
  import AQKit
  import AQKitSocketFeed
  import Foundation
  import LoopbackServers
  import Testing

  @Suite("The life of a feed over real sockets", .timeLimit(.minutes(10)))
  struct FeedLifeTests {
    private static let query = AirQuery(places: [])
    private static let soon = FeedOptions.ReconnectPolicy(base: .milliseconds(10), cap: .milliseconds(10))

    private func source(_ url: String, control: FeedOptions.Control? = nil, options: FeedOptions)
      -> FeedSource<
        CityFeedDecoder
      >
    {
      FeedSource(
        CityFeedDecoder(), at: FeedEndpoint(url: url), through: PatientConnector(), control: control,
        options: options.patient)
    }

    @Test("a paused feed closes with 1001, a resumed one connects again and marks the gap")
    func pause() async throws {
      try await LoopbackWebSocketServer.withServer { session in
        try await session.send(text: #"[{"city":"Oslo","aqi":1}]"#)
        await session.hold()
      } body: { server in
        let control = FeedOptions.Control()
        var states: [AirUpdate.FeedState] = []
        var gaps = 0
        for try await update in source(server.url(), control: control, options: .standard).updates(
          for: Self.query)
        {
          // A busy machine may take so long that the feed counts as silent, or connects again.
          if let state = update.state, [.live, .paused].contains(state), states.last != state {
            states.append(state)
          }
          if states.contains(.paused), update.gap != nil { gaps += 1 }
          if states == [.live] { control.pause() }
          if update.state == .paused { control.resume() }
          if states == [.live, .paused, .live] { break }
        }
        #expect(states == [.live, .paused, .live] && gaps > 0)
        #expect(await server.waitForFrames { $0.contains { $0.closeCode == 1001 } })
        #expect(await server.waitForOpenConnections(0))
      }
    }

    @Test("a peer that replies to pings is kept, and one that doesn't is left")
    func heartbeat() async throws {
      for manners in [LoopbackWebSocketServer.Manners.good, []] {
        let options = FeedOptions(
          reconnection: Self.soon,
          heartbeat: FeedOptions.Heartbeat(idle: .milliseconds(100), timeout: .seconds(1)),
          // A busy machine could notice the silence before the missing reply, which was due earlier.
          silence: manners.isEmpty ? .hangGuard : .seconds(3))
        try await LoopbackWebSocketServer.withServer(manners: manners) { session in
          try await session.send(text: #"[{"city":"Oslo","aqi":1}]"#)
          await session.hold()
        } body: { server in
          for try await update in source(server.url(), options: options).updates(for: Self.query) {
            if case .silent? = update.state {
              // On a busy machine, a connection that replies late may have been given up, and is opened again.
              #expect(!manners.isEmpty)
              break
            }
            if manners.isEmpty, update.notes.contains(where: { $0.failure == .timedOut }) { break }
          }
          #expect(await server.waitForFrames { $0.contains { $0.opcode == .ping } })
        }
      }
    }

    @Test("an event stream continues after the last event, and waits as long as the server asks")
    func eventStream() async throws {
      let type = TransportRequest.Header("Content-Type", "text/event-stream")
      try await LoopbackHTTPServer.withServer { request in
        let id = Int(request.header("Last-Event-ID") ?? "0") ?? 0
        let body = "retry: 20\nid: \(id + 1)\ndata: [{\"city\":\"Oslo\",\"aqi\":\(id)}]\n\n"
        return .response(TransportResponse(status: 200, headers: [type], body: Array(body.utf8)))
      } body: { server in
        var values: [Double] = []
        for try await update in source(server.url("/events"), options: FeedOptions(reconnection: Self.soon))
          .updates(for: Self.query)
        {
          values += update.reports.compactMap { $0[.publishedIndex]?.values.last }
          if values.count == 3 { break }
        }
        #expect(values == [0, 1, 2])
        var behind: [String?] = []
        // On a busy machine, a connection may have been given up before its reply came, and is opened once more.
        for request in server.requests where behind.last != request.header("Last-Event-ID") {
          behind.append(request.header("Last-Event-ID"))
        }
        #expect(behind.prefix(3) == [nil, "1", "2"])
      }
    }

    @Test("Retry-After is the minimum wait")
    func retryAfter() async throws {
      let reply = LoopbackReply.response(
        TransportResponse(status: 503, headers: [TransportRequest.Header("Retry-After", "5")]))
      try await LoopbackHTTPServer.withServer(reply: reply) { server in
        let url = server.url("/").replacingOccurrences(of: "http://", with: "ws://")
        let start = AQSystemClock().time
        for try await update in source(url, options: FeedOptions(reconnection: Self.soon)).updates(
          for: Self.query)
        {
          guard case .waiting(let until)? = update.state else { continue }
          #expect(until >= start + .seconds(5))
          break
        }
        #expect(server.requests.count == 1)
      }
    }

    #if os(Linux)
      @Test("reconnects leave no descriptor behind")
      func reconnects() async throws {
        let cycles = ProcessInfo.processInfo.environment["AQKIT_LONG"] == nil ? 300 : 10_000
        try await LoopbackWebSocketServer.withServer { session in
          try await session.send(text: #"[{"city":"Oslo","aqi":1}]"#)
          await session.drop()
        } body: { server in
          let options = FeedOptions(reconnection: FeedOptions.ReconnectPolicy(base: .zero, cap: .zero))
          var attempts = 0
          for try await update in source(server.url(), options: options).updates(for: Self.query) {
            if update.state == .connecting { attempts += 1 }
            if attempts > cycles { break }
          }
          #expect(await server.waitForOpenConnections(0))
          #expect(try await noSocketIsLeft(connectedTo: server.port))
        }
      }
    #endif
  }
#endif
