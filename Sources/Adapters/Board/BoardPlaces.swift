#if Board
  package import AQKit

  /// Keeps the lines of some places up to date, with an `AirQualityStore` for each.
  @MainActor package struct BoardPlaces {
    private let board: Board
    private let client: AirClient
    private let index: any AirQualityIndex

    /// How long after a failure a place is looked for again.
    private static let pause = Duration.seconds(60)

    /// What keeps lines of places up to date.
    ///
    /// - Parameters:
    ///   - board: Where the lines are shown.
    ///   - client: Who is asked.
    ///   - index: The index by which places are judged.
    package init(on board: Board, from client: AirClient, judgedBy index: any AirQualityIndex) {
      self.board = board
      self.client = client
      self.index = index
    }

    /// Follows places until the task is cancelled.
    package func follow(_ places: [AirQuery.Place]) async {
      await withTaskGroup { group in
        for (order, place) in places.enumerated() {
          group.addTask { try? await follow(place, order: order) }
        }
      }
    }

    private func follow(_ reference: AirQuery.Place, order: Int) async throws {
      board.show([BoardRow(reference, on: index, order: order)])
      let place = try await find(reference, order: order)
      let course = AirTopic.course(on: index)
      let store = AirQualityStore(
        client, index: IndexEdition.Reference(index.edition.identifier), loading: .air, course)
      async let _ = store.follow(place)
      var drawn: AirTime?
      while true {
        let row = BoardRow(store, on: index, order: order)
        var charts: [String: BoardChart] = [:]
        if let received = store[course].receivedAt, received != drawn {
          drawn = received
          charts[row.key] = try chart(of: store, course)
        }
        board.show([row], charts: charts)
        board.credit(store.credit.parts, for: row.key)
        try await client.pause(.seconds(1))
      }
    }

    /// The point of a place, by the sources and the search that the client has.
    private func find(_ reference: AirQuery.Place, order: Int) async throws -> AirPlace {
      if case .near(let point) = reference { return AirPlace(name: point.text, coordinate: point) }
      while true {
        let problem: String
        do {
          let query = AirQuery(places: [reference], parameters: index.pollutants)
          let answer = try await client.fetch(query)
          if let found = answer.foundPlaces[0] { return found }
          if let site = answer.best?.site, let point = site.coordinate, let name = site.name {
            return AirPlace(name: name, coordinate: point, countryCode: site.country, timeZone: site.timeZone)
          }
          problem = answer.explanation() ?? "Nobody knows where it is."
        } catch let error as AQError {
          problem = error.message
        }
        board.show([BoardRow(reference, on: index, order: order, remark: problem)])
        try await client.pause(Self.pause)
      }
    }

    private func chart(of store: AirQualityStore, _ course: AirTopic<AirReport>) throws -> BoardChart? {
      guard case .success(let series) = store.aqiSeries(of: course) else { return nil }
      let now = client.now()
      let window = try AirInterval(
        start: now.adding(seconds: -24 * 3600), end: now.adding(seconds: 24 * 3600))
      return BoardChart(series, within: window)
    }
  }

  extension AirTopic<AirReport> {
    /// What an index needs for yesterday and, as far as somebody forecasts it, for tomorrow: a day before each hour is
    /// for the averages.
    fileprivate static func course(on index: any AirQualityIndex) -> AirTopic {
      AirTopic(
        "course",
        queries: { place, now in
          let hour = now.secondsSince1970 / 3600 * 3600
          let window = try? AirInterval(
            start: AirTime(secondsSince1970: hour - 49 * 3600),
            end: AirTime(secondsSince1970: hour + 25 * 3600))
          return [
            AirQuery(
              near: place.coordinate, parameters: index.pollutants,
              window: window.map(AirQuery.Window.interval) ?? .current)
          ]
        },
        value: { answers in
          guard let answer = answers.first else { throw AQError(.unavailable, "There is no answer.") }
          return try answer.report()
        })
    }
  }

  extension AirQualityIndex {
    /// What it is computed from.
    fileprivate var pollutants: [AirParameter] {
      inputs.map(\.parameter).reduce(into: []) { all, next in if !all.contains(next) { all.append(next) } }
    }
  }
#endif
