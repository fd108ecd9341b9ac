public import Observation

/// The air at a place, as a screen shows it: parts that load, fail and age independently, and an index that the user chooses.
///
/// ```swift
/// let store = AirQualityStore(client, loading: .air, .forecast(hours: 48), .pollen)
/// await store.show(brno)  // loads all parts
/// print(store.aqi?.value?.display ?? "no value")  // "37"
/// if let error = store[.pollen].error { print(error) }  // pollen failed, the rest is there
/// store.index = .cnAQI  // everything follows, nothing is loaded
/// ```
///
/// The contents always belong to ``place``: another place clears them or shows its cached values, and a late answer for
/// another place is dropped. Older data never replace newer ones. All work runs off the main actor, and ends with the task
/// that started it.
@available(Systems 2023, *)
@MainActor @Observable public final class AirQualityStore {
  /// The place that is shown; nil until ``show(_:)`` or ``follow(_:)``.
  public private(set) var place: AirPlace?
  /// The index in which the air is given.
  public var index: IndexEdition.Reference
  /// The options of the index, such as labelled proxies.
  public var indexOptions: IndexOptions
  /// The client that answers the store's queries.
  @ObservationIgnored public let client: AirClient
  @ObservationIgnored let randomNumbers: AQRandomNumbers
  @ObservationIgnored var lastGood: (place: AirPlace, parts: [String: Snapshot.Part])?
  @ObservationIgnored private(set) var parts: [any StorePart] = []

  /// Creates a store, which doesn't load anything yet.
  ///
  /// The parts of a given place are empty until they are loaded. Without topics it loads ``AirTopic/air``; of two with the
  /// same identifier the first counts. By default labelled proxies are used if an average can't be formed. Random numbers
  /// spread the renewals of many applications.
  public init<each Value: Sendable>(
    _ client: AirClient, index: IndexEdition.Reference = .usEPA, place: AirPlace? = nil,
    loading topics: repeat AirTopic<each Value>, indexOptions: IndexOptions = .shown,
    randomNumbers: AQRandomNumbers = .system
  ) {
    self.client = client
    self.index = index
    self.indexOptions = indexOptions
    self.place = place
    self.randomNumbers = randomNumbers
    repeat add(each topics)
    if parts.isEmpty { add(.air) }
    if let place { for part in parts { part.turn(to: place.coordinate) } }
  }

  private func add<Value: Sendable>(_ topic: AirTopic<Value>) {
    if parts.contains(where: { $0.id == topic.id }) { return }
    parts.append(TopicPart(topic, client))
  }

  // MARK: What is shown

  /// The state of a topic at the place; an empty load for a topic that the store doesn't load, with an error if it has the
  /// identifier of a topic with another type of value.
  public subscript<Value: Sendable>(topic: AirTopic<Value>) -> AirTopic<Value>.Load {
    if let part = part(of: topic) { return part.load }
    guard parts.contains(where: { $0.id == topic.id }) else { return AirTopic<Value>.Load() }
    return AirTopic<Value>.Load(
      error: AQError(.invalidRequest, "Another topic has the identifier “\(topic.id)”: give this its own."))
  }

  /// The air quality now, in the chosen ``index``: a value, or the reason for a missing one. Nil until there is an answer. It
  /// is computed for the moment at which it is read, so a cached forecast advances with the clock.
  ///
  /// It uses ``AirTopic/air``, or the first topic with a report if the store doesn't load that one.
  public var aqi: AQIOutcome? {
    let part = part(of: AirTopic.air) ?? parts.compactMap { $0 as? TopicPart<AirReport> }.first
    return part.flatMap { aqi(of: $0.topic) }
  }

  /// Returns the air quality from a topic's answers, in the chosen ``index``. Nil until there is an answer.
  public func aqi<Value: Sendable>(of topic: AirTopic<Value>) -> AQIOutcome? {
    answers(to: topic).first?.index(using: index, now: client.now(), options: indexOptions)
  }

  /// Returns the air quality from a topic's answers, hour by hour (or day by day), in the chosen ``index``: a series,
  /// or the reason for a missing one. It comes from one report: that of a forecast if the topic is about coming hours, for
  /// which ``hourlyIndex(of:hours:)`` joins all reports. Nil until there is an answer.
  public func aqiSeries<Value: Sendable>(of topic: AirTopic<Value>) -> Result<
    AQISeries, AQIOutcome.Unavailable
  >? {
    answers(to: topic).first?.indexSeries(using: index, indexOptions)
  }

  /// Returns the present hour of a topic's answers and the next ones, in the chosen ``index``; empty until there is an answer.
  public func hourlyIndex<Value: Sendable>(of topic: AirTopic<Value>, hours: Int) -> [HourlyIndex] {
    answers(to: topic).first?.hourlyIndex(
      using: index, from: client.now(), hours: hours, place: place, options: indexOptions) ?? []
  }

  /// The PM2.5 at the place, estimated from stations around it and a model; for a store that loads ``AirTopic/atPlace``.
  public var estimate: AirTopic<AirEstimate>.Load { self[.atPlace] }

  /// Returns the answers behind a topic's value: every source with its outcome.
  public func answers<Value: Sendable>(to topic: AirTopic<Value>) -> [AirAnswer] {
    part(of: topic)?.answers ?? []
  }

