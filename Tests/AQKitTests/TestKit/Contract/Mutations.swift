import AQKit
import AQKitTesting

extension Mutation {
  /// For each rule a source that breaks only this one.
  static let all =
    declarations + responses + times + places + questions + conduct + errors + payloads + updates + privacy

  static let declarations: [Mutation] = [
    Mutation("descriptor.made", Town.memory { _ in FlickeringSource() }),
    declared("descriptor.identifier") { $0.id = "Town Air" },
    declared("descriptor.named") { $0.summary = "" },
    declared("descriptor.offers") {
      var offer = Town.offer
      offer.placeKinds = []
      $0.offers.append(offer)
    },
    declared("descriptor.parameters") { $0.offers[0].parameters.append(.pm25) },
    declared("descriptor.cadence") { $0.offers[0].cadence = nil },
    declared("descriptor.averaging") {
      var offer = Town.offer
      offer.timeConvention = .instant
      offer.parameters = [.so2]
      $0.offers.append(offer)
    },
    declared("descriptor.coverage") {
      var offer = Town.offer
      offer.coverage = .countries(["cz"])
      offer.parameters = [.so2]
      $0.offers.append(offer)
    },
    declared("descriptor.limits") { $0.limits.windows = [.init(0, perSeconds: 60)] },
    declared("descriptor.limits") { $0.limits.budgets = ["bulk": [.init(10, perSeconds: 0)]] },
    declared("descriptor.options") { $0.options += $0.options },
    declared("descriptor.attribution") { $0.attribution[0].link = "air.example.org" },
    declared("descriptor.rights") { $0.rights = .unknown },
    declared("descriptor.endpoints") {
      $0.endpoints = [SourceDescriptor.Endpoint("http://air.example.org/v1/stations")]
    },
    declared("descriptor.sentinels") { $0.sentinels = [-999, -999] },
    declared("descriptor.test-places") { $0.testPlaces.append(.city("Prague")) },
    declared("descriptor.codable") { $0.offers[0].latency = .milliseconds(1500) },
    Mutation("descriptor.layer", Town.memory { HidingLayer(base: $0) }),
  ]

  static let responses: [Mutation] = [
    withheld("response.history", .history),
    withheld("response.forecast", .forecast),
    responded("response.something") { response, query in
      guard query.detail == .values, !response.reports.isEmpty else { return }
      response = AirResponse(notes: [AirNote(.notMeasured, "Nothing is measured.")])
    },
    Mutation(
      "response.every-query",
      {
        var contract = Town.memory {
          $0.asked { query, base in
            if query.places == [.near(Town.nanyuki)] { throw AQError(.unavailable, "Down.") }
            return try await base.fetch(query)
          }
        }
        contract.queries.append(AirQuery(near: Town.nanyuki))
        return contract
      }()),
    reported("response.source") { $0.source = "another" },
    responded("response.site-identified") { response, query in
      guard query.detail == .values else { return }
      for index in response.reports.indices {
        response.reports[index].site = AirSite(kind: .referenceStation)
      }
    },
    responded("response.one-report-per-site") { response, _ in
      guard let index = response.reports.firstIndex(where: { $0.site.id == "TA1" && $0.series.count > 1 })
      else { return }
      var half = response.reports[index]
      response.reports[index].series.removeLast()
      half.series.removeFirst()
      response.reports.append(half)
    },
    reported("response.one-series") { $0.series += $0.series.prefix(1) },
    responded("response.kinds-declared") { response, query in
      guard query.kinds.isEmpty else { return }
      for index in response.reports.indices { response.reports[index].kind = .analysis }
    },
    reported("response.site-kinds-declared") { $0.site.kind = .lowCostSensor },
    responded("response.parameters-declared") { response, query in
      guard query.parameters.isEmpty, query.detail == .values, !response.reports.isEmpty else { return }
      var extra = response.reports[0]
      try extra.remake(.so2)
      response.reports[0].series += extra.series.prefix(1)
    },
    reported("response.units-known") { try $0.remake(unit: "furlongs") },
    reported("response.units-fit") { try $0.remake(unit: .celsius) },
    reported("response.no-sentinel") { try $0.remake { $1[0] = -999 } },
    reported("response.no-undeclared-sentinel") { try $0.remake { $1[0] = -9999 } },
    responded("response.refused") { response, _ in
      response.notes.append(AirNote(.refused, "Refused: the unit “furlongs” is not known."))
    },
    responded("response.duplicates") { response, _ in
      response.notes.append(
        AirNote(.duplicate, "Several values had the same interval; the last was kept."))
    },
    reported("response.magnitude") { report in
      guard let index = report.series.firstIndex(where: { $0.parameter == .co }) else { return }
      report.series.swapAt(0, index)
      try report.remake { _, values in values = values.map { $0 / 1000 } }
      report.series.swapAt(0, index)
    },
    recorded("response.licences") {
      $0.text = $0.text.replacing("\"Town Air\"", with: "[\"Town Air\",\"Somebody\"]")
    },
    responded("response.no-empty-series") { response, query in
      guard query.parameters.isEmpty, query.detail == .values, !response.reports.isEmpty else { return }
      var extra = response.reports[0]
      try extra.remake(.co) { _, values in values = values.map { _ in .nan } }
      response.reports[0].series += extra.series.prefix(1)
    },
    responded("response.notices") { response, query in
      guard let report = response.reports.first, query.detail == .values else { return }
      response.notices = [
        AirNotice(
          id: "one", source: report.source, kind: .episode, title: "", attribution: report.attribution,
          rights: report.rights, places: report.places)
      ]
    },
    reported("response.attribution") { $0.attribution = [] },
    reported("response.rights") { $0.rights = .unknown },
    Mutation(
      "response.empty-explained",
      {
        var contract = Town.memory {
          $0.responding { response, query in if query.places.isEmpty { response = AirResponse() } }
        }
        contract.queries.append(AirQuery(places: []))
        return contract
      }()),
    responded("response.notes") { response, _ in response.notes.append(AirNote(.remark, "")) },
    responded("response.codable") { response, _ in
      // Written as 0, read back as 1: a note covers at least one value.
      var note = AirNote(.remark, "Nothing in particular.")
      note.count = 0
      response.notes.append(note)
    },
  ]

