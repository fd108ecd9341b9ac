/// A part of an application's screen for a place: the queries to ask, and the value made from the answers.
///
/// Known ones are static members, such as ``air`` and ``forecast(hours:)``. Your own takes three lines:
///
/// ```swift
/// extension AirTopic<AirReading> {
///   static var uv: AirTopic { AirTopic("uv", of: [.uvIndex]) { try $0.reading(of: .uvIndex) } }
/// }
/// ```
///
/// Two topics with one identifier and one type of value are the same.
public struct AirTopic<Value: Sendable>: Sendable {
  /// The identifier, unique among an application's topics, such as `forecast-48`. Snapshots name the topic by it.
  public let id: String
  /// The questions about a place at a moment. There are several if they cost less than one, or if one isn't enough.
  public let queries: @Sendable (AirPlace, AirTime) -> [AirQuery]
  /// The value, made of an answer to each question, in order.
  public let value: @Sendable ([AirAnswer]) throws -> Value
  /// The interval between requests; nil to ask whenever a source can have news.
  public let every: Duration?
  /// The condition that the shown report must meet; nil for the query's own.
  var wanted: AirAnswer.Wanted?

  /// Creates a topic of several questions.
  ///
  /// - Parameters:
  ///   - id: The identifier, unique among an application's topics.
  ///   - every: The interval between requests; nil to ask whenever a source can have news.
  ///   - queries: The questions about a place at a moment.
  ///   - value: Makes the value of an answer to each question, in order. It runs off the main actor, except for answers of a
  ///     snapshot, and throws the error that the user should see.
  public init(
    _ id: String, every: Duration? = nil, queries: @escaping @Sendable (AirPlace, AirTime) -> [AirQuery],
    value: @escaping @Sendable ([AirAnswer]) throws -> Value
  ) {
    self.id = id
    self.every = every
    self.queries = queries
    self.value = value
  }

  /// Creates a topic of one question.
  ///
  /// - Parameters:
  ///   - id: The identifier, unique among an application's topics.
  ///   - parameters: The parameters; empty for all that the sources offer.
  ///   - window: The time; by default the newest values.
  ///   - kinds: The kinds of report; empty for any.
  ///   - sources: The sources; by default all.
  ///   - every: The interval between requests; nil to ask whenever a source can have news.
  ///   - value: Makes the value of the answer.
  public init(
    _ id: String, of parameters: [AirParameter], window: AirQuery.Window = .current,
    kinds: Set<AirReport.Kind> = [], sources: AirQuery.SourceSelection = .all, every: Duration? = nil,
    value: @escaping @Sendable (AirAnswer) throws -> Value
  ) {
    self.init(
      id, every: every,
      queries: { place, _ in
        [
          AirQuery(
            places: [.near(place.coordinate)], parameters: parameters, window: window, kinds: kinds,
            sources: sources)
        ]
      },
      value: { try value($0.single) })
  }
}

extension AirTopic: Hashable {
  /// Returns whether the identifiers are the same.
  public static func == (lhs: AirTopic, rhs: AirTopic) -> Bool { lhs.id == rhs.id }
  /// Hashes the identifier.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension [AirAnswer] {
  /// The answer to the only question.
  var single: AirAnswer {
    get throws(AQError) {
      guard let answer = first else { throw AQError(.invalidRequest, "The topic asks nothing.") }
      return answer
    }
  }
}

extension AirAnswer {
  /// Returns the newest value of a parameter at one of the query's places that had ended when the query was answered.
  ///
  /// - Throws: The error of the source that mattered, or ``AQError/Code/unavailable`` if it has no value of the parameter.
  public func reading(of parameter: AirParameter, forPlace place: Int = 0) throws(AQError) -> AirReading {
    let report = try report(forPlace: place)
    let candidates = [report] + reports.filter { $0.places.contains(place) }
    let newest = candidates.lazy.compactMap { candidate in
      candidate.series(of: parameter).compactMap { $0.newestReading(notAfter: receivedAt) }
        .max { $0.interval.end < $1.interval.end }
    }.first
    guard let newest else {
      throw AQError(.unavailable, "There is no value of \(parameter).", source: report.source)
    }
    return newest
  }
}

/// The state of a topic at a place: the value, whether it is being renewed and what went wrong.
///
/// An old value that is being renewed after an error has all three: ``value``, ``isLoading`` and ``error``. A screen that shows
/// one of them at a time uses ``phase``.
public struct AirLoad<Value: Sendable>: Sendable {
  /// The newest value, also during a renewal and after a failure; nil until there is one.
  public var value: Value?
  /// When the value was received; nil without a value.
  public var receivedAt: AirTime?
  /// Whether the value was kept from before, by a cache or a snapshot, rather than asked for.
  public var isKept: Bool
  /// The error of the last attempt; nil after a success.
  public var error: AQError?
  /// Whether a new value is being loaded.
  public var isLoading: Bool

  /// Creates a load; by default an empty one.
  public init(
    value: Value? = nil, receivedAt: AirTime? = nil, isKept: Bool = false, error: AQError? = nil,
    isLoading: Bool = false
  ) {
    self.value = value
    self.receivedAt = receivedAt
    self.isKept = isKept
    self.error = error
    self.isLoading = isLoading
  }

  /// The one thing to show.
  public enum Phase: Sendable {
    /// No request was made.
    case idle
    /// There is no value yet.
    case loading
    /// There is a value, even if it is being renewed or the last attempt failed.
    case loaded(Value)
    /// There is no value, for this reason.
    case failed(AQError)
  }

  /// The state to show: a value takes precedence over loading, and loading over an error.
  public var phase: Phase {
    if let value { return .loaded(value) }
    if isLoading { return .loading }
    return error.map { .failed($0) } ?? .idle
  }

  /// Returns the time since the value was received; nil without a value.
  public func age(at now: AirTime) -> Duration? { receivedAt.map { max(.zero, now.since($0)) } }

  /// Takes a value, unless a newer one is already there. A value from the future doesn't count as newer, because the clock
  /// was wrong.
  ///
  /// - Returns: Whether it was taken.
  mutating func take(_ value: Value, receivedAt: AirTime, isKept: Bool, at now: AirTime) -> Bool {
    if let newest = self.receivedAt, newest <= now, receivedAt < newest { return false }
    (self.value, self.receivedAt, self.isKept) = (value, receivedAt, isKept)
    return true
  }
}

extension AirLoad: Equatable where Value: Equatable {}
extension AirLoad.Phase: Equatable where Value: Equatable {}
