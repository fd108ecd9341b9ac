public import Observation

@available(Systems 2023, *)
extension AirQualityStore {
  /// The air at a list of places, such as a person's favourites: a store for each place, all loaded together.
  ///
  /// ```swift
  /// let favorites = AirQualityStore.Favorites(client, places: [brno, oslo], loading: .air, .pollen)
  /// await favorites.show()  // one request for both, if the provider allows it
  /// for store in favorites.stores { print(store.place?.name ?? "", store.aqi?.value?.display ?? "–") }
  /// favorites.places.removeLast()
  /// ```
  ///
  /// Every place has its own answers, errors and ages: one that fails doesn't affect the others, and keeps what it
  /// showed. A container's sources send the queries for all places in as few requests as their providers allow
  /// (``RequestLimits/placesPerRequest``). Places share nothing else, so a screen of one place may use its ``AirQualityStore``.
  @MainActor @Observable public final class Favorites {
    /// The stores of the places, in the order of the list; each keeps its place.
    public private(set) var stores: [AirQualityStore] = []
    /// The index in which the air is given at all places.
    public var index: IndexEdition.Reference {
      didSet { for store in stores { store.index = index } }
    }
    /// The client that answers the queries.
    @ObservationIgnored public let client: AirClient
    @ObservationIgnored private let randomNumbers: AQRandomNumbers
    @ObservationIgnored private let makeStore:
      @MainActor (AirPlace, IndexEdition.Reference) -> AirQualityStore
    /// The time for which the first place's query waits for those of the others.
    private static let gatheringTime = Duration.milliseconds(50)

    /// Creates a list, which doesn't load anything yet.
    ///
    /// Each place has an ``AirQualityStore`` with these topics and options; of two places with the same coordinate the first
    /// counts.
    public init<each Value: Sendable>(
      _ client: AirClient, index: IndexEdition.Reference = .usEPA, places: [AirPlace] = [],
      loading topics: repeat AirTopic<each Value>, indexOptions: IndexOptions = .shown,
      randomNumbers: AQRandomNumbers = .system
    ) {
      self.client = client
      self.index = index
      self.randomNumbers = randomNumbers
      makeStore = { place, index in
        AirQualityStore(
          client, index: index, place: place, loading: repeat each topics, indexOptions: indexOptions,
          randomNumbers: randomNumbers)
      }
      self.places = places
    }

    // MARK: The list

    /// The places, in order. A changed list keeps what is shown at the places that stay; a new place is empty until the next
    /// ``show()`` or ``follow()``. Of two places with the same coordinate the first counts.
    public var places: [AirPlace] {
      get { stores.compactMap(\.place) }
      set {
        let known = storesByCoordinate
        stores = newValue.unique(by: \.coordinate).map { place in
          let store = known[place.coordinate] ?? makeStore(place, index)
          store.point(at: place)
          return store
        }
      }
    }

    private var storesByCoordinate: [Coordinate: AirQualityStore] {
      let listed = stores.compactMap { store in store.place.map { ($0.coordinate, store) } }
      return Dictionary(listed) { first, _ in first }
    }

    /// The store of a place, by its coordinate; nil if the place isn't in the list.
    public subscript(place: AirPlace) -> AirQualityStore? {
      stores.first { $0.place?.coordinate == place.coordinate }
    }

    /// The attribution that must be shown with the values and warnings, without repetition.
    public var credit: AirAttribution.Credit { stores.flatMap(\.parts).credit }

    /// Whether any place is being loaded.
    public var isLoading: Bool { stores.contains(where: \.isLoading) }

    /// The earliest time at which asking about a place again is worthwhile; nil before the first results.
    public var dueAt: AirTime? { stores.compactMap(\.dueAt).min() }

    // MARK: Loading

    /// Loads all places, as ``AirQualityStore/show(_:)`` does one: returns when every part has loaded or failed.
    public func show() async { await renew(.usual) }

    /// Asks for all places again, bypassing the cache, within the limits on requests.
    public func refresh() async { await renew(.reload) }

    /// Loads all places, and renews each part whenever one of its sources may have new values, as
    /// ``AirQualityStore/follow(_:)`` does at one. Ends when the task is cancelled, or when the list is empty. Start
    /// again whenever the list changes:
    ///
    /// ```swift uncompiled
    /// .task(id: favorites.places) { await favorites.follow() }
    /// ```
    public func follow() async {
      await show()
      while !stores.isEmpty, let isDue = await client.pause(using: randomNumbers, until: { dueAt }) {
        if isDue { await renew(.revalidated, dueAt: client.now()) }
      }
    }

    /// Renews the parts that are due at a moment; all of them without one.
    private func renew(_ freshness: AirQuery.Freshness, dueAt now: AirTime? = nil) async {
      if Task.isCancelled { return }
      // The tasks that load the parts inherit the deadline.
      let runs = GatheringTime.current.withValue(Self.gatheringTime) {
        stores.flatMap { store -> [PartRun] in
          let parts = now.map { store.parts.due(at: $0) } ?? store.parts
          return store.place.map { parts.joined(at: $0, freshness) } ?? []
        }
      }
      await runs.end()
    }

    // MARK: After the next start

    /// The list and its contents to save, in order: a snapshot of each place, even of one without data.
    public var snapshots: [Snapshot] { stores.compactMap(\.snapshot) }

    /// Shows a saved list in place of the current one: its places, its index, and its data that are not older than a day,
    /// marked as cached. Newer data of the same places stay.
    public func restore(_ snapshots: [Snapshot]) {
      places = snapshots.map(\.place)
      let restored = storesByCoordinate
      for snapshot in snapshots { restored[snapshot.place.coordinate]?.restore(snapshot) }
      if let kept = stores.first?.index { index = kept }
    }
  }
}
