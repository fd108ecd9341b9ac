public import Observation

/// Live air for a screen: the sites in order, their charts, and the state of each feed, maintained by one loop.
///
/// ```swift uncompiled
/// let live: LiveAirStore  // made before: try LiveAirStore(.live.installing(.cityFeed(at: "wss://air.example.org/feed")))
///
/// List(live.sites) { Text("\($0.name) \($0.value?.display ?? "–") \($0.band?.name ?? "")") }
///   .task { await live.run() }
///   .onChange(of: phase) { live.isActive = phase == .active }
/// ```
///
/// Readings are received, merged, sorted and given their bands off the main actor. The main actor takes the results at most
/// once per ``pace``, and with each step of sampling.
///
/// **Sampling.** A chart has one point for each ``interval``. ``chartOptions`` chooses the points for times without
/// arrivals: the last value, marked as carried forward (the default), or none. Values aren't carried across a gap of the
/// feed.
///
/// **Bounds.** The history limits the numbers of sites, series and samples, and forgets values that are older than a
/// day or the given age; ``counts`` says how many readings were refused, dropped and forgotten. Ten notes are kept per feed.
@available(Systems 2023, *)
@MainActor @Observable public final class LiveAirStore {
  /// The sites with their newest values, in ``order``.
  public private(set) var sites: [Site] = []
  /// The state of each source, in the order of their first updates.
  public private(set) var feeds: [Feed] = []
  /// The numbers of readings that were received, late, repeated, refused and dropped.
  public private(set) var counts = AirHistory.Counts()

  /// The order of the sites. By name at first.
  public var order = Order.name { didSet { log.noteChoice() } }

  /// The index whose bands the values get: concentrations as they are, without averaging, and published indices that name no
  /// scale. With nil, only published indices on a named scale have a band.
  public var index: IndexEdition.Reference? {
    didSet { chartOptions.banding = Self.banding(index, catalog) }
  }

  /// The window, the fill and the banding of charts; the list uses the same bands. ``index`` sets the banding.
  public var chartOptions: AirChart.Options {
    didSet {
      charts = [:]
      log.noteChoice()
    }
  }

  /// The shortest time between two renewals of the list. A second at first.
  public var pace: Duration = .seconds(1)

  @ObservationIgnored private var charts: [AirChart.ID: AirChart] = [:]
  @ObservationIgnored private var sample: AirTime?
  private let log: LiveAirLog
  private let open: @Sendable () -> AirUpdates
  private let screen: FeedOptions.Control.Screen?
  private let catalog: AirQualityIndexCatalog
  private let turn = ConcurrencyGate(1)

  /// Creates a store over a client. It is idle until ``run()`` is called.
  ///
  /// - Parameters:
  ///   - client: The client that provides the updates.
  ///   - query: The query; by default everything that the feeds have.
  ///   - interval: The interval of sampling, in whole seconds; 5, 30 and 60 s are usual.
  ///   - index: The index whose bands the values get; nil for the scales that the feeds name.
  ///   - limits: The bounds of the history.
  ///   - maximumAge: The age at which values are forgotten. A day by default.
  ///   - control: Pauses the client's feeds while this store and all others with the same control are inactive, so that
  ///     their connections close at once. Without one they close after a while without listeners, 30 s by default.
  ///   - catalog: The catalogue in which indices are looked up by name.
  public init(
    _ client: AirClient, for query: AirQuery = AirQuery(places: []), interval: Duration = .seconds(30),
    index: IndexEdition.Reference? = nil,
    limits: AirHistory.Limits = AirHistory.Limits(maximumSites: 2000, maximumSamples: 360),
    maximumAge: Duration = .seconds(86_400), control: FeedOptions.Control? = nil,
    catalog: AirQualityIndexCatalog = .standard
  ) {
    let history = AirHistory(interval: interval, limits: limits, clock: ClientClock(client: client))
    log = LiveAirLog(history, maximumAge: maximumAge)
    open = { client.updates(query) }
    screen = control.map { FeedOptions.Control.Screen($0) }
    self.catalog = catalog
    self.index = index
    chartOptions = AirChart.Options(banding: Self.banding(index, catalog))
  }

  /// Creates a store over the sources of a container, whose feeds are paused while all its stores are inactive.
  ///
  /// - Parameters: As for ``init(_:for:interval:index:limits:maximumAge:control:catalog:)``.
  /// - Throws: ``AQError/Code/notConfigured`` when one of the container's services can't be made.
  public convenience init(
    _ container: AQContainer, for query: AirQuery = AirQuery(places: []), interval: Duration = .seconds(30),
    index: IndexEdition.Reference? = nil
  ) throws(AQError) {
    self.init(
      try .live(container), for: query, interval: interval, index: index,
      control: try container[.feedControl], catalog: try container[.indexCatalog])
  }

  private static func banding(_ index: IndexEdition.Reference?, _ catalog: AirQualityIndexCatalog)
    -> AirChart.Banding
  {
    index.map { .chosen($0, in: catalog) } ?? .published(in: catalog)
  }

  // MARK: After the next start

  /// The past of the sites to save, for ``restore(_:)`` after the next start; see ``AirHistory/Snapshot``.
  public var snapshot: AirHistory.Snapshot { log.history.snapshot }

