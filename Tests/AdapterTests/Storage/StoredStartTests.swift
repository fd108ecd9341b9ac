import AQKit
import AQKitStorage
import AQKitTesting
import Foundation
import Testing

@Suite("A start with stored responses", .timeLimit(.minutes(10)))
struct StoredStartTests {
  private let folder = StoredFolder()
  private let clock = ManualClock(Sample.noon)
  private let offline = AQError(.unreachable, "No route.")

  /// A container as a process makes it at its start.
  private func container(_ source: ScriptedSource) throws -> AQContainer {
    var container = AQContainer().setting(.clock, to: clock)
      .setting(.responseStore, to: AirStorage(folder: folder.url, clock: clock))
    try container.register(source.descriptor) { _, _ in source }
    return container
  }

  private func hub(_ outcomes: [ScriptedSource.Outcome]) throws -> AirHub {
    try AirHub(container(ScriptedSource(Sample.descriptor(), outcomes: outcomes, clock: clock)))
  }

  /// Another process, in which the source has responded with a value.
  private func earlier(_ value: Double = 12.5) async throws {
    let response = try Sample.response(value, at: clock.time)
    _ = try await hub([.response(response)]).answer(for: Sample.query)
  }

  @Test("without a network the stored response is given with its age, and says which error it replaces")
  func withoutNetwork() async throws {
    try await earlier()
    await clock.advance(by: .seconds(3 * 3600))
    let answer = try await hub([.failure(offline)]).answer(for: Sample.query)
    let response = try #require(answer.outcomes.first?.response)
    #expect(response.value == 12.5)
    #expect(response.cached == AirResponse.Cached(since: Sample.noon, failure: .unreachable))
    #expect(answer.caching(of: try #require(answer.best))?.since == Sample.noon)
  }

  @Test("while no newer values are likely the source isn't asked at all")
  func fresh() async throws {
    try await earlier()
    let source = ScriptedSource(Sample.descriptor(), outcomes: [.failure(offline)])
    let answer = try await AirHub(container(source)).answer(for: Sample.query)
    #expect(answer.outcomes.first?.response?.value == 12.5)
    #expect(answer.outcomes.first?.response?.cached == AirResponse.Cached(since: Sample.noon))
    #expect(source.queries.isEmpty)
  }

  @Test("a cached response needs neither the folder nor the source")
  func keptWithoutFolder() async throws {
    let source = ScriptedSource(
      Sample.descriptor(), outcomes: [.response(try Sample.response(12.5, at: clock.time))], clock: clock)
    let hub = try AirHub(container(source))
    _ = try await hub.answer(for: Sample.query)
    try FileManager.default.removeItem(at: folder.url)
    for _ in 0..<10 {
      #expect(try await hub.answer(for: Sample.query).outcomes.first?.response?.value == 12.5)
    }
    #expect(source.queries.count == 1 && !FileManager.default.fileExists(atPath: folder.url.path))
  }

  @Test("a cached response doesn't read the store, however much it holds")
  func keptAmongMany() async throws {
    let storage = WatchedStorage(AirStorage(folder: folder.url, clock: clock))
    let source = ScriptedSource(
      Sample.descriptor(), outcomes: [.response(try Sample.response(12.5, at: clock.time))], clock: clock)
    var container = AQContainer().setting(.clock, to: clock).setting(.responseStore, to: storage)
    try container.register(source.descriptor) { _, _ in source }
    let hub = try AirHub(container)
    _ = try await hub.answer(for: Sample.query)
    for number in 0..<100 {
      storage.store(try Sample.stored(), to: AirQuery(places: [.site("\(number)")]), from: "sample")
    }
    let asked = storage.asked
    #expect(asked > 100)
    for _ in 0..<500 {
      #expect(try await hub.answer(for: Sample.query).outcomes.first?.response?.value == 12.5)
    }
    #expect(storage.asked == asked && source.queries.count == 1)
  }