  static let times: [Mutation] = [
    reported("time.interval-is-averaging") {
      try $0.remake { intervals, _ in
        intervals = try intervals.map { try $0.moved(by: 0, lengthenedBy: -1800) }
      }
    },
    reported("time.averaging-declared") {
      try $0.remake(averaging: .hours(2)) { intervals, _ in
        intervals = try intervals.map { try $0.moved(by: -3600, lengthenedBy: 3600) }
      }
    },
    reported("time.observed-before-received") {
      try $0.remake { intervals, _ in intervals = try intervals.map { try $0.moved(by: 3600) } }
    },
    reported("time.received") { $0.receivedAt = $0.receivedAt.adding(seconds: 3600) },
    reported("time.issued-before-received") { $0.issuedAt = $0.receivedAt.adding(seconds: 3600) },
    reported("time.window") {
      try $0.remake { intervals, _ in intervals[0] = try intervals[0].moved(by: -3 * 86_400) }
    },
    adapter("time.clock-change", .losesAnHour),
    Mutation(
      "time.stale",
      Town.service { source, _ in
        source.reporting { report in
          guard let newest = report.series.first?.newestReading()?.interval.end else { return }
          let late = report.receivedAt.secondsSince1970 - newest.secondsSince1970
          // The response to a query about some hours is some hours late.
          if late > 86_400 {
            try report.remake { intervals, _ in intervals = try intervals.map { try $0.moved(by: late) } }
          }
        }
      }),
    transport("time.hour-24") { $0.text = $0.text.replacing("T24:00:00Z", with: "T00:00:00Z") },
  ]