  /// Adds a saved past to the charts, without values older than the store's maximum age. The sites appear with the next step
  /// of ``run()``.
  public func restore(_ snapshot: AirHistory.Snapshot) {
    log.restore(snapshot)
    charts = [:]
  }

  // MARK: The loop

  /// Follows the feeds and keeps the store up to date until the task is cancelled. Of several concurrent calls, one does the
  /// work; another takes over when it ends.
  public func run() async {
    guard (try? await turn.acquire()) != nil else { return }
    defer { turn.release() }
    await withTaskGroup { group in
      group.addTask { [log, open] in await log.follow(open) }
      while !Task.isCancelled {
        let mark = await show()
        await log.untilNews(after: mark, pace: pace)
      }
    }
    // The feeds are shown as interrupted.
    _ = await show()
  }

  private func show() async -> LiveAirLog.Mark {
    let mark = log.mark.value
    let state = await log.state(chartOptions.banding, in: order, shown: sites, lastSample: sample)
    if let changed = state.sites { sites = changed }
    if feeds != state.feeds { feeds = state.feeds }
    if counts != state.counts { counts = state.counts }
    if state.sampledAt != sample || mark.choices != shownChoices {
      shownChoices = mark.choices
      charts = [:]
      withMutation(keyPath: \.sampledAt) { sample = state.sampledAt }
    }
    return mark
  }

  @ObservationIgnored private var shownChoices: UInt64 = 0

  /// Whether the feeds are followed while the store runs. `false`, as for the background, begins a gap; with a
  /// control it closes the feeds at once unless another of its stores is active. `true` opens them again.
  public var isActive: Bool {
    get {
      access(keyPath: \.isActive)
      return log.isActive.value
    }
    set {
      guard newValue != log.isActive.value else { return }
      withMutation(keyPath: \.isActive) { log.isActive.change { $0 = newValue } }
      screen?.setActive(newValue)
      log.noteChoice()
    }
  }

  // MARK: Charts

  /// The interval of sampling in whole seconds, from 1 s to 1 day. It may change at any time: existing samples stay, and
  /// charts show them at the new steps.
  public var interval: Duration {
    get {
      access(keyPath: \.interval)
      return log.history.interval
    }
    set {
      withMutation(keyPath: \.interval) { log.history.interval = newValue }
      charts = [:]
      log.noteChoice()
    }
  }

  /// The start of the newest sample; nil before the store has run. It changes with each step of sampling.
  public var sampledAt: AirTime? {
    access(keyPath: \.sampledAt)
    return sample
  }

  /// Returns the chart of a series; nil if it is unknown. It only changes with the next sampling step, which notifies
  /// views that observe the store.
  public func chart(of id: AirChart.ID) -> AirChart? {
    _ = (sampledAt, interval)
    let options = chartOptions
    if let known = charts[id] { return known }
    let chart = log.history.chart(of: id, options)
    charts[id] = chart
    return chart
  }

  /// Returns the chart of the value that represents a site.
  public func chart(of site: Site) -> AirChart? { site.value.flatMap { chart(of: $0.id) } }
}

@available(Systems 2023, *)
extension LiveAirStore {
  /// The state of a source in a live list: its connection, its last failure, and its losses.
  public struct Feed: Identifiable, Hashable, Sendable {
    /// The source; nil for a stream whose updates name none.
    public let id: SourceID?
    /// The state of the connection; nil until it is known, and after the stream has ended.
    public internal(set) var state: AirUpdate.FeedState?
    /// The beginning of the state.
    public internal(set) var since: AirTime
    /// The time of the latest readings; nil if none came.
    public internal(set) var heardAt: AirTime?
    /// The last failure; nil once readings arrive again.
    public internal(set) var failure: AirNote?
    /// The last time without a connection that the stream reported.
    public internal(set) var gap: AirInterval?
    /// The number of readings that were dropped, or replaced before they were taken.
    public internal(set) var dropped = 0
    /// The number of readings that were refused as unreadable.
    public internal(set) var refused = 0
    /// The last notes, one of each kind, with the count for its kind; the newest last, ``mostNotes`` at most.
    public internal(set) var notes: [AirNote] = []

    /// The maximum number of notes.
    public static var mostNotes: Int { 10 }

    /// Whether the feed isn't followed: paused by the store, ended or failed.
    var isInterrupted = false

    init(_ id: SourceID?, at now: AirTime) {
      self.id = id
      since = now
    }

    mutating func take(_ update: AirUpdate, at now: AirTime) {
      if let state = update.state { enter(state, at: now) }
      if let gap = update.gap { self.gap = gap }
      for note in update.notes { take(note) }
      guard !update.reports.isEmpty else { return }
      heardAt = now
      failure = nil
    }

    mutating func enter(_ state: AirUpdate.FeedState?, at now: AirTime) {
      guard state != self.state else { return }
      self.state = state
      since = now
    }

    mutating func take(_ note: AirNote) {
      if note.code == .dropped { dropped = dropped.addingSaturating(note.count) }
      if note.code == .refused { refused = refused.addingSaturating(note.count) }
      if note.code == .failed { failure = note }
      var note = note.bounded
      if let known = notes.firstIndex(where: { $0.kind == note.kind }) {
        note.absorb(notes.remove(at: known))
      }
      notes = (notes + [note]).suffix(Self.mostNotes)
    }
  }
}
