#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Bearer tokens that a service gives out for some time (RFC 6750), and how they are renewed.
///
/// ```swift
/// let tokens = HTTPTokens(for: ["api.example.org"], renewal: first) { renewal in
///   let form = [("grant_type", "refresh_token"), ("refresh_token", renewal?.exposed ?? "")]
///   return TransportRequest(
///     .post, url: "https://api.example.org/oauth/token", headers: [.form], body: TransportRequest.form(form))
/// }
/// let transport = try container.transport(for: descriptor).authorized(by: tokens, clock: container[.clock])
/// ```
///
/// A request to one of the hosts gets the field `Authorization`, marked as secret, and is refused if it isn't encrypted,
/// unless it stays on the machine. A token is asked for before the first request, shortly before the end of the last one,
/// and once after a 401; all requests share one renewal, which a cancelled request doesn't stop, and wait for it for 5 s at
/// most while the last token holds. A failed renewal isn't repeated for a minute, during which the last token is used until
/// its end. Neither is one whose new token got a 401 as well, because then the resource refuses. Share a value among the
/// transports of an account: its copies share the token.
public struct HTTPTokens: Sendable {
  /// A token as a service gives it.
  public struct Grant: Hashable, Sendable {
    /// The token.
    public var token: AirSecret
    /// The time for which it is valid; nil for until a 401.
    public var lifetime: Duration?
    /// The secret with which the next one is requested; nil to keep the last one. A service that changes it refuses the old
    /// one.
    public var renewal: AirSecret?

    /// Creates a grant.
    public init(_ token: AirSecret, lifetime: Duration? = nil, renewal: AirSecret? = nil) {
      self.token = token
      self.lifetime = lifetime
      self.renewal = renewal
    }
  }

  let hosts: Set<String>
  let request: @Sendable (AirSecret?) throws -> TransportRequest
  let read: @Sendable (TransportResponse) throws -> Grant
  let onRenewal: (@Sendable (Grant) -> Void)?
  let memory: TokenMemory

  /// Tokens for some hosts.
  ///
  /// - Parameters:
  ///   - hosts: The hosts that get the token. No other host does, whatever the address.
  ///   - renewal: The secret with which the first token is requested, from the last run of the application; nil for none.
  ///   - onRenewal: Receives each new grant, so that an application can store its renewal.
  ///   - read: Reads a grant from a 2xx; by default `access_token`, `expires_in` and `refresh_token` (RFC 6749 §5.1).
  ///   - request: The request for a new token, by the last renewal.
  public init(
    for hosts: Set<String>, renewal: AirSecret? = nil, onRenewal: (@Sendable (Grant) -> Void)? = nil,
    reading read: @escaping @Sendable (TransportResponse) throws -> Grant = {
      try HTTPTokens.standardGrant($0)
    },
    requesting request: @escaping @Sendable (_ renewal: AirSecret?) throws -> TransportRequest
  ) {
    self.hosts = Set(hosts.map { $0.lowercased() })
    self.request = request
    self.read = read
    self.onRenewal = onRenewal
    self.memory = TokenMemory(renewal)
  }

  /// Returns the time for which a token is used: its lifetime, shortened by a tenth or by a minute, whichever is less.
  static func usableSeconds(_ lifetime: Duration) -> Double {
    let seconds = max(0, lifetime.bounded / .seconds(1))
    return seconds - min(60, seconds / 10)
  }

  /// Reads the grant in a body of RFC 6749 §5.1.
  ///
  /// - Throws: ``AQError/Code/malformed`` when it has no `access_token`.
  public static func standardGrant(_ response: TransportResponse) throws -> Grant {
    let body = try AQJSON(parsing: response.body)
    let seconds = try? body["expires_in"].double(acceptingText: true)
    return Grant(
      AirSecret(try body.require("access_token").string()),
      lifetime: seconds.map(Duration.init(boundedSeconds:)),
      renewal: body["refresh_token"].asString.map { AirSecret($0) })
  }
}

extension HTTPTransport {
  /// Returns this transport with bearer tokens.
  ///
  /// Apply it outside ``retrying(_:clock:randomNumbers:)``, as ``AQContainer/transport(for:credential:)`` returns it, so
  /// that the requests for tokens are counted, too.
  public func authorized(by tokens: HTTPTokens, clock: any AQClock = SystemClock()) -> some HTTPTransport {
    AuthorizedTransport(base: self, tokens: tokens, clock: clock)
  }
}

