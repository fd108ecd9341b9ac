import AQKit
import AQKitTesting
import Testing

@Suite("Bearer tokens") struct HTTPTokenTests {
  private let clock = ManualClock(.noon)
  private let data = TransportRequest(url: "https://api.test/air")

  /// A service that gives tokens t1, t2 … for an hour, and accepts the last one.
  private func service(
    lifetime: Int = 3600, _ other: @escaping @Sendable (TransportRequest) -> TransportResponse? = { _ in nil }
  ) -> StubTransport {
    let given = Locked(0)
    return StubTransport { request in
      if let answer = other(request) { return answer }
      if request.url.hasSuffix("/token") {
        let number = given.withLock { given in
          given += 1
          return given
        }
        return TransportResponse(
          status: 200,
          text:
            #"{"access_token": "t\#(number)", "expires_in": \#(lifetime), "refresh_token": "r\#(number)"}"#)
      }
      let last = given.withLock { $0 }
      return TransportResponse(status: request.header("Authorization") == "Bearer t\(last)" ? 200 : 401)
    }
  }

  private func tokens(_ onRenewal: (@Sendable (HTTPTokens.Grant) -> Void)? = nil) -> HTTPTokens {
    HTTPTokens(for: ["api.test"], renewal: "r0", onRenewal: onRenewal) { renewal in
      TransportRequest(
        .post, url: "https://api.test/token", headers: [.form],
        body: TransportRequest.form([("refresh_token", renewal?.exposed ?? "")]))
    }
  }

  private func bodies(_ transport: StubTransport) -> [String] {
    transport.requests.filter { $0.method == .post }.map { String(decoding: $0.body, as: UTF8.self) }
  }

  @Test("a token is asked for before the first request, kept, and renewed shortly before its end")
  func renewed() async throws {
    let service = service()
    let grants = Locked<[AirSecret?]>([])
    let transport = service.authorized(
      by: tokens { grant in grants.withLock { $0.append(grant.renewal) } }, clock: clock)
    #expect(try await transport.send(data).status == 200)
    await clock.advance(by: .seconds(3539))
    #expect(try await transport.send(data).status == 200)
    #expect(bodies(service) == ["refresh_token=r0"])
    await clock.advance(by: .seconds(1))
    #expect(try await transport.send(data).status == 200)
    #expect(bodies(service) == ["refresh_token=r0", "refresh_token=r1"])
    #expect(grants.withLock { $0 } == ["r1", "r2"])
    #expect(
      service.requests.allSatisfy { $0.headers.allSatisfy { !$0.isNamed("Authorization") || $0.isSecret } })
  }

