import AQKit
import AQKitStorage
import AQKitTesting
import Foundation
import Testing

@Suite("Request counts on disk", .timeLimit(.minutes(10)))
struct RequestCountTests {
  private let folder = StoredFolder()
  private let clock = ManualClock(Sample.noon)
  private let limits = RequestLimits(
    windows: [.init(10, perSeconds: 3600), .init(100, perSeconds: 86_400, .fixed)],
    budgets: ["archive": [.init(2, perSeconds: 60)]])

  /// A budget as a process makes it at its start.
  private func budget(
    _ provider: String = "example", _ credential: AirSecret? = "hush-hush-1234", clock: (any AQClock)? = nil,
    _ storage: AirStorage? = nil
  ) -> RequestBudgets.Budget {
    let clock = clock ?? self.clock
    let storage = storage ?? AirStorage(folder: folder.url, clock: clock)
    return RequestBudgets(in: storage).budget(
      for: .init(provider, credential: credential), limits: limits, clock: clock)
  }

  private func send(
    _ weight: Double = 1, within budget: RequestBudgets.Budget, named name: String? = nil,
    _ reply: StubTransport.Reply = .json("{}"), charging charge: RequestBudgets.Budget.Charge? = nil
  ) async throws {
    var request = TransportRequest(url: "https://api.example.org/", weight: weight)
    request.budget = name
    let stub = StubTransport(always: reply)
    _ = try await stub.rateLimited(by: budget, charging: charge, clock: clock).send(request)
  }

  private var files: [String] {
    let found = try? FileManager.default.contentsOfDirectory(
      atPath: folder.url.appending(path: "requests").path)
    return (found ?? []).sorted()
  }

  private func url(of file: String) -> URL { folder.url.appending(path: "requests").appending(path: file) }

  private func text(of file: String) throws -> String {
    String(decoding: try Data(contentsOf: url(of: file)), as: UTF8.self)
  }

