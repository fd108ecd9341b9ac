struct SourceRecipe: Sendable {
  var descriptor: SourceDescriptor
  private let refine: (@Sendable (inout SourceDescriptor, SourceOptions) -> Void)?
  var make: @Sendable (AQContainer, SourceOptions) throws -> any AirDataSource
  var isEnabled = true
  /// Whether it replaces a source that may be registered later.
  var isStandIn = false
  var options: SourceOptions
  var made = MadeOnce()
  /// The recent performance of the source, in all hubs.
  private(set) var log = SourceHealthLog()
  /// The name that the container gives the source; nil for its own.
  var name: String?
  /// The precedence that the container gives the source; nil for its own.
  var precedence: Int?

  init(
    descriptor: SourceDescriptor, refine: (@Sendable (inout SourceDescriptor, SourceOptions) -> Void)?,
    make: @escaping @Sendable (AQContainer, SourceOptions) throws -> any AirDataSource
  ) {
    self.descriptor = descriptor
    self.refine = refine
    self.make = make
    self.options = SourceOptions(source: descriptor.id, declared: descriptor.options)
  }

  /// Creates the recipe of a source that exists.
  init(of source: any AirDataSource) {
    self.init(descriptor: source.descriptor, refine: nil, make: { _, _ in source })
    made = MadeOnce(source)
  }

  var declaration: SourceDescriptor {
    var declaration = descriptor
    refine?(&declaration, options)
    return given(declaration)
  }

  /// Returns a declaration with the identifier, name, precedence and options that the container decides.
  private func given(_ declaration: SourceDescriptor) -> SourceDescriptor {
    var given = declaration
    given.id = descriptor.id
    given.name = name ?? given.name
    given.precedence = precedence ?? given.precedence
    given.options = descriptor.options
    return given
  }

  func make(in container: AQContainer) throws -> any AirDataSource {
    try options.checkRequired()
    let source = try make(container, options)
    let given = given(source.descriptor)
    func configured(_ source: some AirDataSource) -> any AirDataSource {
      ConfiguredSource(source, as: given)
    }
    return given == source.descriptor ? source : configured(source)
  }

  /// Returns the recipe of a further instance with its own options.
  func again(as id: SourceID) -> SourceRecipe {
    var copy = self
    copy.descriptor.id = id
    copy.isEnabled = true
    copy.isStandIn = false
    copy.made = MadeOnce()
    copy.log = SourceHealthLog()
    copy.options = SourceOptions(source: id, declared: descriptor.options)
    return copy
  }
}

/// A source under the identifier, name or precedence that a container gives it; everything else is its base's.
final class ConfiguredSource<Base: AirDataSource>: AirLayer {
  let base: Base
  let descriptor: SourceDescriptor

  init(_ base: Base, as descriptor: SourceDescriptor) { (self.base, self.descriptor) = (base, descriptor) }

  var insight: AirPolicy.Insight {
    var insight = base.layerInsight
    if let cached = insight.cached {
      insight.cached = { [self] query, isFresh in cached(query, isFresh).map { renamed($0) } }
    }
    return insight
  }

  @concurrent func fetch(_ query: AirQuery) async throws -> AirResponse {
    do {
      return renamed(try await base.fetch(query))
    } catch let error as AQError {
      throw renamed(error)
    }
  }

  func updates(for query: AirQuery) -> AirUpdates {
    base.updates(for: query).changed { [self] update in
      var update = update
      for index in update.reports.indices { update.reports[index].source = descriptor.id }
      update.notices = update.notices.map(renamed)
      return update
    } error: { [self] error in
      (error as? AQError).map(renamed) ?? error
    }
  }

  @concurrent func probe() async throws -> [AirNote] {
    do {
      return try await base.probe()
    } catch let error as AQError {
      throw renamed(error)
    }
  }

  private func renamed(_ response: AirResponse) -> AirResponse {
    var copy = response
    for index in copy.reports.indices { copy.reports[index].source = descriptor.id }
    copy.notices = renamed(response.notices)
    return copy
  }

  private func renamed(_ notices: [AirNotice]) -> [AirNotice] {
    notices.map { notice in changed(notice) { $0.source = descriptor.id } }
  }

  private func renamed(_ error: AQError) -> AQError {
    changed(error) { $0.source = descriptor.id }
  }
}
