import AQKit
import AQKitTesting
import Testing

@Suite("A source that reads by a closure", .timeLimit(.minutes(10)))
struct ClosureReadingTests {
  /// A table of two stations.
  private struct Table: AirDataSource {
    var descriptor: SourceDescriptor = .sample(
      "table",
      offers: [.sample([.pm25], places: [.coordinate, .site], convention: .instant, averaging: .instant)])
    var asked = Log<[AirQuery.Place]>()
    var read: @Sendable (AirQuery, inout ReportBuilder) async throws -> Void = { query, report in
      for (id, latitude, value) in [("north", 54.0, 1.0), ("south", 48, 2)] {
        let site = report.site(
          AirSite(id: id, coordinate: try Coordinate(latitude, 7), kind: .referenceStation))
        report.add(.pm25, value, unit: "µg/m³", at: .time(.noon), to: site)
      }
    }

    func fetch(_ query: AirQuery) async throws -> AirResponse {
      try await response(to: query, clock: ManualClock(.noon)) { query, report in
        asked.add(query.places)
        try await read(query, &report)
      }
    }
  }

  private struct Broken: Error {}

  @Test("is read once for each kind of place, and its sites are matched to the places of the query")
  func kinds() async throws {
    let table = Table()
    let (south, north) = (
      AirQuery.Place.near(try Coordinate(48, 7)), AirQuery.Place.near(try Coordinate(54, 7))
    )
    let response = try await table.fetch(AirQuery(places: [south, .site("north"), north]))
    #expect(table.asked.all == [[south, north], [.site("north")]])
    let places = response.reports.flatMap { report in report.places.map { [report.site.id, "\($0)"] } }
    #expect(Set(places) == [["south", "0"], ["north", "1"], ["north", "2"]])
  }

  @Test("an AQError names the source, any other error says that the source is unavailable")
  func errors() async throws {
    let query = AirQuery(near: try Coordinate(48, 7))
    let refused = await #expect(throws: AQError.self) {
      try await Table(read: { _, _ in throw AQError(.unauthorized, "No.") }).fetch(query)
    }
    #expect(refused?.code == .unauthorized && refused?.source == "table")
    let broken = await #expect(throws: AQError.self) {
      try await Table(read: { _, _ in throw Broken() }).fetch(query)
    }
    #expect(broken?.code == .unavailable && broken?.source == "table")
  }

  @Test("isn't read for anything that it doesn't offer")
  func unsupported() async throws {
    let table = Table()
    let error = await #expect(throws: AQError.self) {
      try await table.fetch(AirQuery(near: try Coordinate(48, 7), parameters: [.o3]))
    }
    #expect(error?.code == .unsupported && table.asked.all.isEmpty)
  }

  @Test("a cancelled query ends with a cancellation, whatever the closure does with it")
  func cancelled() async throws {
    let query = AirQuery(near: try Coordinate(48, 7))
    let task = Task {
      try await Table(read: { _, _ in
        withUnsafeCurrentTask { $0?.cancel() }
        throw Broken()
      }).fetch(query)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
