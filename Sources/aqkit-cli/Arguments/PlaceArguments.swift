import AQKit
import ArgumentParser

/// The places that a command takes as options.
struct PlaceOptions: ParsableArguments {
  @Option(
    name: [.customLong("at"), .customLong("near")], parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A place in degrees, such as 52.52,13.41 or -33.87,151.21; may be repeated.",
      valueName: "LATITUDE,LONGITUDE"))
  var points: [String] = []

  @Option(
    name: .customLong("city"),
    help: ArgumentHelp("A city by name, for a source that knows cities; may be repeated.", valueName: "NAME"))
  var cities: [String] = []

  /// The points, as written, then the cities.
  var places: [AirQuery.Place] {
    get throws { try points.map(QueryArguments.point) + cities.map(AirQuery.Place.city) }
  }
}

struct PlaceArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp("A place by name, such as Brno or \"Springfield, Missouri\".", valueName: "PLACE"))
  var names: [String] = []

  @OptionGroup var others: PlaceOptions

  @Option(
    name: .customLong("source"),
    help: ArgumentHelp("A source to ask; may be repeated. See \(toolName) sources.", valueName: "ID"))
  var sources: [String] = []

  @Flag(
    name: .customLong("indoor"),
    help: "Let indoor sites represent the air of a place; otherwise they are only listed.")
  var includesIndoor = false

  @OptionGroup var patience: Patience

  mutating func validate() throws {
    _ = try places
    try refuse(
      if: !others.cities.isEmpty && sources.isEmpty,
      "--city needs a --source that knows cities, such as --source recordings.")
  }

  var isAnywhere: Bool { names.isEmpty && others.points.isEmpty && others.cities.isEmpty }

  /// The sources to ask: those that are named, or else, without any place, the recordings. Empty for all that are ready.
  var asked: [String] { sources.isEmpty && isAnywhere ? ["recordings"] : sources }

  /// The places: names first, as written, then points and cities.
  var places: [AirQuery.Place] {
    get throws {
      let hasBlank = (names + others.cities).contains { $0.allSatisfy(\.isWhitespace) }
      try refuse(if: hasBlank, "The name of a place is empty.")
      return try names.map(AirQuery.Place.city) + others.places
    }
  }

  var place: AirQuery.Place {
    get throws {
      let places = try places
      try refuse(if: places.count != 1, "One place is needed: --at 52.52,13.41, or a name such as Brno.")
      return places[0]
    }
  }

  /// Asks the named sources, or else `usual`: by default all that are ready, and without a place the recordings. An unknown
  /// source is wrong usage.
  func answer(
    to query: AirQuery, in container: AQContainer, usual: AirQuery.SourceSelection? = nil,
    policy: AirHub.Policy = .all
  ) async throws -> AirAnswer {
    var (query, container) = (query, container)
    query.includesIndoor = includesIndoor
    let hub = try WrongUsage.checked {
      let named = try sources.map { try container.declaration(of: $0).id }
      let others = usual ?? (query.places.isEmpty ? .only(["recordings"]) : container.liveSources)
      query.sources = named.isEmpty ? others : .only(Set(named))
      for source in named { try container.setEnabled(true, of: source) }
      return try AirHub(container)
    }
    return try await hub.answer(for: query, policy: policy, within: patience.limit)
  }
}

extension AQContainer {
  /// The sources to ask about any place: all that are ready except the recordings, which cover only a few places.
  var liveSources: AirQuery.SourceSelection {
    .only(
      Set(descriptors.filter { $0.id != "recordings" && isReady($0) }.map(\.id)))
  }
}

extension AirNote.Code {
  /// The notes on values that a source simply doesn't have.
  static let lacking: Set<Self> = [.notOffered, .notMeasured, .notCovered]
}

extension AirAnswer {
  var hasResponse: Bool { outcomes.contains { $0.response != nil } }

  /// Ends the command with 1 if no source has responded.
  func failWithoutResponse() throws { if !hasResponse { throw ExitCode(1) } }

  /// The failures; a message that several sources share, such as that no place has the name, comes once.
  var distinctFailures: [(source: SourceID, error: AQError)] {
    failures.unique { "\($0.error.code) \($0.error.message)" }
  }

  /// The notes of all sources.
  var notes: [(source: SourceID, note: AirNote)] {
    outcomes.flatMap { outcome in (outcome.response?.notes ?? []).map { (source: outcome.source, note: $0) } }
  }

  /// Writes failures and sources' notes to stderr. The reason why a source wasn't asked is only given if the user named it.
  func complainAboutFailures(named sources: [String], leavingOut codes: Set<AirNote.Code> = []) {
    for (source, error) in distinctFailures {
      let isCommon = failures.count { $0.error.message == error.message } > 1
      complain(error, of: isCommon ? nil : source, error.adviceAfterAsking)
    }
    for (source, reason) in skipped where sources.contains(source.rawValue) {
      complain("\(source) was not asked: \(reason) See \(toolName) sources.")
    }
    if sources.isEmpty, outcomes.allSatisfy({ $0.skipReason != nil }) {
      for reason in skipped.map(\.reason).unique where reason != .notSelected {
        let sources = skipped.filter { $0.reason == reason }.map(\.source.rawValue).joined(separator: ", ")
        complain("Not asked: \(sources). \(reason) See \(toolName) sources.")
      }
    }
    for (source, note) in notes where !codes.contains(note.code) { complain("\(source): \(note)") }
  }
}

/// A place, the parameters to ask for, and the output: the common options of `compare` and `explain`.
struct PlaceQuestion: ParsableArguments {
  @OptionGroup var places: PlaceArguments

  @Option(help: ArgumentHelp("The parameters, such as pm25,o3; all by default.", valueName: "LIST"))
  var parameters: String?

  @OptionGroup var output: OutputOptions
  @OptionGroup var options: ContainerOptions

  mutating func validate() throws { _ = try query() }

  func query(_ window: AirQuery.Window = .current) throws -> AirQuery {
    AirQuery(
      places: [try places.place], parameters: try QueryArguments.parameters(parameters), window: window)
  }
}
