import AQKit
import AQKitTesting
import Testing

@Suite("A live feed goes through its handshake", .timeLimit(.minutes(10))) struct FeedHandshakeTests {
  private static let token: AirSecret = "s3cret"

  /// The server speaks first, wants a token, then a subscription with a growing identifier.
  private static func handshake(renewal: FeedOptions.Handshake.Renewal? = nil) -> FeedOptions.Handshake {
    FeedOptions.Handshake(
      [
        .wait(for: "the request to authorise") { message, session in
          let text = try message.json()
          guard try text["type"].string() == "auth_required" else { return .other }
          session["nonce"] = try text["nonce"].string()
          return .matched
        },
        .send { session in
          FeedMessage(
            text: #"{"type":"auth","token":"\#(token.exposed)","nonce":"\#(session["nonce"] ?? "")"}"#)
        },
        .wait(for: "the authorisation") { message, _ in
          switch try message.json()["type"].string() {
          case "auth_ok": .matched
          case "auth_invalid": .refused(AQError(.unauthorized, "The server refuses the token."))
          default: .other
          }
        },
        .send { session in FeedMessage(text: #"{"id":\#(session.nextID()),"type":"subscribe"}"#) },
        .send { _ in nil },
        .send { session in FeedMessage(text: #"{"id":\#(session.nextID()),"type":"units"}"#) },
        .wait(for: "the result") { message, session in
          try message.json()["id"].int() == session.lastID ? .matched : .other
        },
      ], renewal: renewal)
  }

  private static func semantics(renewal: FeedOptions.Handshake.Renewal? = nil) -> FeedOptions.Semantics {
    FeedOptions.Semantics(silence: .seconds(99_999), handshake: handshake(renewal: renewal))
  }

  private static let greeting = ScriptedConnection.Step.text(#"{"type":"auth_required","nonce":"n1"}"#)
  private static let admitted: [ScriptedConnection.Step] = [
    greeting, .awaitMessage, .text(#"{"type":"auth_ok"}"#), .awaitMessage, .awaitMessage,
  ]
  private static let result = ScriptedConnection.Step.text(#"{"id":2,"type":"result"}"#)

  private func sent(_ connection: ScriptedConnection) -> [String] {
    connection.sent.map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  @Test("step by step, on each connection")
  func steps() async throws {
    let stage = FeedStage(
      [
        .plays(Self.admitted + [Self.result, says("A", 1), .wait(.seconds(20)), .end]),
        .plays(Self.admitted + [Self.result, says("A", 2), .hang]),
      ], semantics: Self.semantics())
    let transcript = try await stage.follow(for: .seconds(30))
    #expect(transcript.readings == ["A=1", "A=2"])
    #expect(stage.connector.connections.count == 2)
    for connection in stage.connector.connections {
      #expect(
        sent(connection) == [
          #"{"type":"auth","token":"s3cret","nonce":"n1"}"#, #"{"id":1,"type":"subscribe"}"#,
          #"{"id":2,"type":"units"}"#,
        ])
    }
  }

  @Test("a probe of a feed does its handshake, and waits for no message")
  func probe() async throws {
    let stage = FeedStage(
      [.plays(Self.admitted + [Self.result, .hang]), .plays(Self.admitted + [.end]), .plays([.end])],
      semantics: Self.semantics())
    #expect(try await stage.source.probe().isEmpty)
    #expect(sent(stage.connector.connections[0]).count == 3 && stage.connector.connections[0].isClosed)
    for _ in 0..<2 {
      let error = await #expect(throws: AQError.self) { try await stage.source.probe() }
      #expect(error?.code == .unavailable && error?.source == "cities")
    }
    let unreachable = await #expect(throws: AQError.self) { try await stage.source.probe() }
    #expect(unreachable?.code == .unreachable)
    #expect(stage.connector.attemptCount == 4)
  }

  @Test("a probe shows that a feed refuses the token")
  func refusedProbe() async throws {
    let stage = FeedStage(
      [.plays([Self.greeting, .awaitMessage, .text(#"{"type":"auth_invalid"}"#), .hang])],
      semantics: Self.semantics())
    let error = await #expect(throws: AQError.self) { try await stage.source.probe() }
    #expect(error?.code == .unauthorized)
  }

  @Test("earlier messages are read after it, in order")
  func early() async throws {
    let together = ScriptedConnection.Step.messages([
      CityDecoder.message("A", 2), FeedMessage(text: #"{"id":2,"type":"result"}"#),
      CityDecoder.message("B", 3),
    ])
    let stage = FeedStage(
      [.plays([says("A", 1)] + Self.admitted + [together, .hang])], semantics: Self.semantics())
    let transcript = try await stage.follow(for: .seconds(5))
    #expect(transcript.readings == ["A=1", "A=2", "B=3"] && transcript.notes.isEmpty)
  }

  @Test("an acknowledgement with readings ends it and is read")
  func acknowledgedByReadings() async throws {
    let handshake = FeedOptions.Handshake([
      .send { _ in FeedMessage(text: "subscribe") }, .wait(for: "values") { _, _ in .matchedWithReadings },
    ])
    let stage = FeedStage(
      [.plays([.awaitMessage, says("A", 1), says("B", 2), .hang])],
      semantics: FeedOptions.Semantics(silence: .seconds(99_999), handshake: handshake))
    let transcript = try await stage.follow(for: .seconds(5))
    #expect(transcript.readings == ["A=1", "B=2"])
  }

  @Test("a refusal is final, and its error holds no secret")
  func refused() async throws {
    let stage = FeedStage(
      [.plays([Self.greeting, .awaitMessage, .text(#"{"type":"auth_invalid"}"#), .hang])], repeatsLast: true,
      semantics: Self.semantics())
    let transcript = try await stage.follow(for: .seconds(600))
    #expect(transcript.error?.code == .unauthorized && stage.connector.attemptCount == 1)
    #expect(transcript.states.last == .failed(.unauthorized))
    #expect(!"\(transcript.updates) \(String(describing: transcript.error))".contains("s3cret"))
    #expect(stage.connector.connections[0].isClosed)
  }

  @Test("a server that never sends the awaited word is given up after the time-out, and tried again")
  func timeout() async throws {
    let stage = FeedStage([.plays([Self.greeting, .hang]), .plays([.hang])], semantics: Self.semantics())
    let transcript = try await stage.follow { _ in
      await stage.clock.advance(by: .seconds(9))
      #expect(stage.connector.attemptCount == 1)
      await stage.clock.advance(by: .seconds(3))
    }
    #expect(stage.connector.attemptCount == 2)
    #expect(transcript.notes.first?.failure == .timedOut)
  }

  @Test("a server that sends endlessly, but not the awaited word, is given up before it fills the memory")
  func flood() async throws {
    let megabyte = FeedMessage(.binary, Array(repeating: 0x20, count: 1 << 20))
    let stage = FeedStage(
      [
        .plays([Self.greeting] + Array(repeating: .messages([megabyte]), count: 6) + [.hang]),
        .plays([.hang]),
      ],
      semantics: Self.semantics())
    let transcript = try await stage.follow(for: .seconds(3))
    #expect(stage.connector.attemptCount == 2)
    #expect(transcript.notes.first?.failure == .unavailable)
    #expect(transcript.notes.first?.message.contains("the authorisation") == true)
  }

  @Test("a server that closes in the middle is tried again, and the awaited word is named")
  func closed() async throws {
    let stage = FeedStage(
      [.plays([Self.greeting, .awaitMessage, .end]), .plays([.hang])], semantics: Self.semantics())
    let transcript = try await stage.follow(for: .seconds(3))
    #expect(stage.connector.attemptCount == 2)
    #expect(transcript.notes.first?.message.contains("the authorisation") == true)
  }

  @Test("a lease is renewed as long as the connection lasts, with growing identifiers")
  func renewal() async throws {
    let renewal = FeedOptions.Handshake.Renewal(every: .seconds(60)) { session in
      FeedMessage(text: #"{"id":\#(session.nextID()),"type":"ping"}"#)
    }
    let stage = FeedStage(
      [.plays(Self.admitted + [Self.result, .hang])], semantics: Self.semantics(renewal: renewal))
    try await stage.follow(for: .seconds(185))
    #expect(
      sent(stage.connector.connections[0]).dropFirst(3)
        == (3...5).map { #"{"id":\#($0),"type":"ping"}"# }[...])
  }

  @Test("a lease is first renewed an interval after the handshake, however long that took")
  func firstRenewal() async throws {
    let handshake = FeedOptions.Handshake(
      [.wait(for: "a welcome") { _, _ in .matched }],
      renewal: .init(every: .seconds(5)) { _ in FeedMessage(text: "renew") })
    let stage = FeedStage(
      [.plays([.wait(.seconds(2)), .text("welcome"), .hang])],
      semantics: FeedOptions.Semantics(silence: .seconds(9999), handshake: handshake),
      options: FeedOptions(heartbeat: nil))
    try await stage.follow { _ in
      await stage.clock.advance(by: .seconds(6))
      #expect(stage.connector.connections[0].sent.isEmpty)
      await stage.clock.advance(by: .seconds(1))
      #expect(sent(stage.connector.connections[0]) == ["renew"])
      await stage.clock.advance(by: .seconds(5))
      #expect(sent(stage.connector.connections[0]) == ["renew", "renew"])
    }
  }

  @Test("a failed renewal ends the connection with its error")
  func failedRenewal() async throws {
    struct NoLease: Error {}
    let stage = FeedStage(
      [.plays([says("A", 1), .hang]), .plays([says("A", 2), .hang])],
      semantics: FeedOptions.Semantics(
        silence: .seconds(9999),
        handshake: FeedOptions.Handshake([], renewal: .init(every: .seconds(60)) { _ in throw NoLease() })))
    let transcript = try await stage.follow(for: .seconds(90))
    #expect(stage.connector.attemptCount == 2 && transcript.readings == ["A=1", "A=2"])
    #expect(transcript.notes.map(\.failure) == [.unavailable])
  }

  @Test("the session knows what is asked and which connection it is")
  func session() async throws {
    let handshake = FeedOptions.Handshake([
      .send { FeedMessage(text: "\($0.connection) \($0.query.places.count)") }
    ])
    let stage = FeedStage(
      [.plays([.end]), .plays([.hang])],
      semantics: FeedOptions.Semantics(silence: .seconds(9999), handshake: handshake))
    try await stage.follow(for: .seconds(5))
    #expect(stage.connector.connections.map(sent) == [["1 0"], ["2 0"]])
  }
}