/// The token of an account, and the renewal in flight.
final class TokenMemory: Sendable {
  struct State {
    var grant: HTTPTokens.Grant?
    /// When the token is to be renewed.
    var end: Date?
    /// The time at which the token ends.
    var holdsUntil: Date?
    var renewal: AirSecret?
    /// The number of grants, so that of many requests with a refused token only one renews it.
    var number = 0
    var failure: (error: AQError, until: Date)?
    /// The end of the time in which a 401 doesn't cause a renewal, because a new token also got one.
    var isRefusedUntil: Date?
    /// Whether the token in use was asked for because of a 401.
    var isAfterRefusal = false
    /// The renewal under way. It continues without waiting callers, because a service may have changed the renewal by then,
    /// and refuses the old one.
    var renewing: (number: Int, since: Date, task: Task<Held, any Error>)?

    /// Returns the token that is still valid, though it should be renewed; nil if it has expired, or was refused
    /// under its number.
    func held(at now: Date, butNot refused: Int?) -> Held? {
      guard let grant, number != refused, holdsUntil.map({ now < $0 }) ?? true else { return nil }
      return Held(token: grant.token, number: number)
    }
  }

  let state: Locked<State>
  let flights = InFlightRequests<Int, Held>()

  /// A token with its number.
  struct Held: Sendable {
    let token: AirSecret
    let number: Int
  }

  init(_ renewal: AirSecret?) { state = Locked(State(renewal: renewal)) }
}

private struct AuthorizedTransport: HTTPTransport {
  let base: any HTTPTransport
  let tokens: HTTPTokens
  let clock: any AQClock

  @concurrent func send(_ request: TransportRequest) async throws -> TransportResponse {
    guard tokens.hosts.contains(request.host) else { return try await base.send(request) }
    guard URLParts(request.url).scheme == "https" || Self.isHere(request.host) else {
      throw AQError(.untrusted, "A token for \(request.host) would be sent without encryption.")
    }
    let held = try await token(after: nil)
    let response = try await base.send(request.bearing(held.token))
    guard response.status == 401, shouldRenew(after: held.number) else { return response }
    return try await base.send(request.bearing(token(after: held.number).token))
  }

  /// Returns whether another token might be accepted where the one with a number wasn't.
  private func shouldRenew(after number: Int) -> Bool {
    let now = clock.now
    return tokens.memory.state.withLock { state in
      guard number == state.number else { return true }
      if state.isAfterRefusal {
        state.isAfterRefusal = false
        state.isRefusedUntil = now.addingTimeInterval(60)
      }
      return state.isRefusedUntil.map { $0 <= now } ?? true
    }
  }

  private static func isHere(_ host: String) -> Bool { ["localhost", "127.0.0.1", "[::1]"].contains(host) }

  /// The maximum wait for an early renewal while the last token is still valid.
  private static let patience = Duration.seconds(5)

  /// Returns the token in use, or a new one if it ends soon, or was refused under its number.
  private func token(after refused: Int?) async throws -> TokenMemory.Held {
    let now = clock.now
    let (held, number): (TokenMemory.Held?, Int) = try tokens.memory.state.withLock { state in
      let isRefused = refused == state.number
      if let grant = state.grant, !isRefused, state.end.map({ now < $0 }) ?? true {
        return (TokenMemory.Held(token: grant.token, number: state.number), state.number)
      }
      if let failure = state.failure, failure.until > now {
        guard let held = state.held(at: now, butNot: refused) else { throw failure.error }
        return (held, state.number)
      }
      return (nil, state.number)
    }
    if let held { return held }
    let answer = { @Sendable in
      try await tokens.memory.flights.answer(to: number) {
        try await renewal(number, isAfterRefusal: refused != nil).value
      }
    }
    do {
      guard let left = patienceLeft(now, butNot: refused) else { return try await answer() }
      return try await AirDeadline.limit(left, clock: clock, answer)
    } catch let error as AQError {
      // The renewal came early so that there is time to try it again.
      let now = clock.now
      guard let held = tokens.memory.state.withLock({ $0.held(at: now, butNot: refused) }) else {
        throw error
      }
      return held
    }
  }

