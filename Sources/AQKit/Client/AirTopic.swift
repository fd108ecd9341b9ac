/// Something that an application shows of a place: what is asked for it, and what is made of the answers.
///
/// Known ones are static members, such as ``air`` and ``forecast(hours:)``. One of your own is three lines:
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
  /// The questions about a place at a moment. Several where they cost less than one, or where one wouldn't do.
  public let queries: @Sendable (AirPlace, AirTime) -> [AirQuery]
  /// The value, made of an answer to each question, in order.
  public let value: @Sendable ([AirAnswer]) throws -> Value
  /// How often to ask again; nil for whenever one of the sources can have news.
  public let every: Duration?
  /// What the report that is shown must have; nil for whatever was asked for.
  var wanted: AirAnswer.Wanted?

  /// A topic of several questions.
  ///
  /// - Parameters:
  ///   - id: The identifier, unique among an application's topics.
  ///   - every: How often to ask again; nil for whenever one of the sources can have news.
  ///   - queries: The questions about a place at a moment.
  ///   - value: Makes the value of an answer to each question, in order. It runs off the main actor, but for answers of a
  ///     snapshot, and throws what the user is to be told.
  public init(
    _ id: String, every: Duration? = nil, queries: @escaping @Sendable (AirPlace, AirTime) -> [AirQuery],
    value: @escaping @Sendable ([AirAnswer]) throws -> Value
  ) {
    self.id = id
    self.every = every
    self.queries = queries
    self.value = value
  }

  /// A topic of one question.
  ///
  /// - Parameters:
  ///   - id: The identifier, unique among an application's topics.
  ///   - parameters: The parameters; empty for all that the sources offer.
  ///   - window: The time; by default the newest values.
  ///   - kinds: The kinds of report; empty for any.
  ///   - sources: The sources; by default all.
  ///   - every: How often to ask again; nil for whenever one of the sources can have news.
  ///   - value: Makes the value of the answer.
  public init(
    _ id: String, of parameters: [AirParameter], window: AirWindow = .current,
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
  /// Whether the identifiers are the same.
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
  /// The newest value of a parameter at one of the query's places that had ended when the query was made.
  ///
  /// - Throws: Why there is none: the error of the source that mattered, or ``AQError/Code/unavailable`` where it has
  ///   no value of the parameter.
  public func reading(of parameter: AirParameter, forPlace place: Int = 0) throws(AQError) -> AirReading {
    let report = try report(forPlace: place)
    let candidates = [report] + reports.filter { $0.places.contains(place) }
    let newest = candidates.lazy.compactMap { candidate in
      candidate.series(of: parameter).compactMap { $0.newestReading(notAfter: askedAt) }
        .max { $0.interval.end < $1.interval.end }
    }.first
    guard let newest else {
      throw AQError(.unavailable, "There is no value of \(parameter).", source: report.source)
    }
    return newest
  }
}
