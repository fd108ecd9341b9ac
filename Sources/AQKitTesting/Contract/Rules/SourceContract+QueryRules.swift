import AQKit

extension SourceContract {
  static let queryRules: [ContractRule] = [
    ContractRule(
      "query.parameters", "Asked for one parameter, a source returns that one and no other."
    ) { contract in
      let sample = try await contract.sampleWithValues()
      let one = try sample.responses.readings.keys.map(\.parameter).min { $0.rawValue < $1.rawValue }
        .orNotApplicable("there is no value")
      let query = changed(sample.query) { $0.parameters = [one] }
      // The recorded server still sends everything.
      let asked = try await contract.ask(query, replaying: sample)
      if asked.outcome.value == nil {
        return ["Asked for \(one) alone, the source gives \(asked.outcome.summary)."]
      }
      let returned = Set(asked.responses.readings.keys.map(\.parameter))
      let isSilent = !returned.contains(one) && asked.responses.allSatisfy(\.notes.isEmpty)
      return (isSilent ? ["Asked for \(one) alone, the source returns no value and no note."] : [])
        + returned.subtracting([one]).map { "Asked for \(one) alone, the source returns \($0)." }.sorted()
    },
    ContractRule(
      "query.foreign-parameter",
      "Asked only for what it doesn't offer, a source says so: `unsupported`, or a note.",
      requires: .listedParameters
    ) { contract in
      let offered = Set(contract.descriptor.parameters)
      var query = try contract.firstQuery()
      query.parameters = [AirParameter("an-unknown-parameter")].filter { !offered.contains($0) }
      return try await contract.expectRefusal(of: query, "a parameter that it doesn't offer")
    },
    ContractRule(
      "query.foreign-place", "Asked about a kind of place that it doesn't offer, a source says so."
    ) { contract in
      let kinds = Set(contract.descriptor.offers.flatMap(\.placeKinds))
      let foreign: [AirQuery.Place] = [
        .city("Atlantis"), .site("no-such-site"), (try? Coordinate(50.08, 14.42)).map(AirQuery.Place.near),
        (try? GeoShape.BoundingBox(south: 50, west: 14, north: 51, east: 15)).map(AirQuery.Place.area),
      ].compactMap { $0 }.filter { !kinds.contains($0.kind) }
      guard let place = foreign.first else { throw NotApplicable("every kind of place is offered") }
      return try await contract.expectRefusal(
        of: AirQuery(places: [place]), "a kind of place that it doesn't offer")
    },
    ContractRule(
      "query.place-kinds",
      "Every kind of place that is offered can be asked about, even without a test place."
    ) { contract in
      let offered = Set(contract.descriptor.offers.flatMap(\.placeKinds))
      let asked = Set(contract.queries.flatMap(\.places).map(\.kind))
      let open = AirQuery.Place.Kind.allCases.filter { offered.contains($0) && !asked.contains($0) }
      if open.isEmpty { throw NotApplicable("every kind of place that is offered is asked about already") }
      let sample = try await contract.sampleWithValues()
      return try await open.asyncFlatMap { kind in
        guard let place = sample.place(of: kind) else { return [] }
        let query = changed(sample.query) { $0.places = [place] }
        let subjectUnderTest = try contract.subjectUnderTest(replaying: sample)
        let outcome = await contract.sample(query, of: subjectUnderTest).outcome
        let what = "The kind of place “\(kind.rawValue)” is offered, and a query for one"
        if let error = outcome.error as? AQError, [.unsupported, .invalidRequest].contains(error.code) {
          return ["\(what) gives \(outcome.summary)."]
        }
        let isIdle = subjectUnderTest.transport?.requests.isEmpty ?? false
        return isIdle ? ["\(what) sends no request."] : []
      }
    },
    ContractRule(
      "query.window",
      "Asked about a shorter time, a source returns that time only, whatever the service sends."
    ) { contract in
      guard contract.drive != .connector else { throw NotApplicable("a feed sends what there is") }
      let sample = try await contract.sampleWithValues()
      let intervals = sample.responses.readings.keys.map(\.interval).sorted { $0.start < $1.start }
      guard let oldest = intervals.first,
        intervals.contains(where: { $0.start >= oldest.end && $0 != oldest })
      else {
        throw NotApplicable("all values are for the same time")
      }
      let asked = sample.query.window.interval(at: sample.endedAt)
      if sample.query.window != .current, intervals.contains(where: { !$0.overlaps(asked) }) {
        throw NotApplicable("the query's window is ignored (see time.window)")
      }
      let limit = sample.endedAt.adding(seconds: 120)
      if sample.responses.readings.keys.contains(where: { $0.kind == .observation && $0.interval.end > limit }
      ) {
        throw NotApplicable("times lie ahead, as time.observed-before-received reports")
      }
      let end = oldest.isInstant ? oldest.end.adding(seconds: 1) : oldest.end
      guard let window = try? AirInterval(start: oldest.start, end: end) else { return [] }
      let query = changed(sample.query) { $0.window = .interval(window) }
      let narrowed = try await contract.ask(query, replaying: sample)
      if let error = narrowed.outcome.error as? AQError, error.code == .unsupported { return [] }
      guard narrowed.outcome.value != nil else {
        return ["Asked about \(window), the source gives \(narrowed.outcome.summary)."]
      }
      let readings = narrowed.responses.readings.keys
      if readings.isEmpty, narrowed.responses.allSatisfy(\.notes.isEmpty) {
        return ["Asked about \(window), the source returns no value and no note."]
      }
      let strays = readings.filter { !$0.interval.overlaps(window) }
      return strays.isEmpty
        ? [] : ["Asked about \(window), the source returns \(strays.count) values of other times."]
    },
    ContractRule("query.kinds", "Asked for one kind of report, a source returns no other.") { contract in
      let declared = Set(contract.descriptor.offers.flatMap(\.kinds))
      let sample = try await contract.sampleWithValues()
      return try await AirReport.Kind.allCases.asyncFlatMap { kind in
        let query = changed(sample.query) { $0.kinds = [kind] }
        guard declared.contains(kind) else {
          return try await contract.expectRefusal(of: query, "reports of a kind that it doesn't have")
        }
        let asked = try await contract.ask(query, replaying: sample)
        let returned = Set(asked.responses.flatMap(\.reports).map(\.kind))
        let isLost = !returned.contains(kind) && sample.responses.readings.keys.contains { $0.kind == kind }
        let given = asked.outcome.value == nil ? asked.outcome.summary : "none"
        return returned.subtracting([kind]).map(\.rawValue).sorted()
          .map { "Asked for \(kind.rawValue), the source returns \($0)." }
          + (isLost ? ["Asked for \(kind.rawValue) alone, the source gives \(given)."] : [])
      }
    },
    ContractRule(
      "query.sites", "Asked for sites only, a source lists them without values.",
      requires: .capability(.stations)
    ) { contract in
      var query = try contract.firstQuery()
      query.detail = .sites
      try await contract.requireSomething()
      let outcome = await contract.sample(query, of: try contract.subjectUnderTest())
      guard outcome.outcome.value != nil else {
        if contract.drive == .transport {
          throw NotTried(
            "there is no recording of a list of sites: a query for one gives \(outcome.outcome.summary)")
        }
        return ["Asked for sites, the source gives \(outcome.outcome.summary)."]
      }
      let reports = outcome.responses.flatMap(\.reports)
      if reports.isEmpty {
        try await contract.requireLatitudeFirst()
        return ["No site is listed."]
      }
      return reports.contains { !$0.series.isEmpty } ? ["A site of the list has values."] : []
    },
    ContractRule(
      "query.empty", "A place outside the coverage isn't an error: the response is empty and says why.",
      requires: .boxes
    ) { contract in
      guard contract.drive != .connector else { throw NotApplicable("a feed can't tell what never comes") }
      let offers = contract.descriptor.offers.filter { $0.placeKinds.contains(.coordinate) }
      let outside = [(-45.0, -120.0), (60, -150), (-80, 10), (20, 175)].compactMap { try? Coordinate($0, $1) }
        .first { point in offers.allSatisfy { $0.coverage.covers(.near(point)) == false } }
      guard !offers.isEmpty, let outside else { throw NotApplicable("no point outside is known") }
      try await contract.requireSomething()
      let outcome = await (try contract.subjectUnderTest()).fetch(AirQuery(near: outside))
      guard let response = outcome.value else {
        return ["A place outside the coverage gets \(outcome.summary)."]
      }
      if !response.reports.isEmpty { return ["A place outside the coverage gets a report."] }
      return response.notes.isEmpty ? ["A place outside the coverage gets no report and no note."] : []
    },
    ContractRule("query.repeated", "The same query gets the same response twice.") { contract in
      guard !contract.isChanging else { throw NotApplicable("its responses may change") }
      return try await contract.samplesWithResponse().enumerated().asyncFlatMap { index, sample in
        let subjectUnderTest = try contract.subjectUnderTest(replaying: sample)
        let first = await contract.sample(sample.query, of: subjectUnderTest)
        let second = await contract.sample(sample.query, of: subjectUnderTest)
        return first.responses.map(\.withoutReceipt) == second.responses.map(\.withoutReceipt)
          ? [] : ["Query \(index), asked twice, gets two responses."]
      }
    },
    ContractRule("query.at-once", "The same queries, asked many times at once, get the same responses.") {
      contract in
      guard !contract.isChanging else { throw NotApplicable("its responses may change") }
      guard contract.drive != .connector else {
        throw NotApplicable("its responses depend on what has come so far")
      }
      let samples = try await contract.samplesWithResponse()
      let subjectUnderTest = try contract.subjectUnderTest(replaying: samples)
      let questions = (0..<4).flatMap { _ in samples.map(\.query) }
      let outcome = await subjectUnderTest.outcome { source in
        try await withThrowingTaskGroup { group in
          for (index, query) in questions.enumerated() {
            group.addTask { (index, try await source.fetch(query)) }
          }
          return try await group.reduce(into: [Int: AirResponse]()) { $0[$1.0] = $1.1 }
        }
      }
      guard let responses = outcome.value else {
        return ["\(questions.count) queries at once get \(outcome.summary)."]
      }
      return questions.indices.compactMap { index in
        responses[index]?.withoutReceipt == samples[index % samples.count].responses.first?.withoutReceipt
          ? nil : "Query \(index % samples.count), asked together with others, gets another response."
      }
    },
  ]

