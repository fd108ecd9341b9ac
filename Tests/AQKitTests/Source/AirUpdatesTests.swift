import AQKit
import AQKitTesting
import Testing

@Suite(.timeLimit(.minutes(10))) struct AirUpdatesTests {
  private struct Broken: Error {}
  @TaskLocal static var label = "none"

  private func update(_ number: Int) -> AirUpdate { AirUpdate(notes: [AirNote(.remark, "\(number)")]) }
  private func number(_ update: AirUpdate?) -> Int? { update?.notes.first.flatMap { Int($0.message) } }

  @Test("work begins when iteration begins, and each iteration is a separate run")
  func startsOnIteration() async throws {
    let runs = Tally()
    let updates = AirUpdates { send in
      let run = runs.increment()
      try await send(AirUpdate(notes: [AirNote(.remark, "\(run)")]))
    }
    _ = updates.makeAsyncIterator()
    for _ in 0..<100 { await Task.yield() }
    #expect(runs.count == 0)
    for expected in 1...2 {
      var seen: [Int?] = []
      for try await update in updates { seen.append(number(update)) }
      #expect(seen == [expected])
    }
  }

  @Test("leaving the loop cancels the work")
  func leaving() async throws {
    let ended = Signal()
    let updates = AirUpdates { [self] send in
      defer { ended.fire() }
      for index in 0... { try await send(update(index)) }
    }
    for try await update in updates where number(update) == 3 { break }
    await ended.wait()
  }

  @Test("work that waits for something else is cancelled, too, when its consumer leaves")
  func leavingWhileWaiting() async throws {
    let ended = Signal()
    let updates = AirUpdates { [self] send in
      defer { ended.fire() }
      try await send(update(1))
      try await Task.sleep(for: .seconds(600))
    }
    for try await _ in updates { break }
    await ended.wait()
  }

  @Test("a sender waits until its update is taken")
  func backPressure() async throws {
    let sent = Tally()
    let updates = AirUpdates { [self] send in
      for index in 0..<5 {
        try await send(update(index))
        sent.increment()
      }
    }
    var iterator = updates.makeAsyncIterator()
    for index in 0..<5 {
      #expect(number(try await iterator.next()) == index)
      for _ in 0..<50 { await Task.yield() }
      // The next one may have been offered, but is not taken.
      #expect(sent.count <= index + 1)
    }
    #expect(try await iterator.next() == nil && sent.count == 5)
    #expect(try await iterator.next() == nil)
  }

  @Test("every update of several senders arrives once, each sender's in its order")
  func severalSenders() async throws {
    let updates = AirUpdates { [self] send in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for sender in 0..<8 {
          group.addTask { for index in 0..<50 { try await send(update(sender * 1000 + index)) } }
        }
        try await group.waitForAll()
      }
    }
    var seen: [Int] = []
    for try await update in updates { seen.append(try #require(number(update))) }
    #expect(seen.count == 400 && Set(seen).count == 400)
    for sender in 0..<8 {
      let own = seen.filter { $0 / 1000 == sender }
      #expect(own == own.sorted())
    }
  }

  @Test("an error comes after the updates before it, once, and then the end")
  func errorAtEnd() async throws {
    let updates = AirUpdates { [self] send in
      try await send(update(1))
      throw Broken()
    }
    var iterator = updates.makeAsyncIterator()
    #expect(number(try await iterator.next()) == 1)
    await #expect(throws: Broken.self) { try await iterator.next() }
    #expect(try await iterator.next() == nil)
  }

  @Test("a consumer that is cancelled gets CancellationError, and the work is cancelled")
  func cancelledConsumer() async throws {
    let (started, ended) = (Signal(), Signal())
    let updates = AirUpdates { _ in
      started.fire()
      defer { ended.fire() }
      try await Task.sleep(for: .seconds(600))
    }
    let task = Task {
      var iterator = updates.makeAsyncIterator()
      defer { withExtendedLifetime(iterator) {} }
      do {
        _ = try await iterator.next()
        return "nothing"
      } catch {
        // The work ends although the iterator is still held.
        await ended.wait()
        return "\(type(of: error))"
      }
    }
    await started.wait()
    task.cancel()
    #expect(await task.value == "CancellationError")
  }

  @Test("a cancelled sender withdraws its update; the others continue")
  func cancelledSender() async throws {
    let cancelled = Signal()
    let updates = AirUpdates { [self] send in
      try await send(update(1))
      let withdrawn = Task { [self] in try await send(update(99)) }
      for _ in 0..<200 { await Task.yield() }
      withdrawn.cancel()
      await #expect(throws: CancellationError.self) { try await withdrawn.value }
      cancelled.fire()
      try await send(update(2))
    }
    var iterator = updates.makeAsyncIterator()
    #expect(number(try await iterator.next()) == 1)
    await cancelled.wait()
    #expect(number(try await iterator.next()) == 2)
    #expect(try await iterator.next() == nil)
  }

  @Test("sending after the consumer left is a cancellation, not a wait")
  func sendingToNobody() async throws {
    let result = Box<String?>(nil)
    let ended = Signal()
    let updates = AirUpdates { [self] send in
      defer { ended.fire() }
      try await send(update(1))
      do {
        while true { try await send(update(2)) }
      } catch {
        result.set("\(type(of: error))")
      }
    }
    for try await _ in updates { break }
    await ended.wait()
    #expect(result.value == "CancellationError")
  }

  @Test("the work inherits the consumer's task-local values")
  func taskLocals() async throws {
    let updates = AirUpdates { send in try await send(AirUpdate(notes: [AirNote(.remark, Self.label)])) }
    try await Self.$label.withValue("traced") {
      var messages: [String] = []
      for try await update in updates { messages += update.notes.map(\.message) }
      #expect(messages == ["traced"])
    }
  }

  @Test("a source without a stream fetches once and ends; a layer forwards its base's stream")
  func defaults() async throws {
    struct Plain: AirDataSource {
      let descriptor = SourceDescriptor.sample()
      func fetch(_ query: AirQuery) async throws -> AirResponse {
        AirResponse(notes: [AirNote(.remark, "7")])
      }
    }
    struct Layer<Base: AirDataSource>: AirLayer { let base: Base }
    let query = AirQuery(places: [])
    var seen: [Int?] = []
    for try await update in Plain().updates(for: query) { seen.append(number(update)) }
    #expect(seen == [7])
    let live = ClosureSource(
      .sample("live"), updates: { _ in AirUpdates([AirUpdate(state: .live), AirUpdate()]) }
    ) { _ in
      throw Broken()
    }
    let layer = Layer(base: Layer(base: live))
    var states: [AirUpdate.FeedState?] = []
    for try await update in layer.updates(for: query) { states.append(update.state) }
    #expect(states == [.live, nil] && layer.descriptor.id == "live")
    await #expect(throws: Broken.self) { try await layer.fetch(query) }
    let still = ClosureSource(.sample()) { _ in AirResponse(notes: [AirNote(.remark, "8")]) }
    var last: Int?
    for try await update in still.updates(for: query) { last = number(update) }
    #expect(last == 8)
  }

  @Test("thousands of abandoned streams leave nothing behind")
  func noLeak() async throws {
    let (began, ended) = (Tally(), Tally())
    let updates = AirUpdates { [self] send in
      began.increment()
      defer { ended.increment() }
      for index in 0... { try await send(update(index)) }
    }
    for _ in 0..<2000 {
      for try await _ in updates { break }
    }
    while ended.count < began.count { await Task.yield() }
    #expect(began.count == 2000 && ended.count == 2000)
  }
}
