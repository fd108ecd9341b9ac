public import AQKit

/// A faithful stand-in for Open-Meteo's servers: an `HTTPTransport` that responds like them, without a network.
///
/// It serves air quality, forecast, archive, climate, geocoding (`/v1/search`, `/v1/get`) and the models' update times
/// (`/data/…/static/meta.json`), by GET and POST, on the free hosts, the customers' hosts and any other. Values come
/// from recordings, or from a generator that repeats them for the same request. Parameters are checked with the
/// service's own texts, calls are weighed and limited as by the service, and it can be told to misbehave.
///
/// **Use it** to test an adapter, a source or an application:
///
/// ```swift
/// let clock = ManualClock()
/// let standIn = OpenMeteoStandIn(clock: clock)
/// let source = HTTPSource(OpenMeteoAirQuality(), transport: standIn, clock: clock)
/// standIn.next(.status(502))  // what the next request meets; then it is honest again
/// await #expect(throws: AQError.self) { try await source.fetch(query) }
/// let response = try await source.fetch(query)
/// #expect(!response.reports.isEmpty && standIn.requests.count == 2)
/// ```
///
/// **Put it on a port** with `LoopbackHTTPServer.start(transport: standIn)` of this package's `LoopbackServers`, and point
/// an adapter at it (`open-meteo.baseURL`). Over the network a body can also be sent byte by byte, or be cut off.
///
/// **Write one** for another service in the same manner: a class that conforms to `HTTPTransport`, records its
/// requests, checks parameters like the service, and has a list of troubles for the next requests.
///
/// It doesn't have formats other than JSON, bounding boxes, `temporal_resolution`, or several date ranges per call.
/// `timezone=auto` gives whole hours by longitude. Values are made up; only their units, decimals, gaps, relations
/// (indices, sums, extremes) and places without data are the service's.
///
/// Source: Open-Meteo's documentation and the service's source code (August 2026).
public final class OpenMeteoStandIn: HTTPTransport {
  /// A service of Open-Meteo.
  public enum Service: String, Hashable, Sendable, CaseIterable {
    /// `/v1/air-quality`
    case airQuality = "/v1/air-quality"
    /// `/v1/forecast`
    case forecast = "/v1/forecast"
    /// `/v1/archive`
    case archive = "/v1/archive"
    /// `/v1/climate`
    case climate = "/v1/climate"
    /// `/v1/search`: places by name.
    case search = "/v1/search"
    /// `/v1/get`: a place by its identifier.
    case get = "/v1/get"
    /// `/data/…/static/meta.json`: when a model was updated.
    case modelUpdates = "/data"
  }

  /// A customer's plan.
  public enum Plan: Hashable, Sendable {
    /// Forecasts and air quality.
    case standard
    /// Archive and climate too.
    case professional
  }

  private struct State {
    var requests: [TransportRequest] = []
    var inFlight = 0
    var mostInFlight = 0
    var meter = OpenMeteoMeter()
    var troubles: [Trouble?] = []
    var standing: Trouble?
    var recordings: [OpenMeteoRecording] = []
    var runs: [String: OpenMeteoModelRun] = [:]
    var lanes: [String: OpenMeteoLane] = [:]
  }

  private let clock: any AQClock
  private let quota: Quota
  private let keys: [String: Plan]
  private let gazetteer: [OpenMeteoPlace]
  private let hasData: @Sendable (Coordinate) -> Bool
  private let state = Locked(State())

  /// Creates a stand-in with normal responses.
  ///
  /// - Parameters:
  ///   - clock: The clock, which also waits.
  ///   - quota: The limits of one address without a key.
  ///   - keys: The keys of customers, who have no quota.
  ///   - gazetteer: The places of the search.
  ///   - hasData: Whether the models have data at a place; a place without data makes the whole call fail, as at the service.
  public init(
    clock: any AQClock = AQSystemClock(), quota: Quota = .free, keys: [String: Plan] = [:],
    gazetteer: [OpenMeteoPlace] = OpenMeteoPlace.standard,
    hasData: @escaping @Sendable (Coordinate) -> Bool = { _ in true }
  ) {
    self.clock = clock
    self.quota = quota
    self.keys = keys
    self.gazetteer = gazetteer
    self.hasData = hasData
  }

  // MARK: What happened

  /// The requests, in order.
  public var requests: [TransportRequest] { state.withLock { $0.requests } }
  /// The largest number of concurrent requests so far.
  public var mostInFlight: Int { state.withLock { $0.mostInFlight } }
  /// The total weight of all calls, by the service's rules.
  public var weight: Double { state.withLock { $0.meter.total } }
  /// The number of calls that the quota refused.
  public var refusals: Int { state.withLock { $0.meter.refusals } }

  // MARK: What shall happen

  /// Plans the troubles of the next requests, one each; nil for a normal response. Adds to the existing plan.
  public func next(_ troubles: Trouble?...) { state.withLock { $0.troubles += troubles } }

  /// Sets the trouble of every request without a planned one; nil for normal responses.
  public func always(_ trouble: Trouble?) { state.withLock { $0.standing = trouble } }

  /// Responds with a recorded body if a call has exactly these places, to a hundredth of a degree; without places, to
  /// every call of the service. The call is checked and counted like any other.
  public func play(_ body: [UInt8], to service: Service, at places: [Coordinate] = []) {
    state.withLock {
      $0.recordings.append(OpenMeteoRecording(service: service, places: places, body: body))
    }
  }

  /// Sets a model's last run, overriding its schedule.
  ///
  /// - Parameters:
  ///   - model: The name of the model, such as `cams_europe`.
  ///   - initialised: The time of the run's first step.
  ///   - available: The time at which its data became available.
  public func setRun(of model: String, initialised: AirTime, available: AirTime) {
    state.withLock {
      $0.runs[model] = OpenMeteoModelRun(initialised: initialised, available: available, model: model)
    }
  }

