import AQKit
import AQKitHTTPRules
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLRequest {
  /// Creates the session's request from AQKit's. Throws the same errors as ``RequestRule/address(of:)``.
  init(_ request: TransportRequest) throws(AQError) {
    self.init(url: try RequestRule.address(of: request), cachePolicy: .reloadIgnoringLocalCacheData)
    // Not set by the initializer, because Linux would then use the minute from the session's configuration.
    timeoutInterval = 864_000
    httpMethod = request.method.rawValue
    httpShouldHandleCookies = false
    for field in request.headers { addValue(field.value, forHTTPHeaderField: field.name) }
    if request.method == .post { httpBody = Data(request.body) }
  }
}

/// The owner of one `URLSession`: makes its exchanges, and invalidates it when the last copy of the transport is
/// gone; otherwise it would never be freed.
final class Session: Sendable {
  private let urlSession: URLSession
  private let delegate: SessionDelegate
  private let calls = SessionCalls()
  #if canImport(FoundationNetworking)
    private let turnstile: Turnstile
  #endif

  init(_ configuration: URLSessionTransport.Configuration) {
    let settings = URLSessionConfiguration.ephemeral
    settings.timeoutIntervalForRequest = 864_000
    settings.urlCache = nil
    settings.requestCachePolicy = .reloadIgnoringLocalCacheData
    settings.urlCredentialStorage = nil
    settings.httpCookieStorage = nil
    settings.httpCookieAcceptPolicy = .never
    settings.httpShouldSetCookies = false
    let connections = min(max(configuration.maximumConnectionsPerHost, 1), 10_000)
    #if canImport(FoundationNetworking)
      turnstile = Turnstile(permits: connections)
      // No limit by the session: requests wait before they reach it.
      settings.httpMaximumConnectionsPerHost = 0
    #else
      settings.httpMaximumConnectionsPerHost = connections
      settings.waitsForConnectivity = configuration.waitsForConnectivity
      settings.allowsConstrainedNetworkAccess = configuration.allowsConstrainedNetworkAccess
    #endif
    if let userAgent = configuration.userAgent, TransportRequest.Header.isValue(userAgent) {
      settings.httpAdditionalHeaders = ["User-Agent": userAgent]
    }
    delegate = SessionDelegate()
    urlSession = URLSession(configuration: settings, delegate: delegate, delegateQueue: SessionDelegate.queue)
  }

  deinit {
    // Every running exchange keeps the session alive, so only cancelled tasks are left to wait for.
    urlSession.finishTasksAndInvalidate()
  }

  /// Sends one request and waits for its response, without following a redirect.
  func exchange(_ request: TransportRequest, timeouts: ExchangeTimeouts) async throws -> TransportResponse {
    let urlRequest = try URLRequest(request)
    let exchange = Exchange(
      host: urlRequest.url?.host ?? "", limit: request.maximumBodySize, reader: request.bodyReader,
      timeouts: timeouts, calls: calls)
    return try await exchange.response {
      #if canImport(FoundationNetworking)
        let url = urlRequest.url
        let server = "\(url?.scheme ?? "")://\(url?.host?.lowercased() ?? ""):\(url?.port ?? 0)"
        self.turnstile.enter(exchange, for: server) { self.start(exchange, urlRequest) }
      #else
        self.start(exchange, urlRequest)
      #endif
    }
  }

  /// Makes the task of an exchange and lets it run, without making the caller wait for the session.
  private func start(_ exchange: Exchange, _ request: URLRequest) {
    calls.queue.async { [self] in
      guard !exchange.isOver else { return }
      let task = urlSession.dataTask(with: request)
      delegate.add(exchange, for: task)
      if exchange.take(task) { task.resume() } else { task.cancel() }
    }
  }
}

/// Makes the calls into a session that may block, one after another on a separate queue, so that a caller that sends or
/// cancels never waits for the session.
final class SessionCalls: Sendable {
  let timers = DispatchQueue(label: "AQKitURLSession.timers")
  let queue = DispatchQueue(label: "AQKitURLSession.calls")

  /// Cancels a task and frees its socket.
  func cancel(_ task: URLSessionTask) {
    queue.async {
      task.cancel()
      #if canImport(FoundationNetworking)
        // On Linux the first call only schedules the end of the transfer; the second waits until it has happened.
        task.cancel()
      #endif
    }
  }
}
