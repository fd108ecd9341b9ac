/// A source's response to a query: reports, one per site, and notes on what is missing.
///
/// Two responses are equal if their contents are, even if one of them was cached.
public struct AirResponse: Sendable, Codable {
  /// The reports, in the order of the query's places if it has any.
  public var reports: [AirReport]
  /// The notes on what is absent and why, what was refused, and what failed.
  public var notes: [AirNote]
  /// The warnings and statements of authorities; ``AirAnswer/notices`` has those of all sources.
  public var notices: [AirNotice]
  /// Marks a cached response; nil for one that was just fetched. Not part of its JSON.
  public var cached: Cached?

  /// Marks a response that comes from a cache.
  public struct Cached: Hashable, Sendable {
    /// The time at which the response was received.
    public let since: AirTime
    /// The reason why the source gave no newer one, if the response replaces an error.
    public let failure: AQError.Code?
    /// Whether the source isn't to blame now: it wasn't asked after the error of an earlier query, or the query was
    /// still waiting in AQKit's own queues.
    var isOfEarlierFailure = false

    /// Creates the mark of a response that has been cached since a moment.
    public init(since: AirTime, failure: AQError.Code? = nil) {
      self.since = since
      self.failure = failure
    }
  }

  /// Creates a response; empty by default, which means that the source has no data.
  public init(reports: [AirReport] = [], notes: [AirNote] = [], notices: [AirNotice] = []) {
    self.reports = reports
    self.notes = notes
    self.notices = notices
  }

  /// Reads a response; `notes` and `notices` may be missing.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    try self.init(
      reports: container.value("reports"), notes: container.optional("notes") ?? [],
      notices: container.optional("notices") ?? [])
  }

  /// Writes what the response says.
  public func encode(to encoder: any Encoder) throws {
    try encoder.write(["reports": reports, "notes": notes, "notices": notices.isEmpty ? nil : notices])
  }

  /// Whether a part of the query failed or was not requested; caches don't keep such a response.
  public var isPartial: Bool { notes.contains(where: \.isFailure) }

  /// Whether the source gave any data, and not only notes.
  var hasData: Bool { !reports.isEmpty || !notices.isEmpty }
  var saysNothing: Bool { !hasData && notes.isEmpty }

  /// Returns the first error of a response that has nothing but failures; nil for any other response.
  func failure(of source: SourceID) -> AQError? {
    hasData ? nil : notes.first { $0.code == .failed }?.error(of: source)
  }

  /// Returns the reports for one of the query's places, by index.
  public func reports(forPlace index: Int) -> [AirReport] { reports.filter { $0.places.contains(index) } }
}

extension AirResponse: Hashable {
  /// Compares the content.
  public static func == (lhs: AirResponse, rhs: AirResponse) -> Bool {
    lhs.reports == rhs.reports && lhs.notes == rhs.notes && lhs.notices == rhs.notices
  }

  /// Hashes the content.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(reports)
    hasher.combine(notes)
    hasher.combine(notices)
  }
}

extension AirResponse {
  /// Returns the part of the response that a query requests: its kinds, parameters and window. A requested series
  /// without a value in the window gets a note. If the query requests sites only, they have no series.
  package func narrowed(to query: AirQuery, askedAt: AirTime, receivedAt: AirTime) -> AirResponse {
    let now = max(askedAt, receivedAt)
    var narrowed = AirResponse(
      notes: notes, notices: query.detail == .sites ? [] : notices.filter { !$0.hasEnded(by: now) })
    for var report in reports {
      guard query.asks(for: report.kind) else { continue }
      let hadSeries = !report.series.isEmpty
      report.series.removeAll { !query.asks(for: $0.parameter) }
      if hadSeries, report.series.isEmpty { continue }
      if query.detail == .sites {
        let measured = report.site.details.measures.map(\.parameter)
        if !measured.isEmpty, !measured.contains(where: { query.asks(for: $0) }) { continue }
        report.series = []
        narrowed.reports.append(report)
        continue
      }
      let series = report.series.map {
        $0.narrowed(to: query.window, askedAt: askedAt, receivedAt: receivedAt)
      }
      var told = Set(series.lazy.filter { !$0.hasNoValue }.map(\.parameter))
      let absent = report.series.map(\.parameter).filter { told.insert($0).inserted }
      if !absent.isEmpty { narrowed.notes.append(.notMeasured(absent, places: report.places)) }
      if !report.series.isEmpty {
        report.series = series.filter { !$0.hasNoValue }
        if report.series.isEmpty { continue }
      }
      narrowed.reports.append(report)
    }
    return narrowed
  }

  /// Returns the response with a note for each place without a report or note, and for each missing parameter of a
  /// place with a report.
  package func accountingForPlaces(of query: AirQuery) -> AirResponse {
    var result = self
    var silent: [Int] = []
    var missing = PlacesByParameters()
    let general = Set(notes.filter(\.places.isEmpty).flatMap(\.parameters))
    // The parameters in the reports and notes about each place.
    var known = [Set<AirParameter>](repeating: [], count: query.places.count)
    let reported = Set(reports.flatMap(\.places))
    let noted = Set(notices.flatMap(\.places) + notes.flatMap(\.places))
    func say(_ parameters: [AirParameter], of places: [Int]) {
      for place in places where known.indices.contains(place) { known[place].formUnion(parameters) }
    }
    for report in reports { say(report.series.map(\.parameter), of: report.places) }
    for note in notes { say(note.parameters, of: note.places) }
    // After a failure the rest of the place's data is unknown.
    let failed = Set(notes.filter(\.isFailure).flatMap(\.places))
    for place in query.places.indices {
      if reported.contains(place) {
        let absent = query.parameters.filter { !known[place].contains($0) && !general.contains($0) }
        if query.detail == .values, !failed.contains(place), !absent.isEmpty {
          missing.add(place, without: absent)
        }
      } else if !noted.contains(place) {
        silent.append(place)
      }
    }
    if !silent.isEmpty {
      let message =
        reports.isEmpty || !reported.isEmpty
        ? "The source has nothing for this place."
        : "The source has only values of sites whose position isn't known, which are for no place."
      result.notes.append(AirNote(.nothingNear, message, places: silent, count: silent.count))
    }
    for (parameters, places) in missing.groups {
      result.notes.append(.notMeasured(parameters, places: places))
    }
    if result.saysNothing {
      result.notes.append(AirNote(.nothingNear, "The source has none of the requested values."))
    }
    return result
  }
}

extension AirSeries {
  /// Returns the part of the series in a window. Current values are the newest ones up to now, however old, and the
  /// 25 hours before them.
  fileprivate func narrowed(to window: AirQuery.Window, askedAt: AirTime, receivedAt: AirTime) -> AirSeries {
    var interval = window.interval(askedAt: askedAt, receivedAt: receivedAt)
    if window == .current, let newest = newestEnd(notAfter: max(askedAt, receivedAt)), newest < interval.end {
      interval = AirInterval(
        uncheckedStart: newest.adding(seconds: -AirQuery.Window.lookback), end: interval.end)
    }
    return clamped(to: interval)
  }
}