  @Test(
    "a growing answer begins with the stored response, before the source is made, and ends with the new one")
  func shownFirst() async throws {
    try await earlier(1)
    try await clock.run {
      await clock.advance(by: .seconds(3 * 3600))
      let new = try Sample.response(2, at: clock.time)
      let hub = try hub([.after(.seconds(5), .response(new))])
      let seen = Log<Double?>()
      async let end: Void = {
        for try await answer in hub.answers(for: Sample.query) {
          seen.add(answer.outcomes.first?.response?.value)
        }
      }()
      while seen.all.isEmpty { await Task.yield() }
      #expect(seen.all == [1])
      await clock.advance(by: .seconds(5))
      try await end
      #expect(seen.all.last == 2)
    }
  }

  @Test(
    "a name's place is known without a network, and is searched for again only if the query asks for a new answer"
  )
  func byName() async throws {
    var descriptor = Sample.descriptor()
    descriptor.offers[0].placeKinds = [.coordinate]
    let search = BrnoSearch()
    func hub(_ outcome: ScriptedSource.Outcome) throws -> AirHub {
      let source = ScriptedSource(descriptor, outcomes: [outcome], clock: clock)
      return try AirHub(container(source).setting(.placeSearch, to: search))
    }
    var query = AirQuery(places: [.city("Brno")])
    _ = try await hub(.response(Sample.response())).answer(for: query)
    #expect(search.asked == 1)
    await clock.advance(by: .seconds(3 * 3600))
    search.isOffline.withLock { $0 = true }
    for (freshness, asked) in [(AirQuery.Freshness.usual, 1), (.reload, 2)] {
      query.freshness = freshness
      let response = try await hub(.failure(offline)).answer(for: query).outcomes.first?.response
      #expect(response?.value == 12.5 && response?.cached?.failure == .unreachable)
      #expect(search.asked == asked)
    }
  }

  @Test("a source that is silent until the limit is replaced by the stored response")
  func silentSource() async throws {
    try await earlier()
    try await clock.run {
      await clock.advance(by: .seconds(3 * 3600))
      let hub = try hub([.hang])
      async let late = hub.answer(for: Sample.query)
      await clock.advance(by: .seconds(30))
      #expect(try await late.outcomes.first?.response?.cached?.failure == .timedOut)
    }
  }

  @Test("a forced reload without a network falls back on the stored response, too")
  func reload() async throws {
    try await earlier()
    var query = Sample.query
    query.freshness = .reload
    let answer = try await hub([.failure(offline)]).answer(for: query)
    #expect(answer.outcomes.first?.response?.cached?.failure == .unreachable)
  }

  @Test("what another process has stored since replaces what is in memory")
  func fromAnotherProcess() async throws {
    let mine = try hub([.response(try Sample.response(1)), .failure(offline)])
    _ = try await mine.answer(for: Sample.query)
    await clock.advance(by: .seconds(2 * 3600))
    try await earlier(2)
    #expect(try await mine.answer(for: Sample.query).outcomes.first?.response?.value == 2)
  }

  @Test("a response older than the cache's policy allows isn't shown; a policy may allow a week")
  func policy() async throws {
    try await earlier()
    await clock.advance(by: .seconds(2 * 86_400))
    let source = ScriptedSource(Sample.descriptor(), outcomes: [.failure(offline)])
    let usual = try container(source)
    #expect(try await AirHub(usual).answer(for: Sample.query).outcomes.first?.response == nil)
    let week = Duration.seconds(7 * 86_400)
    let patient = usual.setting(
      .resilience,
      to: .layers(AirPolicy.Cache(staleWhileRevalidate: .zero, staleIfError: week, maximumAge: week))
    )
    let response = try await AirHub(patient).answer(for: Sample.query).outcomes.first?.response
    #expect(response?.cached?.since == Sample.noon)
  }

  @Test("a source that forbids caching leaves no file, nor does a partial response")
  func notStored() async throws {
    let source = ScriptedSource(Sample.descriptor(caching: .forbidden), always: try Sample.response())
    _ = try await AirHub(container(source)).answer(for: Sample.query)
    var partial = try Sample.response()
    partial.notes.append(AirNote(.failed, "One place failed.", failure: .unavailable))
    _ = try await hub([.response(partial)]).answer(for: Sample.query)
    #expect(folder.files.isEmpty)
  }

  @Test("a source that has forbidden caching since the last version shows no stored response")
  func forbiddenSince() async throws {
    try await earlier()
    let source = ScriptedSource(Sample.descriptor(caching: .forbidden), outcomes: [.failure(offline)])
    let answer = try await AirHub(container(source)).answer(for: Sample.query)
    #expect(answer.outcomes.first?.response == nil)
  }