  /// Returns the value of an hourly variable at a place and an instant, rounded to the decimals that the service
  /// writes; nil for a gap or an unknown name.
  public func value(of variable: String, at place: Coordinate, _ time: AirTime) -> Double? {
    guard let known = OpenMeteoVariable.known(variable) else { return nil }
    let model = OpenMeteoModel(now: clock.time)
    let value = model.value(of: known, at: place, second: time.secondsSince1970)
    return value.isNaN ? nil : OpenMeteoNumber.rounded(value, known.decimals)
  }

  // MARK: Responding

  /// Responds, normally or as planned.
  ///
  /// - Throws: The planned error, `CancellationError` when the task was cancelled.
  public func send(_ request: TransportRequest) async throws -> TransportResponse {
    try Task.checkCancellation()
    let trouble: Trouble? = state.withLock { state in
      state.requests.append(request)
      state.inFlight += 1
      state.mostInFlight = max(state.mostInFlight, state.inFlight)
      return state.troubles.isEmpty ? state.standing : state.troubles.removeFirst()
    }
    defer { state.withLock { $0.inFlight -= 1 } }
    let response: TransportResponse
    if let planned = try await trouble?.reply(to: request, clock) {
      response = planned
    } else {
      response = try await honestResponse(to: request) { try await trouble?.wait(before: request, clock) }
    }
    let damaged = try await trouble?.damage(response, to: request, clock) ?? response
    try Task.checkCancellation()
    guard damaged.body.count <= request.maximumBodySize else {
      throw AQError(.tooLarge, "The body is larger than \(request.maximumBodySize) bytes.")
    }
    return damaged
  }

  /// Responds as the service does, after a wait for its work.
  private func honestResponse(
    to request: TransportRequest, working work: () async throws -> Void
  ) async throws -> TransportResponse {
    do {
      return try await OpenMeteoReply.of(
        body(for: OpenMeteoQuestion(request), working: work), at: clock.time)
    } catch let refusal as OpenMeteoRefusal {
      return refusal.response(at: clock.time)
    }
  }

  private func body(for question: OpenMeteoQuestion, working work: () async throws -> Void) async throws
    -> [UInt8]
  {
    let isCustomer = try isCustomer(question)
    guard question.service.isMetered, !isCustomer else {
      try await work()
      return isCustomer && question.service.isMetered
        ? try metered(question, quota: .none).body : try unmetered(question)
    }
    let lane = state.withLock { state in
      let lane = state.lanes[question.host] ?? OpenMeteoLane(quota)
      state.lanes[question.host] = lane
      return lane
    }
    guard try await lane.enter() else {
      state.withLock { $0.meter.refusals += 1 }
      throw OpenMeteoRefusal.tooManyAtOnce
    }
    defer { lane.leave() }
    try await work()
    try state.withLock { try $0.meter.check(quota, at: clock.time) }
    do {
      let (body, weight) = try metered(question, quota: quota)
      state.withLock { $0.meter.count(weight, at: clock.time) }
      return body
    } catch {
      state.withLock { $0.meter.count(1, at: clock.time) }
      throw error
    }
  }

  /// Returns whether a valid key was given.
  private func isCustomer(_ question: OpenMeteoQuestion) throws -> Bool {
    guard let key = question.key else {
      if question.isCustomerHost { throw OpenMeteoRefusal.keyRequired }
      return false
    }
    if !question.isCustomerHost, question.isFreeHost, question.isPost { throw OpenMeteoRefusal.postWithKey }
    guard let plan = keys[key] else { throw OpenMeteoRefusal.badKey }
    if plan == .standard, question.service == .climate || question.service == .archive {
      throw OpenMeteoRefusal.planTooSmall
    }
    return true
  }

  private func metered(_ question: OpenMeteoQuestion, quota: Quota) throws -> (body: [UInt8], weight: Double)
  {
    let now = clock.time
    let asked = try OpenMeteoSelection(question, at: now)
    guard asked.points.count <= (quota.hour == nil ? 10_000 : 1000) else {
      throw OpenMeteoRefusal.tooManyPlaces(quota.hour == nil ? 10_000 : 1000)
    }
    if let hour = quota.hour, asked.weight > hour { throw OpenMeteoRefusal.tooMuchData }
    if let recording = recording(for: question.service, asked.points) { return (recording, asked.weight) }
    guard asked.points.allSatisfy({ hasData($0) && asked.hasCells(at: $0) }) else {
      throw OpenMeteoRefusal.noData
    }
    return (OpenMeteoBody(asked, at: now).bytes, asked.weight)
  }

  private func unmetered(_ question: OpenMeteoQuestion) throws -> [UInt8] {
    if let recording = recording(for: question.service, []) { return recording }
    switch question.service {
    case .search: return try OpenMeteoGazetteer(gazetteer).search(question)
    case .get: return try OpenMeteoGazetteer(gazetteer).get(question)
    default:
      let model = question.model
      let set = state.withLock { $0.runs[model] }
      guard let run = set ?? OpenMeteoModelRun(of: model, at: clock.time) else {
        throw OpenMeteoRefusal.notFound
      }
      return run.body
    }
  }

  private func recording(for service: Service, _ points: [Coordinate]) -> [UInt8]? {
    state.withLock { $0.recordings }.last { $0.matches(service, points) }?.body
  }
}

extension OpenMeteoStandIn.Service {
  /// Whether its calls count against the quota.
  var isMetered: Bool {
    switch self {
    case .airQuality, .forecast, .archive, .climate: true
    case .search, .get, .modelUpdates: false
    }
  }
}
