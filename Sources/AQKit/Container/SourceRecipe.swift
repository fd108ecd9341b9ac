/// How a registered source is made.
struct SourceRecipe: Sendable {
  var descriptor: SourceDescriptor
  var make: @Sendable (AQContainer, SourceOptions) throws -> any AirDataSource
  var isEnabled = true
  var options: SourceOptions

  init(
    descriptor: SourceDescriptor,
    make: @escaping @Sendable (AQContainer, SourceOptions) throws -> any AirDataSource
  ) {
    self.descriptor = descriptor
    self.make = make
    self.options = SourceOptions(source: descriptor.id, declared: descriptor.options)
  }

  /// Makes the source, after checking that every required option is there.
  func make(in container: AQContainer) throws -> any AirDataSource {
    try options.checkRequired()
    let source = try make(container, options)
    // A second instance of a recipe goes by its own name.
    return source.descriptor.id == descriptor.id ? source : RenamedSource(base: source, descriptor: descriptor)
  }
}

/// A source under another identifier.
struct RenamedSource: AirDataSource {
  let base: any AirDataSource
  let descriptor: SourceDescriptor

  func fetch(_ query: AirQuery) async throws -> AirResponse {
    do {
      return renamed(try await base.fetch(query))
    } catch let error as AQError {
      throw renamed(error)
    }
  }

  func updates(for query: AirQuery) -> AirUpdates {
    AirUpdates { send in
      do {
        for try await update in base.updates(for: query) {
          let renamed = renamed(AirResponse(reports: update.reports, notes: update.notes))
          try await send(AirUpdate(reports: renamed.reports, notes: renamed.notes, state: update.state))
        }
      } catch let error as AQError {
        throw renamed(error)
      }
    }
  }

  private func renamed(_ response: AirResponse) -> AirResponse {
    var copy = response
    for index in copy.reports.indices { copy.reports[index].source = descriptor.id }
    return copy
  }

  private func renamed(_ error: AQError) -> AQError {
    var copy = error
    copy.source = descriptor.id
    return copy
  }
}
