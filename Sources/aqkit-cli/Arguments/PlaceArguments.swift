import AQKit
import ArgumentParser

/// The places and sources that a command asks about.
struct PlaceArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp("A place by name, such as Brno or \"Springfield, Missouri\".", valueName: "PLACE"))
  var names: [String] = []

  @Option(
    name: [.customLong("at"), .customLong("near")], parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A place in degrees, such as 52.52,13.41 or -33.87,151.21; may be repeated.",
      valueName: "LATITUDE,LONGITUDE"))
  var points: [String] = []

  @Option(
    name: .customLong("city"),
    help: ArgumentHelp(
      "A city by name, of a source that knows cities; may be repeated.", valueName: "NAME"))
  var cities: [String] = []

  @Option(
    name: .customLong("source"),
    help: ArgumentHelp("A source to ask; may be repeated. See aqkit-cli sources.", valueName: "ID"),
    completion: Completion.sources)
  var sources: [String] = []

  @Flag(
    name: .customLong("indoor"), help: "Let indoor sites be the air of a place; else they are only listed.")
  var includesIndoor = false

  mutating func validate() throws {
    _ = try places
    if !cities.isEmpty, sources.isEmpty {
      throw ValidationError("--city needs a --source that knows cities, such as --source recordings.")
    }
  }

  /// Whether no place is named.
  var isAnywhere: Bool { names.isEmpty && points.isEmpty && cities.isEmpty }

  /// The places: names first, as written, then points and cities.
  var places: [AirQuery.Place] {
    get throws {
      if (names + cities).contains(where: { $0.allSatisfy(\.isWhitespace) }) {
        throw ValidationError("The name of a place is empty.")
      }
      return try names.map(AirQuery.Place.city) + points.map(QueryArguments.point)
        + cities.map(AirQuery.Place.city)
    }
  }

  /// The one place that a command is about.
  var place: AirQuery.Place {
    get throws {
      let places = try places
      guard places.count == 1 else {
        throw ValidationError("One place is needed: --at 52.52,13.41, or a name such as Brno.")
      }
      return places[0]
    }
  }

  /// Asks the named sources, or else `usual`.
  ///
  /// - Parameters:
  ///   - query: The query; its sources are set here.
  ///   - container: The container; a source that is named is asked even if it is switched off.
  ///   - usual: The sources to ask if none is named.
  func answer(
    to query: AirQuery, in container: AQContainer, usual: AirQuery.SourceSelection,
    policy: AirHub.Policy = .all,
    within limit: Duration
  ) async throws -> AirAnswer {
    var query = query
    query.sources = try selection(usual: usual, in: container)
    query.includesIndoor = includesIndoor
    let hub = try hub(in: container)
    return try await Waiting.shown("Asking the sources…") { [query] in
      try await hub.answer(for: query, policy: policy, within: limit)
    }
  }

  /// Returns the sources to ask: the named ones, or else `usual`.
  ///
  /// - Throws: ``WrongUsage`` for a source that isn't there.
  func selection(usual: AirQuery.SourceSelection, in container: AQContainer) throws
    -> AirQuery.SourceSelection
  {
    let named = try WrongUsage.checked { try sources.map { try container.sourceID($0) } }
    return named.isEmpty ? usual : .only(Set(named))
  }

  /// A hub in which the named sources are switched on.
  ///
  /// - Throws: ``WrongUsage`` for a source that isn't there.
  func hub(in container: AQContainer) throws -> AirHub {
    try WrongUsage.checked {
      var container = container
      for source in sources { try container.setEnabled(true, of: container.sourceID(source)) }
      return try AirHub(container)
    }
  }
}

extension AQContainer {
  /// The sources to ask about any place: all that are ready except the recordings, which cover only a few places.
  var liveSources: AirQuery.SourceSelection {
    .only(
      Set(
        descriptors.filter { descriptor in
          descriptor.id != "recordings" && isEnabled(descriptor.id)
            && missingOptions(of: descriptor).isEmpty
        }.map(\.id)))
  }
}

extension AirAnswer {
  /// Ends the command with 1 if no source has answered.
  func failUnlessAnswered() throws {
    if outcomes.allSatisfy({ $0.response == nil }) { throw ExitCode(1) }
  }

  /// Writes failures and the sources' remarks to stderr. The reason for a skipped source is written only if the source was
  /// named.
  ///
  /// - Parameters:
  ///   - sources: The sources that the user named.
  ///   - leavingOut: Codes of notes on data that weren't requested by name.
  func complainAboutFailures(named sources: [String], leavingOut codes: Set<AirNote.Code> = []) {
    // A message that several sources share, for example that no place has the name, is written once.
    var said: Set<String> = []
    for (source, error) in failures where said.insert("\(error.code) \(error.message)").inserted {
      let isCommon = failures.count { $0.error.message == error.message } > 1
      complain(error, of: isCommon ? nil : source, error.adviceAfterAsking)
    }
    for (source, reason) in skipped where sources.contains(source.rawValue) {
      complain("aqkit-cli: \(source) was not asked: \(reason) See aqkit-cli sources.")
    }
    if sources.isEmpty { complainIfNobodyWasAsked() }
    for outcome in outcomes {
      for note in outcome.response?.notes ?? [] where !codes.contains(note.code) {
        complain("aqkit-cli: \(outcome.source): \(note)")
      }
    }
  }
}

extension AirAnswer {
  /// Reports why no source was asked, each reason once.
  private func complainIfNobodyWasAsked() {
    guard outcomes.allSatisfy({ $0.skipReason != nil }) else { return }
    var reasons: [(reason: AirAnswer.SourceOutcome.SkipReason, sources: [String])] = []
    for (source, reason) in skipped where reason != .notSelected {
      if let place = reasons.firstIndex(where: { $0.reason == reason }) {
        reasons[place].sources.append(source.rawValue)
      } else {
        reasons.append((reason, [source.rawValue]))
      }
    }
    for (reason, sources) in reasons {
      complain("aqkit-cli: Not asked: \(sources.joined(separator: ", ")). \(reason) See aqkit-cli sources.")
    }
  }
}

/// A place, the parameters to ask for, and the output: the common options of `compare` and `explain`.
struct PlaceQuestion: ParsableArguments {
  @OptionGroup var places: PlaceArguments

  @Option(
    name: .customLong("parameters"),
    help: ArgumentHelp("What to ask for, such as pm25,o3; everything if left out.", valueName: "LIST"),
    completion: Completion.parameters)
  var parameters: String?

  @OptionGroup var output: OutputOptions

  @OptionGroup var patience: Patience

  @OptionGroup var options: ContainerOptions

  mutating func validate() throws { _ = try query() }

  /// The question, by default for the newest values.
  func query(_ window: AirQuery.Window = .current) throws -> AirQuery {
    AirQuery(
      places: [try places.place], parameters: try QueryArguments.parameters(parameters), window: window)
  }
}
