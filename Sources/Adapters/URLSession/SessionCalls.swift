import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Makes the calls into a session that may block, one after another on a separate queue, so that a caller that sends or
/// cancels never waits for the session.
final class SessionCalls: Sendable {
  let timers = DispatchQueue(label: "AQKitURLSession.timers")
  private let queue = DispatchQueue(label: "AQKitURLSession.calls")

  /// Runs a call after those before it.
  func async(_ call: @escaping @Sendable () -> Void) { queue.async(execute: call) }

  /// Cancels a task and frees its socket.
  func cancel(_ task: URLSessionTask) {
    async {
      task.cancel()
      #if canImport(FoundationNetworking)
        // On Linux the first call only schedules the end of the transfer; the second waits until it has happened.
        task.cancel()
      #endif
    }
  }
}
