import Dispatch
import Testing

@testable import AQKit

@Suite("The hand-over of a stream, which runs its work on the consumer's thread", .timeLimit(.minutes(10)))
struct HandoffTests {
  /// A queue as an executor, which tells whether code runs on it.
  private final class Queue: TaskExecutor, SerialExecutor {
    private let queue = DispatchQueue(label: "consumer")
    private let key = DispatchSpecificKey<Bool>()

    init() { queue.setSpecific(key: key, value: true) }

    var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { [self] in
        job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
      }
    }
  }

  private actor Consumer {
    private let queue: Queue
    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    init(_ queue: Queue) { self.queue = queue }

    func numbers(from handoff: Handoff) async throws -> [Int] {
      var numbers: [Int] = []
      while let update = try await handoff.take() { numbers.append(HandoffTests.number(update)) }
      return numbers
    }
  }

  private static func number(_ update: AirUpdate) -> Int { Int(update.notes.first?.message ?? "") ?? -1 }
  private static func update(_ number: Int) -> AirUpdate { AirUpdate(notes: [AirNote(.remark, "\(number)")]) }

  /// Sends two updates in each step, and counts the steps on the consumer's queue.
  private func work(_ handoff: Handoff, steps: Int, on queue: Queue) async throws -> Int {
    let count = try await withTaskExecutorPreference(handoff) {
      var count = 0
      for step in 0..<steps {
        await Task.yield()
        if queue.isCurrent { count += 1 }
        try await handoff.send(Self.update(2 * step))
        try await handoff.send(Self.update(2 * step + 1))
      }
      return count
    }
    handoff.finish(nil)
    return count
  }

  @Test("a consumer that waits lends its thread, and gets every update in order")
  func lends() async throws {
    let (handoff, queue) = (Handoff(), Queue())
    async let count = work(handoff, steps: 1000, on: queue)
    let consumer = Task(executorPreference: queue) {
      var numbers: [Int] = []
      while let update = try await handoff.take() { numbers.append(Self.number(update)) }
      return numbers
    }
    #expect(try await consumer.value == Array(0..<2000))
    #expect(try await count > 0)
    #expect(!handoff.isLent)
  }

  @Test("an actor lends nothing: work never runs on it")
  func actor() async throws {
    let (handoff, queue) = (Handoff(), Queue())
    async let count = work(handoff, steps: 1000, on: queue)
    #expect(try await Consumer(queue).numbers(from: handoff) == Array(0..<2000))
    #expect(try await count == 0)
  }

  @Test("a consumer that is cancelled while it lends its thread ends, and so does the work")
  func cancelled() async throws {
    let handoff = Handoff()
    let consumer = Task { () -> [Int] in
      var numbers: [Int] = []
      while let update = try await handoff.take() { numbers.append(Self.number(update)) }
      return numbers
    }
    await #expect(throws: CancellationError.self) {
      try await withTaskExecutorPreference(handoff) {
        for number in 0..<100 {
          await Task.yield()
          if number == 50 { consumer.cancel() }
          try await handoff.send(Self.update(number))
        }
      }
    }
    await #expect(throws: CancellationError.self) { try await consumer.value }
    #expect(!handoff.isLent)
  }
}