  /// The attribution that must be shown with the values and warnings, without repetition.
  public var credit: AirAttribution.Credit { parts.credit }

  /// Whether any part is being loaded.
  public var isLoading: Bool { parts.contains(where: \.isLoading) }

  /// The earliest time at which asking for a part again is worthwhile, such as in the background; nil before the first results.
  public var dueAt: AirTime? { parts.dueAt(asOf: client.now()) }

  // MARK: Loading

  /// Shows a place: its cached values immediately, then its sources' responses. Returns when every part has loaded or failed;
  /// cancelling the task ends the loading.
  ///
  /// For the place that is shown, it waits for loads that run and starts the others. An outdated cached response is renewed.
  public func show(_ place: AirPlace) async {
    // A task that was cancelled before it ran doesn't change the place.
    if Task.isCancelled { return }
    point(at: place)
    await renew(parts, at: place, .usual)
  }

  /// Asks for all parts again, bypassing the cache, within the limits on requests. Returns when every part has loaded or
  /// failed. Does nothing without a place.
  public func refresh() async {
    guard let place else { return }
    await renew(parts, at: place, .reload)
  }

  /// Asks for a topic again, bypassing the cache, for example after it failed alone.
  public func refresh<Value: Sendable>(_ topic: AirTopic<Value>) async {
    guard let place, let part = part(of: topic) else { return }
    await renew([part], at: place, .reload)
  }

  func point(at place: AirPlace) {
    let isOther = self.place?.coordinate != place.coordinate
    if isOther, let shown { lastGood = shown }
    if self.place != place { self.place = place }
    if isOther { for part in parts { part.turn(to: place.coordinate) } }
  }

  func renew(_ parts: [any StorePart], at place: AirPlace, _ freshness: AirQuery.Freshness) async {
    if Task.isCancelled { return }
    await parts.joined(at: place, freshness).end()
  }

  func part<Value: Sendable>(of topic: AirTopic<Value>) -> TopicPart<Value>? {
    parts.first { $0.id == topic.id } as? TopicPart<Value>
  }

  /// Shows a place, and renews each part whenever one of its sources may have new values, by the declared cadence and
  /// latency, at slightly random times. After a failure it waits longer each time, an hour at most, or as the
  /// source asks, up to a day. It ends when the task is cancelled, or when another place is shown.
  ///
  /// ```swift uncompiled
  /// .task(id: place) { await store.follow(place) }
  /// ```
  public func follow(_ place: AirPlace) async {
    await show(place)
    while self.place?.coordinate == place.coordinate,
      let isDue = await client.pause(using: randomNumbers, until: { dueAt })
    {
      // During the pause, the place may have got another name or time zone.
      guard isDue, let shown = self.place, shown.coordinate == place.coordinate else { continue }
      await renew(parts.due(at: client.now()), at: shown, .revalidated)
    }
  }
}

@available(Systems 2023, *)
extension AirClient {
  /// Waits until a moment, a second at least, and up to a minute longer, so that parts don't ask at the same time. Returns
  /// false when what the moment depends on changes first, and nil when the task is cancelled.
  @MainActor func pause(using random: AQRandomNumbers, until time: @MainActor () -> AirTime?) async -> Bool? {
    let change = Promise<Bool>()
    let due = withObservationTracking {
      time()
    } onChange: {
      change.finish(.success(false))
    }
    let wait = max(due?.duration(since: now()) ?? .zero, .seconds(1))
    let length = wait + random.spread(wait)
    let end = Promise<Bool>()
    let waiting = PreferredExecutor.task {
      await end.finish(from: {
        try await firstOutcome(
          {
            try await pause(length)
            return true
          }, { try await change.value() })
      })
    }
    defer { waiting.cancel() }
    return try? await end.value()
  }
}

extension AirAnswer {
  /// Returns the index over time at the query's first place, from the best report that gives one; if the query is about
  /// coming hours, one that has some.
  fileprivate func indexSeries(
    using reference: IndexEdition.Reference, _ options: IndexOptions
  ) -> Result<AQISeries, AQIOutcome.Unavailable> {
    let time = query.window.interval(at: askedAt)
    let editions = editions(of: reference, from: time.start, through: time.end)
    guard let index = editions.last else {
      return .failure(catalog.absence(of: reference.description, inHourEnding: time.end))
    }
    var (lack, past, empty): (AQIOutcome.Unavailable?, AQISeries?, AQISeries?) = (nil, nil, nil)
    for report in reports(with: editions.inputs, forPlace: 0) {
      do throws(AQIOutcome.Unavailable) {
        let series = try report.indexSeries(using: reference, options: options, catalog: catalog)
        let end = (0..<series.count).last { series[$0] != nil }.flatMap { series.timeline[$0]?.end }
        if let end, time.end < askedAt.adding(seconds: 3600) || end > askedAt { return .success(series) }
        if end == nil { empty = empty ?? series } else { past = past ?? series }
      } catch {
        lack = lack ?? error
      }
    }
    if let series = past ?? empty { return .success(series) }
    return .failure(absence(of: editions.inputs, forPlace: 0, lack, edition: index.edition.identifier))
  }
}