  /// Returns the remaining time to wait for the renewal; nil for no limit, because no token is valid.
  private func patienceLeft(_ now: Date, butNot refused: Int?) -> Duration? {
    tokens.memory.state.withLock { state in
      guard state.held(at: now, butNot: refused) != nil else { return nil }
      let waited = state.renewing.map { now.timeIntervalSince($0.since) } ?? 0
      return max(.zero, Self.patience - Duration(boundedSeconds: waited))
    }
  }

  /// Returns the renewal of the token with a number, which all requests share.
  private func renewal(_ number: Int, isAfterRefusal: Bool) -> Task<TokenMemory.Held, any Error> {
    let now = clock.now
    return tokens.memory.state.withLock { state in
      if let running = state.renewing, running.number == number { return running.task }
      let task = AirDeadline.inherit(.none) {
        Task(executorPreference: PreferredExecutor.current.get()) {
          defer {
            tokens.memory.state.withLock { state in
              if state.renewing?.number == number { state.renewing = nil }
            }
          }
          return try await renew(number, isAfterRefusal)
        }
      }
      state.renewing = (number, now, task)
      return task
    }
  }

  private func renew(_ number: Int, _ isAfterRefusal: Bool) async throws -> TokenMemory.Held {
    let memory = tokens.memory
    let (renewal, done): (AirSecret?, TokenMemory.Held?) = memory.state.withLock { state in
      // Another renewal may have completed just before.
      let held =
        state.number > number
        ? state.grant.map { TokenMemory.Held(token: $0.token, number: state.number) } : nil
      return (state.renewal, held)
    }
    if let done { return done }
    var secrets: RequestSecrets?
    do {
      var request = try tokens.request(renewal)
      // Its body is a credential.
      request.redirectHosts = []
      secrets = RequestSecrets(of: request, held: renewal.map { [$0] } ?? [])
      let response = try await base.send(request)
      // RFC 6749 §5.2: a refused renewal is a 400 or a 401.
      if [400, 401, 403].contains(response.status) {
        throw AQError(
          .unauthorized, "The service gives no new token: sign in again (HTTP \(response.status)).")
      }
      if let error = AQError(response: response) { throw error }
      let grant = try tokens.read(response)
      let holdsUntil = grant.lifetime.map {
        clock.now.addingTimeInterval(max(.zero, $0.bounded) / .seconds(1))
      }
      let end = grant.lifetime.map { clock.now.addingTimeInterval(HTTPTokens.usableSeconds($0)) }
      let held: TokenMemory.Held = memory.state.withLock { state in
        state.number += 1
        state.grant = grant
        state.end = end
        state.holdsUntil = holdsUntil
        state.renewal = grant.renewal ?? state.renewal
        state.failure = nil
        state.isAfterRefusal = isAfterRefusal
        return TokenMemory.Held(token: grant.token, number: state.number)
      }
      tokens.onRenewal?(grant)
      return held
    } catch {
      if error is CancellationError || Task.isCancelled { throw CancellationError() }
      let plain = AQError.wrapping(error, as: .malformed)
      let wrapped = secrets?.hidden(in: plain) ?? plain
      let until = clock.now.addingTimeInterval(60)
      memory.state.withLock { $0.failure = (wrapped, until) }
      throw wrapped
    }
  }
}

extension TransportRequest {
  fileprivate func bearing(_ token: AirSecret) -> TransportRequest {
    var copy = self
    copy.headers.removeAll { $0.isNamed("Authorization") }
    copy.headers.append(
      TransportRequest.Header("Authorization", secret: AirSecret("Bearer \(token.exposed)")))
    return copy
  }

  /// Returns the body of a form (`application/x-www-form-urlencoded`) with each item encoded by RFC 3986.
  public static func form(_ items: [(name: String, value: String)]) -> [UInt8] {
    Array(PercentEncoding.form(items).utf8)
  }
}

extension TransportRequest.Header {
  /// `Content-Type` of ``TransportRequest/form(_:)``.
  public static let form = TransportRequest.Header("Content-Type", "application/x-www-form-urlencoded")
}
