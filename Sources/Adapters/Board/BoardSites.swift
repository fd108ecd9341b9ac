#if Board
  package import AQKit

  /// Keeps the lines of live sites up to date, with a `LiveAirStore` for each feed.
  @MainActor package struct BoardSites {
    private let board: Board
    private let index: IndexEdition.Reference
    private let catalog: AirQualityIndexCatalog
    private let interval: Duration
    private let clock: any AQClock

    /// The most samples of a chart.
    private static let samples = 120

    /// What keeps lines of live sites up to date.
    ///
    /// - Parameters:
    ///   - board: Where the lines are shown.
    ///   - index: The index whose bands concentrations get; published indices have their own.
    ///   - catalog: Where indices are looked up.
    ///   - interval: The time between two samples of a chart.
    ///   - clock: Tells the time, and waits.
    package init(
      on board: Board, judgedBy index: IndexEdition.Reference, in catalog: AirQualityIndexCatalog = .standard,
      sampledEvery interval: Duration = .seconds(5), clock: any AQClock = SystemClock()
    ) {
      self.board = board
      self.index = index
      self.catalog = catalog
      self.interval = interval
      self.clock = clock
    }

    /// Follows sources until the task is cancelled. One that ends, or fails for good, leaves its lines as they are.
    package func follow(_ sources: [any AirDataSource]) async {
      var names: [String: Int] = [:]
      await withTaskGroup { group in
        for (number, source) in sources.enumerated() {
          let name = source.descriptor.name
          names[name, default: 0] += 1
          let count = names[name, default: 1]
          let title = count == 1 ? name : "\(name) \(count)"
          group.addTask { try? await follow(source, called: title, prefix: "site \(number) ") }
        }
      }
    }

    private func follow(_ source: any AirDataSource, called name: String, prefix: String) async throws {
      board.show(BoardFeed(name, .connecting))
      let store = LiveAirStore(
        AirClient(try AirHub(sources: [source], clock: clock)), interval: interval, index: index,
        limits: AirHistory.Limits(maximumSites: 2000, maximumSamples: Self.samples), catalog: catalog)
      store.chartOptions.window = store.interval * Self.samples
      async let _ = store.run()
      var seen: (counts: AirHistory.Counts, sampledAt: AirTime?, feed: LiveAirStore.Feed?)?
      while true {
        let feed = store.feeds.first
        if let feed, feed != seen?.feed {
          board.show(BoardFeed(name, feed.state, remark: feed.failure?.message))
        }
        if seen?.counts != store.counts || seen?.sampledAt != store.sampledAt {
          show(store, prefix, withCharts: seen?.sampledAt != store.sampledAt)
        }
        seen = (store.counts, store.sampledAt, feed)
        try await clock.sleep(for: .seconds(1))
      }
    }

    private func show(_ store: LiveAirStore, _ prefix: String, withCharts: Bool) {
      var (rows, charts): ([BoardRow], [String: BoardChart]) = ([], [:])
      var credits: [AirAttribution] = []
      for site in store.sites {
        let chart = store.chart(of: site)
        let row = BoardRow(site, prefix: prefix, chart: chart, in: catalog)
        rows.append(row)
        if withCharts, let chart { charts[row.key] = BoardChart(chart) }
        for part in site.attribution where !credits.contains(part) { credits.append(part) }
      }
      board.show(rows, charts: charts, inPlaceOf: prefix)
      board.credit(credits, for: prefix)
    }
  }
#endif
