/// A source under the identifier, name or precedence that a container gives it; everything else is its base's.
struct ConfiguredSource: AirDataSource {
  let base: any AirDataSource
  let descriptor: SourceDescriptor

  init(base: any AirDataSource, descriptor: SourceDescriptor) {
    self.base = base
    self.descriptor = descriptor
  }

  @concurrent func fetch(_ query: AirQuery) async throws -> AirResponse {
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
          var update = update
          for index in update.reports.indices { update.reports[index].source = descriptor.id }
          try await send(update)
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
