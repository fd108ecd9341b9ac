import AQKit
import Foundation
import Synchronization

/// The mailbox between the thread of a connection and the tasks that use it: messages, the end, and the order to
/// stop.
final class MQTTMailbox: Sendable {
  /// A way to stop a connection, from gentle to hard.
  enum Stop: Int, Sendable {
    /// The broker is told.
    case orderly
    /// The socket is closed.
    case atOnce
  }

  private struct State {
    var isOpen = false
    var isReceiving = false
    var messages: [FeedMessage] = []
    var cost = 0
    var stop: Stop?
    var isCancelled = false
    /// The end of the thread: by an error, or without one after an order to stop.
    var end: Result<Void, AQError>?
    /// Counts changes, so that none is missed between a check and a wait.
    var version: UInt64 = 0
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  /// Wakes the thread.
  let bell: MQTTBell
  private let limit: Int
  private let state = Mutex(State())

  /// An empty mailbox.
  ///
  /// - Parameter limit: The number of waiting bytes at which ``isFull``.
  init(limit: Int) throws(AQError) {
    self.limit = max(1, limit)
    bell = try MQTTBell()
  }

  // MARK: The thread

  /// The order to stop, if there is one.
  var order: Stop? { state.withLock { $0.stop } }

  /// Whether the waiting messages have reached the limit.
  var isFull: Bool { state.withLock { $0.cost >= limit } }

  /// Reports that the broker granted every topic.
  func open() { change { $0.isOpen = true } }

  /// Passes a message on.
  func deliver(_ message: FeedMessage) {
    change { state in
      if state.isCancelled { return }
      state.messages.append(message)
      state.cost += message.bytes.count + 64
    }
  }

  /// Reports that the thread has freed everything.
  func finish(_ end: Result<Void, AQError>) { change { $0.end = end } }

  // MARK: Tasks

  /// Waits until the connection is open. Cancelling stops it.
  func opened() async throws {
    try await stoppedByCancelling { [self] in
      try await wait { state in
        if let end = state.end {
          try end.get()
          throw AQError(.unreachable, "The connection was closed while it was being opened.")
        }
        return state.isOpen ? () : nil
      }
    }
  }

  /// Waits for messages; nil after an orderly close by this side.
  func receive() async throws -> [FeedMessage]? {
    let isFree = state.withLock { state in
      defer { state.isReceiving = true }
      return !state.isReceiving
    }
    guard isFree else { throw AQError(.unsupported, "Another task is receiving from this connection.") }
    defer { state.withLock { $0.isReceiving = false } }
    let messages = try await stoppedByCancelling { [self] in
      try await wait { state -> [FeedMessage]? in
        if !state.messages.isEmpty {
          defer { (state.messages, state.cost) = ([], 0) }
          return state.messages
        }
        // Empty means the end.
        return try state.end.map {
          try $0.get(); return []
        }
      }
    }
    // The thread may have stopped reading.
    bell.ring()
    return messages.isEmpty ? nil : messages
  }

  /// Stops the connection.
  func stop(_ order: Stop) {
    change { state in
      if state.stop.map({ $0.rawValue < order.rawValue }) ?? true { state.stop = order }
    }
    bell.ring()
  }

  /// Waits until the thread has freed everything; a cancelled task has it do so at once.
  func ended() async {
    await withTaskCancellationHandler {
      _ = try? await wait { $0.end == nil ? nil : () }
    } onCancel: {
      stop(.atOnce)
    }
  }

  // MARK: Waiting

  /// Runs a wait; cancelling it throws immediately, drops waiting messages, and stops the connection.
  private func stoppedByCancelling<Value: Sendable>(_ wait: () async throws -> Value) async throws -> Value {
    try await withTaskCancellationHandler(operation: wait) {
      change { state in
        state.isCancelled = true
        (state.messages, state.cost) = ([], 0)
      }
      stop(.atOnce)
    }
  }

  /// Waits until a look at the state has a result.
  private func wait<Value: Sendable>(for look: (inout State) throws -> Value?) async throws -> Value {
    while true {
      let (value, version) = try state.withLock { state in
        if state.isCancelled {
          guard Task.isCancelled else {
            throw AQError(.unreachable, "The connection was closed when a task that used it was cancelled.")
          }
          throw CancellationError()
        }
        return (try look(&state), state.version)
      }
      if let value { return value }
      await withCheckedContinuation { continuation in
        let hasChanged = state.withLock { state in
          if state.version == version { state.waiting.append(continuation) }
          return state.version != version
        }
        if hasChanged { continuation.resume() }
      }
    }
  }

  /// Changes the state, and lets waiting tasks check it.
  private func change(_ body: (inout State) -> Void) {
    let waiting = state.withLock { state in
      body(&state)
      state.version &+= 1
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}

/// A pipe that wakes a thread which waits in `poll`.
///
/// The descriptors close with the last reference. A task that rings has one, so no byte is written to a descriptor that was
/// closed and perhaps reused.
final class MQTTBell: Sendable {
  /// Readable after a ring.
  let descriptor: Int32
  private let writer: Int32

  init() throws(AQError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw AQError(.unavailable, "The system has no descriptor left.") }
    (descriptor, writer) = (ends[0], ends[1])
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
  }

  deinit {
    close(descriptor)
    close(writer)
  }

  /// Wakes the thread. A full pipe has woken it already.
  func ring() {
    var byte: UInt8 = 0
    _ = write(writer, &byte, 1)
  }

  /// Takes the rings so far.
  func silence() {
    var bytes: (UInt64, UInt64) = (0, 0)
    while withUnsafeMutableBytes(of: &bytes, { read(descriptor, $0.baseAddress, $0.count) }) > 0 {}
  }
}