  @Test("emptying a cache removes the source's files")
  func emptied() async throws {
    let source = ScriptedSource(Sample.descriptor(), always: try Sample.response())
    let storage = AirStorage(folder: folder.url, clock: clock)
    let cached = source.caching(AirPolicy.Cache(), in: storage, clock: clock)
    _ = try await cached.fetch(Sample.query)
    storage.store(try Sample.stored(), to: Sample.query, from: "other")
    #expect(storage.size.responses == 2)
    cached.removeCachedResponses()
    #expect(storage.size.responses == 1)
    _ = try await cached.fetch(Sample.query)
    #expect(source.queries.count == 2)
  }

  @Test("a response that is stored while a cache is emptied doesn't stay")
  func emptiedMeanwhile() async throws {
    let source = ScriptedSource(Sample.descriptor(), always: try Sample.response())
    let storage = AirStorage(folder: folder.url, clock: clock)
    let emptying = EmptyingStore(storage: storage)
    let cached = source.caching(AirPolicy.Cache(), in: emptying, clock: clock)
    emptying.beforeStoring.withLock { $0 = { cached.removeCachedResponses() } }
    _ = try await cached.fetch(Sample.query)
    #expect(storage.size.responses == 0)
  }

  @Test("a response that is looked up while a cache is emptied isn't remembered")
  func lookedUpMeanwhile() async throws {
    let source = ScriptedSource(Sample.descriptor(), always: try Sample.response())
    let emptying = EmptyingStore(storage: AirStorage(folder: folder.url, clock: clock))
    let cached = source.caching(AirPolicy.Cache(), in: emptying, clock: clock)
    _ = try await cached.fetch(Sample.query)
    emptying.beforeRemoving.withLock { $0 = { _ = cached.insight.cached?(Sample.query, false) } }
    cached.removeCachedResponses()
    _ = try await cached.fetch(Sample.query)
    #expect(source.queries.count == 2)
  }
}

/// A store that does something before each response is stored, and before all are removed.
private final class EmptyingStore: ResponseStoring {
  let beforeStoring = Locked<@Sendable () -> Void>({})
  let beforeRemoving = Locked<@Sendable () -> Void>({})
  private let storage: AirStorage

  init(storage: AirStorage) { self.storage = storage }

  func response(to query: AirQuery, from source: SourceID, newerThan time: AirTime?) -> AirResponse.Stored? {
    storage.response(to: query, from: source, newerThan: time)
  }

  func store(_ response: AirResponse.Stored, to query: AirQuery, from source: SourceID) {
    beforeStoring.withLock { $0 }()
    storage.store(response, to: query, from: source)
  }

  func removeResponses(from source: SourceID) {
    beforeRemoving.withLock { $0 }()
    storage.removeResponses(from: source)
  }
}

/// Knows one city, and counts how often it is asked.
private final class BrnoSearch: PlaceSearching {
  let isOffline = Locked(false)
  private let count = Locked(0)

  var asked: Int { count.withLock { $0 } }

  func places(matching search: AirPlace.Search) async throws -> [AirPlace] {
    count.withLock { $0 += 1 }
    if isOffline.withLock({ $0 }) { throw AQError(.unreachable, "No route.") }
    return [AirPlace(name: "Brno", coordinate: try Coordinate(49.19522, 16.60796), serviceID: "3078610")]
  }
}

/// Counts how often a storage is asked for anything.
private final class WatchedStorage: ResponseStoring {
  private let base: AirStorage
  private let count = Locked(0)

  init(_ base: AirStorage) { self.base = base }

  var asked: Int { count.withLock { $0 } }

  func response(to query: AirQuery, from source: SourceID, newerThan time: AirTime?) -> AirResponse.Stored? {
    count.withLock { $0 += 1 }
    return base.response(to: query, from: source, newerThan: time)
  }

  func store(_ response: AirResponse.Stored, to query: AirQuery, from source: SourceID) {
    count.withLock { $0 += 1 }
    base.store(response, to: query, from: source)
  }

  func removeResponses(from source: SourceID) {
    count.withLock { $0 += 1 }
    base.removeResponses(from: source)
  }
}
