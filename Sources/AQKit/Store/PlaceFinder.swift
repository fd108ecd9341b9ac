public import Observation

/// A search for places as the user types: waits for a pause in typing, gives up superseded searches, and keeps the results.
///
/// ```swift uncompiled
/// @Bindable var finder: PlaceFinder  // made before: try PlaceFinder(.live.installing(.openMeteo))
///
/// List(finder.places, id: \.self) { Text($0.fullName) }
///   .searchable(text: $finder.text)
///   .overlay { if finder.foundNothing { ContentUnavailableView.search } }
/// ```
@available(Systems 2023, *)
@MainActor @Observable public final class PlaceFinder {
  /// The text that the user has typed. A text of at least ``minimumLength`` characters is searched for after the
  /// ``debounce`` and replaces any search that still runs; a shorter one clears the places.
  public var text = "" {
    didSet { if text.trimmed != oldValue.trimmed { begin(after: debounce) } }
  }

  /// The places, best first; empty before a search, after one that failed, and for a text that is too short.
  public private(set) var places: [AirPlace] = []
  /// The name that ``places`` were found for; nil before a search, after one that failed, and for a text that is too short.
  public private(set) var searchedName: String?
  /// The error of the last finished search; nil if it succeeded, and for a text that is too short.
  public private(set) var error: AQError?
  /// Whether a search is pending or running, including the debounce.
  public private(set) var isSearching = false

  /// Whether the search for ``text`` is over without a result. False before a search, during one, and after a failure.
  public var foundNothing: Bool { searchedName != nil && places.isEmpty && !isSearching && error == nil }

  /// The BCP 47 language of names. A change takes effect at the next search, as do the changes below.
  public var language: String
  /// Only places in this country, by ISO 3166-1 alpha-2 code; nil for all.
  public var countryCode: String?
  /// The maximum number of places.
  public var limit: Int
  /// The minimum number of characters to search for, without spaces at the ends.
  public var minimumLength: Int
  /// The time for which a text must stay unchanged before it is searched for.
  public var debounce: Duration
  /// The attribution to show with the places; empty for a finder of a client, unless it was given.
  public let attribution: [AirAttribution]

  private let client: AirClient
  @ObservationIgnored private var searching: Task<Void, Never>?
  @ObservationIgnored private var number: UInt64 = 0

  /// Creates a finder that asks a client. The client doesn't know the attribution of its search:
  /// `try container[.placeSearch].attribution` has it.
  public init(
    _ client: AirClient, language: String = "en", limit: Int = 10, minimumLength: Int = 2,
    debounce: Duration = .milliseconds(300), attribution: [AirAttribution] = []
  ) {
    self.client = client
    self.language = language
    self.limit = limit
    self.minimumLength = max(1, minimumLength)
    self.debounce = debounce
    self.attribution = attribution
  }

  /// Creates a finder that asks a container's search for places, with its attribution.
  ///
  /// - Throws: ``AQError/Code/notConfigured`` when the container has no search for places.
  public convenience init(_ container: AQContainer, language: String = "en", limit: Int = 10)
    throws(AQError)
  {
    self.init(
      try .live(container), language: language, limit: limit,
      attribution: try container[.placeSearch].attribution)
  }

  deinit { searching?.cancel() }

  /// Searches for the text at once: after the return key was pressed, or again after a failure.
  public func search() { begin(after: .zero) }

  private func begin(after pause: Duration) {
    searching?.cancel()
    number &+= 1
    let name = text.trimmed
    guard name.count >= minimumLength else { return show([], nil, nil) }
    isSearching = true
    let search = AirPlace.Search(name, language: language, countryCode: countryCode, limit: limit)
    searching = PreferredExecutor.task {
      @concurrent [weak self, client, number] in
      let result = await Self.result(of: search, client, after: pause)
      await self?.finish(number, search, result)
    }
  }

  private nonisolated static func result(
    of search: AirPlace.Search, _ client: AirClient, after pause: Duration
  ) async -> Result<[AirPlace], any Error> {
    do {
      if pause > .zero { try await client.pause(pause) }
      return .success(
        try await AirDeadline.limit(.seconds(60), clock: ClientClock(client: client)) {
          try await client.places(search)
        })
    } catch {
      return .failure(error)
    }
  }

  private func finish(_ number: UInt64, _ search: AirPlace.Search, _ result: Result<[AirPlace], any Error>) {
    guard number == self.number else { return }
    switch result {
    case .success(let found): show(Array(found.prefix(max(0, search.limit))), search.name, nil)
    case .failure(let failure): show([], nil, AQError.wrapping(failure))
    }
  }

  private func show(_ found: [AirPlace], _ name: String?, _ failure: AQError?) {
    (places, searchedName, error, isSearching) = (found, name, failure, false)
  }
}

extension AirPlace {
  /// The name with the largest area and the country that contain it: `Brno, South Moravian, Czechia`. A country whose name
  /// is unknown is named by its code; repetitions of the name are left out.
  public var fullName: String {
    [name, adminAreas.first, country ?? countryCode].compactMap(\.self).filter { !$0.isEmpty }.unique
      .joined(separator: ", ")
  }
}