  static let places: [Mutation] = [
    reported("place.indices") { if !$0.places.isEmpty { $0.places.append(99) } },
    responded("place.stated") { response, _ in
      guard !response.reports.isEmpty else { return }
      for index in response.reports.indices { response.reports[index].places = [] }
      response.notes.append(AirNote(.remark, "The places are not told apart."))
    },
    responded("place.accounted") { response, _ in response.reports.removeAll { $0.site.id == "TA2" } },
    responded("place.nearest") { response, query in
      guard query.places.count == 2 else { return }
      for index in response.reports.indices {
        response.reports[index].places = response.reports[index].places.map { 1 - $0 }
      }
    },
    responded("place.repeated") { response, _ in
      for index in response.reports.indices where response.reports[index].places.count > 1 {
        let lost = response.reports[index].places.removeLast()
        response.notes.append(AirNote(.remark, "Asked about before.", places: [lost]))
      }
    },
    responded("place.order") { response, query in
      guard query.places.count == 2, response.reports.count == 2 else { return }
      for index in response.reports.indices {
        response.reports[index].places = [response.reports[index].site.id == "TA1" ? 0 : 1]
      }
    },
    reported("place.covered") { report in
      if report.site.id == "TA1" { report.site.coordinate = Town.point(49, 14.42) }
    },
    reported("place.no-null-island") { report in
      if report.site.id == "TA1" { report.site.coordinate = Town.point(0, 0) }
    },
    reported("place.latitude-first") { report in
      guard let point = report.site.coordinate else { return }
      report.site.coordinate = try Coordinate(point.longitude, point.latitude)
    },
    asked("place.zero-degrees") { query, base in
      if query.places.contains(where: { $0.coordinate?.latitude == 0 || $0.coordinate?.longitude == 0 }) {
        throw AQError(.invalidRequest, "There is no coordinate.")
      }
      return try await base.fetch(query)
    },
  ]

  static let questions: [Mutation] = [
    asked("query.parameters") { query, base in
      var all = query
      if query.parameters.contains(where: Town.descriptor.parameters.contains) { all.parameters = [] }
      return try await base.fetch(all)
    },
    responded("query.parameters") { response, query in
      if query.parameters.count == 1 { response.reports = [] }
    },
    asked("query.foreign-parameter") { query, base in
      var all = query
      if !query.parameters.contains(where: Town.descriptor.parameters.contains) { all.parameters = [] }
      return try await base.fetch(all)
    },
    asked("query.foreign-place") { query, base in
      if query.places.contains(where: { $0.kind != .coordinate }) { throw AQError(.unavailable, "What?") }
      return try await base.fetch(query)
    },
    Mutation(
      "query.place-kinds",
      {
        var descriptor = Town.descriptor
        descriptor.offers[0].placeKinds = [.coordinate, .area]
        return Town.service(TownService(descriptor: descriptor), declared: descriptor)
      }()),
    asked("query.window") { query, base in
      var all = query
      if case .interval = query.window { all.window = .current }
      return try await base.fetch(all)
    },
    responded("query.window") { response, query in
      if query.window != .current { response = AirResponse() }
    },
    responded("query.kinds") { response, query in
      if !query.kinds.isEmpty { response.reports = [] }
    },
    asked("query.kinds") { query, base in
      var all = query
      all.kinds = []
      return try await base.fetch(all)
    },
    asked("query.sites") { query, base in
      var all = query
      all.detail = .values
      return try await base.fetch(all)
    },
    asked("query.empty") { query, base in
      let response = try await base.fetch(query)
      let isOutside = query.places.contains { Town.offer.coverage.covers($0) == false }
      if isOutside { throw AQError(.unavailable, "Nothing is there.") }
      return response
    },
    Mutation(
      "query.repeated",
      Town.service { source, _ in
        let (begun, running) = (Counter(), Counter())
        return source.asked { query, base in
          let isLater = begun.next() > 1 && running.add(1) == 1
          if begun.add(0) == 1 { _ = running.add(1) }
          defer { _ = running.add(-1) }
          for _ in 0..<100 { await Task.yield() }
          var response = try await base.fetch(query)
          if isLater { response.notes.append(AirNote(.remark, "Again?")) }
          return response
        }
      }),
    Mutation(
      "query.at-once",
      Town.service { source, _ in
        let running = Counter()
        return source.asked { query, base in
          let isAlone = running.add(1) == 1
          defer { _ = running.add(-1) }
          for _ in 0..<100 { await Task.yield() }
          var response = try await base.fetch(query)
          if !isAlone { response.reports.reverse() }
          return response
        }
      }),
  ]

  static let privacy: [Mutation] = [
    failing("privacy.secrets", on: "HTTP 401") { $0.message += " The key was \(Town.key)." },
    adapter("privacy.secret-headers", .plainKey),
    adapter("privacy.secret-path", .keyInPath),
    Mutation(
      "privacy.coordinates",
      Town.service { source, _ in
        source.failing { error, query in
          guard error.message.contains("HTTP 404"), let point = query.places.first?.coordinate else { return }
          error.message += " There is nothing at \(point.latitude), \(point.longitude)."
        }
      }),
  ]
}
