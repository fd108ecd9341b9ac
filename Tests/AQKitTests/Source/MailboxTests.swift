import Testing

@testable import AQKit

@Suite("The mailbox between the sender and the taker of a stream", .timeLimit(.minutes(10)))
struct MailboxTests {
  private static func number(_ update: AirUpdate) -> Int { Int(update.notes.first?.message ?? "") ?? -1 }
  private static func update(_ number: Int) -> AirUpdate { AirUpdate(notes: [AirNote(.remark, "\(number)")]) }

  private static func numbers(from mailbox: Mailbox) async throws -> [Int] {
    var numbers: [Int] = []
    while let update = try await mailbox.take() { numbers.append(number(update)) }
    return numbers
  }

  @Test("a taker gets every update in order, the first one first, and then the end")
  func order() async throws {
    let mailbox = Mailbox(first: Self.update(-1))
    async let sent: Void = {
      for number in 0..<1000 { try await mailbox.send(Self.update(number)) }
      mailbox.finish(nil)
    }()
    #expect(try await Self.numbers(from: mailbox) == Array(-1..<1000))
    try await sent
  }

  @Test("updates of several senders all arrive")
  func several() async throws {
    let mailbox = Mailbox()
    let senders = Task {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for sender in 0..<4 {
          group.addTask {
            for number in 0..<100 { try await mailbox.send(Self.update(100 * sender + number)) }
          }
        }
        try await group.waitForAll()
      }
      mailbox.finish(nil)
    }
    #expect(try await Self.numbers(from: mailbox).sorted() == Array(0..<400))
    try await senders.value
  }

  @Test("with a buffer no sender waits, and what was sent before the end is still taken")
  func buffered() async throws {
    let mailbox = Mailbox(FeedQueue(.newest(100)))
    for number in 0..<3 { try await mailbox.send(Self.update(number)) }
    mailbox.finish(AQError(.unavailable, "It is over."))
    var numbers: [Int] = []
    let error = await #expect(throws: AQError.self) {
      while let update = try await mailbox.take() { numbers.append(Self.number(update)) }
    }
    #expect(numbers == [0, 1, 2])
    #expect(error?.message == "It is over.")
  }

  @Test("a taker that is cancelled ends, and so do the senders that wait for it")
  func cancelled() async throws {
    let mailbox = Mailbox()
    let taker = Task { try await Self.numbers(from: mailbox) }
    await #expect(throws: CancellationError.self) {
      for number in 0..<100 {
        if number == 50 { taker.cancel() }
        try await mailbox.send(Self.update(number))
      }
    }
    await #expect(throws: CancellationError.self) { try await taker.value }
  }

  @Test("a sender that is cancelled while it waits withdraws its update")
  func withdrawn() async throws {
    let mailbox = Mailbox()
    let sender = Task { try await mailbox.send(Self.update(1)) }
    sender.cancel()
    await #expect(throws: CancellationError.self) { try await sender.value }
    mailbox.finish(nil)
    #expect(try await Self.numbers(from: mailbox).isEmpty)
  }

  @Test(
    "a consumer that is never busy gets updates on their senders' tasks, after the first one"
  )
  func passed() async throws {
    let passed = Locked<[Int]>([])
    let mailbox = Mailbox(
      first: Self.update(-1), pass: { update in passed.withLock { $0.append(Self.number(update)) } })
    let sender = Task {
      for number in 0..<100 { try await mailbox.send(Self.update(number)) }
      mailbox.finish(nil)
    }
    let first = try await mailbox.take()
    #expect(first.map(Self.number) == -1 && passed.withLock { $0.isEmpty })
    #expect(try await mailbox.take() == nil)
    #expect(passed.withLock { $0 } == Array(0..<100))
    try await sender.value
  }

  @Test(
    "a sender that waits for the first update to be taken ends when it is cancelled, or when the consumer leaves"
  )
  func notYetPassed() async throws {
    let mailbox = Mailbox(
      first: Self.update(-1), pass: { _ in Issue.record("Nothing may be passed yet.") })
    let (withdrawn, waiting) = (
      Task { try await mailbox.send(Self.update(0)) }, Task { try await mailbox.send(Self.update(1)) }
    )
    withdrawn.cancel()
    await #expect(throws: CancellationError.self) { try await withdrawn.value }
    mailbox.leave()
    await #expect(throws: CancellationError.self) { try await waiting.value }
  }
}
