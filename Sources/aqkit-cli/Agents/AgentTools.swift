import AQKit

/// The work of the tools of ``AgentTool``: each asks the one hub, as the command of the same name does.
struct AgentTools: Sendable {
  let container: AQContainer
  let hub: AirHub
  /// The index for a call that names none.
  let standard: String
  let limit: Duration

  /// Returns the result of a call; an error becomes a result, too.
  @concurrent func result(of arguments: AgentArguments) async -> AgentResult {
    do {
      try arguments.checkNames()
      switch arguments.tool {
      case .current: return try await current(arguments)
      case .forecast: return try await forecast(arguments)
      case .estimate: return try await estimate(arguments)
      case .explain: return try await explain(arguments)
      case .search: return try await search(arguments)
      }
    } catch let error as AQError {
      let passing: [AQError.Code] = [.rateLimited, .unavailable, .timedOut, .unreachable]
      return AgentResult([error.message + (passing.contains(error.code) ? " Try again later." : "")])
    } catch {
      return AgentResult(["The call failed: \(error)"])
    }
  }

  private func current(_ arguments: AgentArguments) async throws -> AgentResult {
    let index = try index(arguments)
    var parameters = try arguments.parameters()
    if parameters.isEmpty {
      parameters = try IndexChoice.parameters(
        of: index, in: container, asking: arguments.texts("sources"))
    }
    let answer = try await ask(AirQuery(places: [try arguments.place()], parameters: parameters), arguments)
    let outcome = answer.index(using: try reference(arguments), options: .shown)
    let values = AgentValue.newest(of: answer)
    let warnings = NoticeText(answer: answer, terminal: Terminal(usesColour: false), showsAll: false)
    let notices = warnings.shown
    let isFailure = values.isEmpty && notices.isEmpty
    return try result(
      [
        "notices": notices.map(\.withoutShape), "index": Members(outcome, of: index),
        "values": values.map(\.record),
      ],
      warnings.lines.map(\.sent) + (isFailure ? [] : [outcome.description]) + values.map(\.line),
      of: answer, index: outcome, caveats: AgentValue.caveats(of: values),
      crediting: [answer.merged()?.report], notices, isFailure: isFailure)
  }

  private func forecast(_ arguments: AgentArguments) async throws -> AgentResult {
    let index = try index(arguments)
    let days = try arguments.whole("days", in: 1...16, default: 2)
    let answer = try await ask(
      AirQuery(
        places: [try arguments.place()], parameters: index.inputs.map(\.parameter).unique,
        window: .hourlyIndex(from: hub.clock.time, hours: days * 24)), arguments)
    let window = AirQuery.Window.next(.seconds(days * 86_400)).interval(at: answer.askedAt)
    let merged = answer.merged()
    let reference = try reference(arguments)
    let chart = merged.flatMap {
      HourChart(reference, of: $0.report, at: "", within: window, catalog: hub.catalog)
    }
    let forecast = AgentForecast(index, chart, merged, within: window)
    return try result(
      forecast.record, forecast.lines, of: answer, caveats: forecast.caveats, crediting: [merged?.report],
      isFailure: forecast.hours.isEmpty)
  }

  private func estimate(_ arguments: AgentArguments) async throws -> AgentResult {
    let index = try index(arguments)
    let query = try PlaceEstimates.query(at: [arguments.place()], arguments.parameters())
    let answer = try await ask(query, arguments, policy: .all)
    let estimates = PlaceEstimates(answer)
    let caveat = "The values are estimates with intervals, not measurements at the place."
    return try result(
      estimates.record(index), estimates.sentences(index), of: answer, index: estimates.outcome(index),
      caveats: estimates.estimates.isEmpty ? [] : [caveat], crediting: [estimates.report],
      isFailure: estimates.estimates.isEmpty)
  }

  private func explain(_ arguments: AgentArguments) async throws -> AgentResult {
    let parameters = try arguments.parameters()
    let answer = try await ask(AirQuery(places: [try arguments.place()], parameters: parameters), arguments)
    let candidates = answer.candidates().filter { !$0.isLeftOut }
    let told = candidates.prefix(200)
    let more = candidates.count - told.count
    let lines = told.map { candidate -> String in
      "\(candidate)" + (candidate.report?.site.isIndoor == true ? "; indoor" : "")
        + (candidate.distance.map { "; \(Text.distance($0)) away" } ?? "")
    }
    return try result(
      ["candidates": told.map { SiteRow($0, in: answer) }], lines, of: answer,
      caveats: more > 0 ? ["\(more) further candidates are left out."] : [],
      crediting: answer.reports, answer.notices)
  }