  /// Expects that a source refuses a query: with an `unsupported` error, or with a response that has a note and no reports.
  private func expectRefusal(of query: AirQuery, _ what: String) async throws -> [String] {
    try await requireSomething()
    let sample = await sample(query, of: try subjectUnderTest())
    switch sample.outcome {
    case .error(let error as AQError) where error.code == .unsupported: return []
    case .error, .hung: return ["Asked about \(what), the source gives \(sample.outcome.summary)."]
    case .value(let responses):
      if responses.contains(where: { !$0.reports.isEmpty }) {
        return ["Asked about \(what), the source gives a report."]
      }
      // A feed can't report messages that never arrived.
      return drive == .connector || responses.contains { !$0.notes.isEmpty }
        ? [] : ["Asked about \(what), the source gives no report and no note."]
    }
  }
}

extension Sample {
  /// Returns a place of a kind at which the response has a site; nil if there is none that can be named.
  fileprivate func place(of kind: AirQuery.Place.Kind) -> AirQuery.Place? {
    let sites = responses.flatMap(\.reports).filter { report in report.series.contains { !$0.hasNoValue } }
      .map(\.site)
    let point = sites.lazy.compactMap(\.coordinate).first
    return switch kind {
    case .coordinate: point.map(AirQuery.Place.near)
    case .site: sites.lazy.compactMap(\.id).first.map(AirQuery.Place.site)
    case .city: sites.lazy.compactMap(\.name).first.map(AirQuery.Place.city)
    case .area: point.map { .area(GeoShape.BoundingBox(around: $0, radius: 10_000)) }
    }
  }
}

extension Sequence {
  func asyncFlatMap<Result>(_ transform: (Element) async throws -> [Result]) async rethrows -> [Result] {
    var results: [Result] = []
    for element in self { results += try await transform(element) }
    return results
  }
}
