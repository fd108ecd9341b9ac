import AQKit
import AQKitTesting
import Testing

@Suite("Tasks that wait for a condition", .timeLimit(.minutes(10))) struct ConditionTests {
  private static func take(_ count: inout Int) -> Bool {
    guard count > 0 else { return false }
    count -= 1
    return true
  }

  @Test("resume in order of arrival, as many as the change allows")
  func order() async throws {
    let clock = ManualClock()
    try await clock.run {
      let permits = Condition(0)
      let passed = Locked<[Int]>([])
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<5 {
          group.addTask {
            try await permits.wait(until: Self.take)
            passed.withLock { $0.append(number) }
          }
          await clock.advance(by: .zero)
        }
        permits.change { $0 += 2 }
        await clock.advance(by: .zero)
        #expect(passed.withLock { $0 } == [0, 1] && permits.value == 0)
        permits.change { $0 += 4 }
        try await group.waitForAll()
        #expect(passed.withLock { $0 } == [0, 1, 2, 3, 4] && permits.value == 1)
      }
    }
  }

  @Test("are released when they are cancelled, and take nothing with them")
  func cancelled() async throws {
    let clock = ManualClock()
    try await clock.run {
      let permits = Condition(0)
      let tasks = (0..<3).map { _ in
        Task(executorPreference: PreferredExecutor.current.get()) { try await permits.wait(until: Self.take) }
      }
      await clock.advance(by: .zero)
      tasks[1].cancel()
      await #expect(throws: CancellationError.self) { try await tasks[1].value }
      permits.change { $0 += 2 }
      for index in [0, 2] { try await tasks[index].value }
      #expect(permits.value == 0)
    }
  }

  @Test("never wait if the condition holds, or if they were cancelled before")
  func atOnce() async throws {
    let permits = Condition(1)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await permits.wait(until: Self.take)
      await #expect(throws: CancellationError.self) { try await permits.wait(until: Self.take) }
    }
    try await task.value
    #expect(permits.value == 0)
  }

  @Test("miss no change, even if many come and go at once")
  func crowd() async throws {
    let permits = Condition(3)
    let inside = Locked((now: 0, most: 0))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<1000 {
        group.addTask {
          try await permits.wait(until: Self.take)
          inside.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
          await Task.yield()
          inside.withLock { $0.now -= 1 }
          permits.change { $0 += 1 }
        }
      }
      try await group.waitForAll()
    }
    #expect(inside.withLock { $0.most } <= 3 && permits.value == 3)
  }
}