  private func search(_ arguments: AgentArguments) async throws -> AgentResult {
    guard let name = try arguments.text("name"), name.count(where: { !$0.isWhitespace }) >= 2 else {
      throw AQError(.invalidRequest, "“name” must have at least two letters.")
    }
    let question = AirPlace.Search(
      name, language: try arguments.text("language") ?? "en", countryCode: try arguments.text("country"),
      limit: try arguments.whole("limit", in: 1...50, default: 10))
    let client = AirClient(hub)
    let places = try await AirDeadline.limit(limit, clock: hub.clock) { try await client.places(question) }
    let lines = places.map {
      "\(SearchCommand.title(of: $0)): \($0.coordinate.latitude), \($0.coordinate.longitude)"
    }
    return try result(["places": places], lines.isEmpty ? ["No place has this name."] : lines)
  }

  /// Returns the result of a query, or of a search: the tool's own members, and the same in lines for reading, with
  /// the credit of the reports and notices that it shows, and of a search for places.
  private func result(
    _ content: Members, _ lines: [String], of answer: AirAnswer? = nil,
    index outcome: AQIOutcome? = nil, caveats: [String] = [], crediting reports: [AirReport?] = [],
    _ notices: [AirNotice] = [], isFailure: Bool = false
  ) throws -> AgentResult {
    var credit = AirAttribution.Credit(of: reports.compactMap(\.self), notices)
    if answer?.foundPlaces.isEmpty != true, let search = try? container[.placeSearch] {
      credit.parts = (credit.parts + search.attribution).unique
    }
    let caveats = (answer?.caveats(about: outcome) ?? []) + caveats
    let place = answer?.foundPlaces[0]
    let askedAt = answer?.askedAt ?? hub.clock.time
    let common: Members = [
      "askedAt": askedAt, "place": place, "caveats": caveats,
      "credit": Members(credit, ["text": credit.text]),
    ]
    // Sources that weren't meant to be asked don't matter here.
    let record = Members(
      enveloping: Members(content, common), of: answer, leavingOut: [.notSelected, .notCovered])
    let nothing = lines.isEmpty || isFailure ? [answer?.explanation() ?? "No source has a value here."] : []
    let found = place.map { ["Place: \($0.name)\($0.country.map { ", \($0)" } ?? "")"] } ?? []
    let credits = credit.text.isEmpty ? [] : ["Credit: \(credit.text)"]
    let remarks = caveats.map { "Caveat: \($0)" }
    return AgentResult(
      found + lines + nothing + remarks + credits,
      structured: Array(try TerminalJSON.line(of: record).sent.utf8), isFailure: isFailure)
  }

  private func reference(_ arguments: AgentArguments) throws -> IndexEdition.Reference {
    IndexEdition.Reference(try arguments.text("standard") ?? standard)
  }

  private func index(_ arguments: AgentArguments) throws -> any AirQualityIndex {
    let name = try reference(arguments).description
    let catalog = hub.catalog
    guard let index = catalog.index(name) else {
      let families = Set(catalog.editions.map(\.family)).sorted().joined(separator: ", ")
      throw WrongUsage.unknown("index", name, among: catalog.names, list: families).reason
    }
    return index
  }

  /// Asks the sources that a call names, else all sources that are ready.
  private func ask(
    _ query: AirQuery, _ arguments: AgentArguments, policy: AirHub.Policy = .merged()
  ) async throws -> AirAnswer {
    var query = query
    query.includesIndoor = try arguments.flag("indoor")
    let known = hub.descriptors.map(\.id.rawValue)
    let named = try arguments.texts("sources")
    for name in named where !known.contains(name) {
      throw WrongUsage.unknown("source", name, among: known, list: known.joined(separator: ", ")).reason
    }
    query.sources = named.isEmpty ? container.liveSources : .only(Set(named.map { SourceID($0) }))
    return try await hub.answer(for: query, policy: policy, within: limit)
  }
}
