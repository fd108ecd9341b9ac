import AQKit
import Observation

/// A provider of Puddles' kind: its dependencies are closures, and a variant is made of others.
@Observable final class AirProvider {
  private let dependencies: AirClient
  private(set) var lines: [String] = []

  init(dependencies: AirClient) { self.dependencies = dependencies }

  func report(at place: AirPlace) async throws -> AirReport {
    try await dependencies.fetch(AirQuery(near: place.coordinate)).report()
  }
  func follow(_ place: AirPlace) async throws {
    lines = []
    for try await update in dependencies.updates(AirQuery(near: place.coordinate)) {
      lines = (lines + update.reports.map { "\($0.source): \($0.site.name ?? place.name)" }).suffix(100)
    }
  }
}
