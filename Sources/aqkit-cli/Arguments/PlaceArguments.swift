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
    name: .customLong("source"),
    help: ArgumentHelp("A source to ask; may be repeated. See aqkit-cli sources.", valueName: "ID"),
    completion: Completion.sources)
  var sources: [String] = []

  mutating func validate() throws { _ = try places }

  /// The places: names first, as they are written, then points.
  var places: [PlaceReference] {
    get throws {
      if names.contains(where: { $0.allSatisfy(\.isWhitespace) }) {
        throw ValidationError("The name of a place is empty.")
      }
      return try names.map(PlaceReference.city) + points.map(QueryArguments.point)
    }
  }

  /// The one place that a command is about.
  var place: PlaceReference {
    get throws {
      let places = try places
      guard places.count == 1 else {
        throw ValidationError("One place is needed: --at 52.52,13.41, or a name such as Brno.")
      }
      return places[0]
    }
  }

  /// Asks the sources that are named, or else those of `usual`.
  ///
  /// - Parameters:
  ///   - query: The query; its sources are set here.
  ///   - container: The container; a source that is named is asked even if it is switched off.
  ///   - usual: Which sources are asked where none is named.
  func answer(
    to query: AirQuery, in container: AQContainer, usual: AirQuery.SourceSelection,
    policy: AnswerPolicy = .all,
    within limit: Duration
  ) async throws -> AirAnswer {
    var query = query
    query.sources = try selection(usual: usual, in: container)
    let hub = try hub(in: container)
    return try await Waiting.shown("Asking the sources…") { [query] in
      try await hub.answer(for: query, policy: policy, within: limit)
    }
  }

  /// Which sources are asked: those that are named, or else those of `usual`.
  ///
  /// - Throws: ``WrongUsage`` for a source that isn't there.
  func selection(usual: AirQuery.SourceSelection, in container: AQContainer) throws
    -> AirQuery.SourceSelection
  {
    let named = try WrongUsage.checked { try sources.map { try container.sourceID($0) } }
    return named.isEmpty ? usual : .only(Set(named))
  }

  /// A hub in which the sources that are named are switched on.
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
