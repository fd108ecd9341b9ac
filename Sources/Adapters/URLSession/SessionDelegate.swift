import AQKit
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Passes the session's reports to their exchange. There is one for the whole session, because delegates of single tasks
/// aren't available everywhere.
final class SessionDelegate: NSObject, URLSessionDataDelegate {
  private let exchanges = Locked<[Int: Exchange]>([:])

  /// The queue of the reports; nil for the session's own, which is serial.
  static var queue: OperationQueue? {
    #if canImport(FoundationNetworking)
      InlineQueue()
    #else
      nil
    #endif
  }

  /// Remembers an exchange until its task completes.
  func add(_ exchange: Exchange, for task: URLSessionTask) {
    exchanges.withLock { $0[task.taskIdentifier] = exchange }
  }

  private func exchange(of task: URLSessionTask) -> Exchange? {
    exchanges.withLock { $0[task.taskIdentifier] }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    if let head = response as? HTTPURLResponse { exchange(of: dataTask)?.didReceive(head) }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    exchange(of: dataTask)?.didReceive(data)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
    totalBytesExpectedToSend: Int64
  ) {
    exchange(of: task)?.didSend()
  }

  /// Never lets the session follow a redirect: the transport does, by its own rule.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    #if canImport(FoundationNetworking)
      // On Linux calling the handler traps if the task is cancelled meanwhile. Ending the exchange cancels the task, which
      // is the handler's only purpose.
      exchange(of: task)?.didFinish(with: response)
    #else
      completionHandler(nil)
    #endif
  }

  /// Never responds to a challenge: a 401 is returned as a response. Trust in certificates stays with the system.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    #if canImport(FoundationNetworking)
      // On Linux the default handling never returns; header and body have already arrived.
      exchange(of: task)?.didFinish(with: challenge.failureResponse as? HTTPURLResponse)
    #else
      completionHandler(.performDefaultHandling, nil)
    #endif
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }?
      .didComplete(error, response: task.response)
  }
}

#if canImport(FoundationNetworking)
  /// A queue that runs a block at once, on the thread that adds it.
  ///
  /// A Linux session passes each 16 KiB of a body to its delegate's queue and continues reading; a body that arrives faster
  /// than it is counted would pile up there. A block that runs in place holds up the session until it is done. It must not call
  /// into the session.
  ///
  /// Unchecked, because its superclass is; this class adds no state.
  private final class InlineQueue: OperationQueue, @unchecked Sendable {
    override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
  }
#endif
