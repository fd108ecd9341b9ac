#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  /// Lets calls into a Linux session through while a transfer keeps it busy.
  ///
  /// There a session runs transfers on one serial queue and its tasks on others, and all of them share one thread. While a
  /// server sends faster than its bytes are consumed (a compressed body that expands a thousandfold is enough), the queue of
  /// the transfers never runs empty, and a caller that cancels waits forever. So that queue is suspended for a moment if a
  /// call takes too long. It is found by reflection; if it can't be found, calls wait.
  struct SessionRelief: Sendable {
    private let transfers: DispatchQueue?
    private let queue = DispatchQueue(label: "AQKitURLSession.relief")

    init(_ session: URLSession) {
      let handle = Mirror(reflecting: session).descendant("multiHandle")
      transfers = handle.flatMap { Mirror(reflecting: $0).descendant("queue") } as? DispatchQueue
    }

    /// Makes a call that waits for the session, and suspends its transfers if it waits longer than 20 ms: for a second at
    /// most each time, so that a call that depends on a transfer is not blocked forever.
    func during(_ call: () -> Void) {
      guard let transfers else { return call() }
      let isDone = DispatchSemaphore(value: 0)
      let pause = DispatchWorkItem {
        repeat {
          transfers.suspend()
          let isOver = isDone.wait(timeout: .now() + .seconds(1)) == .success
          transfers.resume()
          if isOver { return }
        } while isDone.wait(timeout: .now() + .milliseconds(20)) == .timedOut
      }
      queue.asyncAfter(deadline: .now() + .milliseconds(20), execute: pause)
      call()
      pause.cancel()
      isDone.signal()
    }
  }
#endif
