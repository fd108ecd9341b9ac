public import AQKit

/// A transport whose responses come from a closure or a list. It records its requests, and uses no network.
///
/// Like a real one, it fails with `AQError.Code.tooLarge` if a body exceeds the request's limit, and ends with
/// `CancellationError` as soon as the task is cancelled.
///
/// ```swift
/// let transport = StubTransport([.status(503), .json(#"{"pm25": 12.5}"#)])
/// let source = HTTPSource(adapter, transport: transport)
/// ```
public final class StubTransport: HTTPTransport {
  /// A scripted reply to a request.
  public enum Reply: Sendable {
    /// A response of the server, with any status.
    case response(TransportResponse)
    /// The request fails without a response.
    case failure(any Error)
    /// Silence until the task is cancelled.
    case hang

    /// A response with status 200 and JSON text.
    public static func json(_ text: String) -> Reply {
      .response(
        TransportResponse(
          status: 200, headers: [TransportRequest.Header("Content-Type", "application/json")], text: text))
    }

    /// A response with a status, header fields and text.
    public static func status(_ status: Int, headers: [TransportRequest.Header] = [], text: String = "")
      -> Reply
    {
      .response(TransportResponse(status: status, headers: headers, text: text))
    }
  }

  private struct State {
    var requests: [TransportRequest] = []
    var inFlight = 0
    var mostInFlight = 0
    var cancelled = 0
  }

  private let respond: @Sendable (TransportRequest, Int) async throws -> TransportResponse
  private let state = Condition(State())

  /// Creates a transport whose responses come from a closure.
  public convenience init(_ respond: @escaping @Sendable (TransportRequest) async throws -> TransportResponse)
  {
    self.init { request, _ in try await respond(request) }
  }

  /// Creates a transport whose responses come from a closure, which also gets the request's number, from 0.
  public init(_ respond: @escaping @Sendable (TransportRequest, Int) async throws -> TransportResponse) {
    self.respond = respond
  }

  /// Creates a transport that gives its replies in order, for any requests.
  ///
  /// - Parameters:
  ///   - replies: The replies in the order of the requests.
  ///   - repeatsLast: Whether the last one is given to all further requests; otherwise they fail with
  ///     `AQError.Code.notConfigured`.
  public convenience init(_ replies: [Reply], repeatsLast: Bool = false) {
    self.init { _, number in
      switch replies.indices.contains(number) ? replies[number] : repeatsLast ? replies.last : nil {
      case .response(let response): return response
      case .failure(let error): throw error
      case .hang: try await Latch.untilCancelled()
      case nil:
        throw AQError(.notConfigured, "The stand-in has \(replies.count) replies and was asked once more.")
      }
    }
  }

  /// Creates a transport with one reply to every request.
  public convenience init(always reply: Reply) { self.init([reply], repeatsLast: true) }

  /// Returns or throws the next reply.
  public func send(_ request: TransportRequest) async throws -> TransportResponse {
    try Task.checkCancellation()
    // The transport returns whole bodies; without their readers, equal requests compare as equal.
    let request = changed(request) { $0.bodyReader = nil }
    let number = state.change { state in
      state.requests.append(request)
      state.inFlight += 1
      state.mostInFlight = max(state.mostInFlight, state.inFlight)
      return state.requests.count - 1
    }
    defer { state.change { $0.inFlight -= 1 } }
    do {
      let response = try await respond(request, number)
      try Task.checkCancellation()
      guard response.body.count <= request.maximumBodySize else {
        throw AQError(.tooLarge, "The body is larger than \(request.maximumBodySize) bytes.")
      }
      return response
    } catch {
      if Task.isCancelled { state.change { $0.cancelled += 1 } }
      throw error
    }
  }

  /// The requests, in order.
  public var requests: [TransportRequest] { state.read(\.requests) }
  /// The number of waiting requests.
  public var inFlight: Int { state.read(\.inFlight) }
  /// The maximum number of requests that waited at the same time.
  public var mostInFlight: Int { state.read(\.mostInFlight) }
  /// The number of cancelled requests.
  public var cancelledCount: Int { state.read(\.cancelled) }

  /// Waits for a number of requests.
  ///
  /// - Throws: `CancellationError` when the task is cancelled first.
  public func untilAsked(_ count: Int = 1) async throws {
    try await state.wait { $0.requests.count >= count }
  }
}