  @Test("a token whose renewal fails early serves until its end, and the renewal is tried again")
  func renewalFails() async throws {
    let isDown = Locked(false)
    let service = service { request in
      request.method == .post && isDown.withLock { $0 } ? TransportResponse(status: 503) : nil
    }
    let transport = service.authorized(by: tokens(), clock: clock)
    #expect(try await transport.send(data).status == 200)
    isDown.withLock { $0 = true }
    await clock.advance(by: .seconds(3545))
    for _ in 0..<2 { #expect(try await transport.send(data).status == 200) }
    #expect(bodies(service).count == 2)
    await clock.advance(by: .seconds(55))
    await #expect(throws: AQError.self) { try await transport.send(data) }
    isDown.withLock { $0 = false }
    await clock.advance(by: .seconds(60))
    #expect(try await transport.send(data).status == 200)
  }

  @Test("an early renewal that hangs is waited for a few seconds once, while the last token holds")
  func renewalHangs() async throws {
    let isHanging = Locked(false)
    let given = service()
    let service = StubTransport { request in
      if request.method == .post, isHanging.withLock({ $0 }) { try await Latch().wait() }
      return try await given.send(request)
    }
    let transport = service.authorized(by: tokens(), clock: clock)
    #expect(try await transport.send(data).status == 200)
    isHanging.withLock { $0 = true }
    try await clock.run {
      await clock.advance(by: .seconds(3540))
      async let first = transport.send(data)
      await clock.advance(by: .seconds(5))
      let answers = [try await first, try await transport.send(data)]
      #expect(answers.map(\.status) == [200, 200])
      #expect(clock.elapsed == .seconds(3545))
    }
    #expect(service.requests.count { $0.method == .post } == 2)
  }

  @Test("a refused token is renewed once, and the second refusal is the answer")
  func refused() async throws {
    let service = service { request in
      request.header("Authorization") == "Bearer t1" ? TransportResponse(status: 401) : nil
    }
    #expect(try await service.authorized(by: tokens(), clock: clock).send(data).status == 200)
    #expect(bodies(service).count == 2)
    let never = self.service { $0.method == .get ? TransportResponse(status: 401) : nil }
    #expect(try await never.authorized(by: tokens(), clock: clock).send(data).status == 401)
    #expect(never.requests.count == 4)
  }

  @Test("a resource that refuses a new token, too, makes no further one be asked for within a minute")
  func forbidden() async throws {
    let never = service { $0.method == .get ? TransportResponse(status: 401) : nil }
    let transport = never.authorized(by: tokens(), clock: clock)
    for _ in 0..<3 { #expect(try await transport.send(data).status == 401) }
    #expect(bodies(never).count == 2)
    await clock.advance(by: .seconds(60))
    #expect(try await transport.send(data).status == 401)
    #expect(bodies(never).count == 3)
  }

  @Test("a renewal goes on when the request that wanted it is cancelled, and its grant is kept")
  func cancelled() async throws {
    let (begun, gate) = (Latch(), Latch())
    let grants = Locked<[AirSecret?]>([])
    let given = service()
    let slow = StubTransport { request in
      if request.method == .post {
        begun.open()
        try await gate.wait()
      }
      return try await given.send(request)
    }
    let transport = slow.authorized(
      by: tokens { grant in grants.withLock { $0.append(grant.renewal) } }, clock: clock)
    let first = Task { try await transport.send(data) }
    try await begun.wait()
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    gate.open()
    #expect(try await transport.send(data).status == 200)
    #expect(bodies(given) == ["refresh_token=r0"])
    #expect(grants.withLock { $0 } == ["r1"])
  }

  @Test("no other host gets the token")
  func otherHost() async throws {
    let service = service { $0.host == "files.test" ? TransportResponse(status: 200) : nil }
    _ = try await service.authorized(by: tokens(), clock: clock).send(
      TransportRequest(url: "https://files.test/"))
    #expect(service.requests.count == 1 && service.requests[0].headers.isEmpty)
  }

  @Test("an unencrypted request never gets the token")
  func unencrypted() async throws {
    let service = service { _ in TransportResponse(status: 200) }
    let error = await #expect(throws: AQError.self) {
      try await service.authorized(by: tokens(), clock: clock).send(
        TransportRequest(url: "http://api.test/air"))
    }
    #expect(error?.code == .untrusted && service.requests.isEmpty)
  }

  @Test("many requests share one renewal")
  func shared() async throws {
    let gate = Latch()
    let service = service()
    let slow = StubTransport { request in
      if request.method == .post { try await gate.wait() }
      return try await service.send(request)
    }
    let transport = slow.authorized(by: tokens(), clock: clock)
    try await clock.run {
      async let one = transport.send(data)
      async let two = transport.send(data)
      await clock.advance(by: .zero)
      gate.open()
      let answers = try await [one, two]
      #expect(answers.map(\.status) == [200, 200])
    }
    #expect(bodies(service).count == 1)
  }

  @Test("a refused renewal is an error of the credential, and isn't repeated for a minute")
  func refusedRenewal() async throws {
    let service = service { $0.method == .post ? TransportResponse(status: 400) : nil }
    let transport = service.authorized(by: tokens(), clock: clock)
    for _ in 0..<3 {
      let error = await #expect(throws: AQError.self) { try await transport.send(data) }
      #expect(error?.code == .unauthorized && error?.retry == .whenChanged)
    }
    #expect(service.requests.count == 1)
    await clock.advance(by: .seconds(60))
    await #expect(throws: AQError.self) { try await transport.send(data) }
    #expect(service.requests.count == 2)
  }

  @Test("an answer without a token is malformed", arguments: ["{}", "<html>", #"{"access_token": 5}"#])
  func malformed(body: String) async throws {
    let service = service { _ in TransportResponse(status: 200, text: body) }
    let error = await #expect(throws: AQError.self) {
      try await service.authorized(by: tokens(), clock: clock).send(data)
    }
    #expect(error?.code == .malformed)
  }

  @Test("a token of a few seconds is used for most of them")
  func short() async throws {
    let service = service(lifetime: 10)
    let transport = service.authorized(by: tokens(), clock: clock)
    for _ in 0..<2 { _ = try await transport.send(data) }
    #expect(bodies(service).count == 1)
    await clock.advance(by: .seconds(9))
    _ = try await transport.send(data)
    #expect(bodies(service).count == 2)
  }
}