  /// Changes a file's content, not its time.
  private func write(_ text: String, to file: String) throws {
    let path = url(of: file).path
    let time = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate]
    try Data(text.utf8).write(to: url(of: file))
    try FileManager.default.setAttributes([.modificationDate: time as Any], ofItemAtPath: path)
  }

  @Test("a restart doesn't give a spent budget back, and it refills by the clock")
  func restart() async throws {
    try await send(4, within: budget())
    #expect(budget().remaining == [6, 96])
    await clock.advance(by: .seconds(3600))
    #expect(budget().remaining == [10, 96])
    await clock.advance(by: .seconds(86_400))
    #expect(budget().remaining == [10, 100])
    #expect(files.count == 1)
    await clock.advance(by: .seconds(86_400))
    #expect(budget().remaining == [10, 100])
    #expect(files.isEmpty)
  }

  @Test("processes that run at the same time share one limit")
  func shared() async throws {
    let (one, other) = (budget(), budget())
    for _ in 0..<3 {
      try await send(1, within: one)
      try await send(2, within: other)
    }
    #expect(one.remaining == [1, 91])
    #expect(other.remaining == [1, 91])
    let error = await #expect(throws: AQError.self) { try await send(2, within: one) }
    #expect(error?.code == .rateLimited)
  }

  @Test("the provider's final count is stored, and so is its instruction to wait")
  func settled() async throws {
    try await send(8, within: budget(), charging: { _, _ in 2 })
    #expect(budget().remaining == [8, 98])
    let refused = StubTransport.Reply.response(
      TransportResponse(status: 429, headers: [TransportRequest.Header("Retry-After", "1800")]))
    try await send(1, within: budget(), refused, charging: { _, _ in 0 })
    let error = await #expect(throws: AQError.self) { try await send(1, within: budget()) }
    #expect(error?.retry == .after(.seconds(1800)))
  }

  @Test("a named budget, another provider and another account are counted separately")
  func apart() async throws {
    try await send(2, within: budget(), named: "archive")
    #expect(budget().remaining == [10, 100])
    let archive = budget().budget(
      of: with(TransportRequest(url: "https://a.test/")) { $0.budget = "archive" })
    #expect(archive.remaining == [0])
    #expect(budget("other").remaining == [10, 100])
    #expect(budget("example", nil).remaining == [10, 100])
  }

  private func with<Value>(_ value: Value, _ change: (inout Value) -> Void) -> Value {
    var copy = value
    change(&copy)
    return copy
  }

  @Test("neither the names nor the files hold a credential, and only the owner may read them")
  func secrets() async throws {
    try await send(1, within: budget())
    let file = try #require(files.first)
    #expect(files.count == 1)
    let text = try text(of: file)
    #expect(!text.contains("hush") && !file.contains("hush") && !text.contains("api.example.org"))
    let mode = try FileManager.default.attributesOfItem(atPath: url(of: file).path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test(
    "a file that is cut or changed is removed and reported; the others still count",
    arguments: [AirStorage.Problem.Kind.damaged, .foreign])
  func damaged(kind: AirStorage.Problem.Kind) async throws {
    try await send(1, within: budget())
    let file = try #require(files.first)
    try await send(3, within: budget())
    try write(kind == .damaged ? String(text(of: file).dropLast(9)) : "GIF89a\n", to: file)
    let storage = AirStorage(folder: folder.url, clock: clock)
    #expect(budget(storage).remaining == [7, 97])
    #expect(storage.problems.map(\.kind) == [kind])
    #expect(!files.contains(file))
  }

  private func budget(_ storage: AirStorage) -> RequestBudgets.Budget {
    budget("example", "hush-hush-1234", storage)
  }

  @Test("a file of a newer format is reported and left alone")
  func newer() async throws {
    try await send(1, within: budget())
    let file = try #require(files.first)
    try write(text(of: file).replacing("AQKit count 1 ", with: "AQKit count 2 "), to: file)
    let storage = AirStorage(folder: folder.url, clock: clock)
    let budget = budget(storage)
    for _ in 0..<3 { #expect(budget.remaining == [10, 100]) }
    #expect(storage.problems.map(\.kind) == [.newerFormat])
    #expect(files == [file])
  }

  @Test("a clock that was set back before the restart neither frees nor blocks the budget")
  func clockSetBack() async throws {
    try await send(4, within: budget())
    let earlier = ManualClock(Sample.noon - .seconds(10 * 86_400))
    #expect(budget(clock: earlier).remaining == [6, 96])
    await earlier.advance(by: .seconds(3600))
    #expect(budget(clock: earlier).remaining.first == 10)
    await earlier.advance(by: .seconds(86_400))
    #expect(budget(clock: earlier).remaining == [10, 100])
  }

  @Test("a clock that jumps ahead for a moment frees no budget")
  func clockAhead() async throws {
    try await send(4, within: budget())
    #expect(budget(clock: ManualClock(Sample.noon + .seconds(100_000))).remaining == [10, 100])
    #expect(budget().remaining == [6, 96])
  }

  @Test("a stored count blocks for a day at most, whatever times it states")
  func endlessCount() async throws {
    let json =
      #"{"countedAt":\#(Sample.noon.secondsSince1970),"pausedUntil":4e9,"windows":[{"seconds":3600,"alignment":"sliding","grants":[{"since":4e9,"time":4e9,"weight":10}]}]}"#
    let count = try JSONDecoder().decode(RequestBudgets.Count.self, from: Data(json.utf8))
    AirStorage(folder: folder.url, clock: clock)
      .store(count, of: .init("example", credential: "hush-hush-1234"), by: 7)
    let running = budget()
    #expect(running.remaining == [0, 0] && budget().remaining == [0, 0])
    await clock.advance(by: .seconds(86_400))
    #expect(running.remaining == [10, 100] && budget().remaining == [10, 100])
  }

  @Test("a folder that can't be written is a problem that is reported; the limits hold in memory")
  func unwritable() async throws {
    try folder.write(Array("a file".utf8), to: "requests")
    let storage = AirStorage(folder: folder.url, clock: clock)
    let budget = budget(storage)
    for _ in 0..<3 { try await send(1, within: budget) }
    #expect(budget.remaining == [7, 97])
    #expect(storage.problems.map(\.kind) == [.inaccessible])
  }

  @Test("responses and counts share a folder without harm: removing all responses leaves the counts")
  func beside() async throws {
    let storage = AirStorage(folder: folder.url, clock: clock)
    storage.store(try Sample.stored(), to: Sample.query, from: "sample")
    try await send(4, within: budget(storage))
    #expect(storage.size.responses == 1)
    storage.removeAll()
    #expect(storage.size.responses == 0)
    #expect(budget().remaining == [6, 96])
  }

  @Test("a container whose budgets have a store asks within what an earlier run has left")
  func container() async throws {
    var limited = Sample.descriptor()
    limited.limits = RequestLimits(windows: [.init(1, perSeconds: 3600)])
    for isFirst in [true, false] {
      let storage = AirStorage(folder: folder.url, clock: clock)
      let container = AQContainer().setting(.clock, to: clock)
        .setting(.httpTransport, to: StubTransport(always: .json("{}")))
        .setting(.requestBudgets, to: RequestBudgets(in: storage))
      let transport = try container.transport(for: limited)
      let request = TransportRequest(url: "https://api.example.org/")
      if isFirst {
        _ = try await transport.send(request)
      } else {
        let error = await #expect(throws: AQError.self) { try await transport.send(request) }
        #expect(error?.retry == .after(.seconds(3600)))
      }
    }
  }
}
