/// A part of an application's screen for a place: the queries to ask, and the value made from the answers.
///
/// Ready-made topics are static members, such as ``air`` and ``forecast(hours:)``. A topic of your own takes three lines:
///
/// ```swift
/// extension AirTopic<AirReading> {
///   static var uv: AirTopic { AirTopic("uv", of: [.uvIndex]) { try $0.reading(of: .uvIndex) } }
/// }
/// ```
///
/// Two topics with one identifier and one type of value are the same. A store doesn't load the second of two with different
/// types, and its load says so.
public struct AirTopic<Value: Sendable>: Sendable {
  /// The identifier, unique among an application's topics, such as `forecast-48`. Snapshots name the topic by it.
  public let id: String
  /// The queries for a place at a moment: several if one isn't enough, or if several cost less.
  public let queries: @Sendable (AirPlace, AirTime) -> [AirQuery]
  /// Makes the value from an answer to each query, in order.
  public let value: @Sendable ([AirAnswer]) throws -> Value
  /// The interval between requests; nil to ask whenever a source may have new values.
  public let every: Duration?
  /// The condition that the shown report must meet; nil for the query's own.
  var wanted: AirAnswer.Wanted?

  /// Creates a topic with several queries. `value` runs off the main actor, except for answers of a snapshot, and throws the
  /// error that the user should see.
  public init(
    _ id: String, every: Duration? = nil, queries: @escaping @Sendable (AirPlace, AirTime) -> [AirQuery],
    value: @escaping @Sendable ([AirAnswer]) throws -> Value
  ) {
    self.id = id
    self.every = every
    self.queries = queries
    self.value = value
  }

  /// Creates a topic with one query, as ``init(_:every:queries:value:)`` does with several. Without parameters it asks for all
  /// that the sources offer, and without kinds for reports of any kind.
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
  var single: AirAnswer {
    get throws(AQError) {
      guard let answer = first else { throw AQError(.invalidRequest, "The topic has no queries.") }
      return answer
    }
  }
}

extension AirAnswer {
  /// Returns a parameter's newest value at one of the query's places, of those that had ended when the query was answered: that
  /// of the best report with the parameter, by the freshness of its values, as in ``best(forPlace:)``.
  ///
  /// - Throws: The errors of ``AirAnswer/report(forPlace:)``; ``AQError/Code/unavailable`` without a value of the parameter.
  public func reading(of parameter: AirParameter, forPlace place: Int = 0) throws(AQError) -> AirReading {
    let report = try report(forPlace: place)
    for candidate in reports(with: [parameter], forPlace: place) {
      let newest = candidate.series(of: parameter).compactMap { $0.newestReading(notAfter: receivedAt) }
      if let last = newest.max(by: { $0.interval.end < $1.interval.end }) { return last }
    }
    throw AQError(.unavailable, "There is no value of \(parameter).", source: report.source)
  }
}
