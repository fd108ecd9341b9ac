import AQKit
import AQKitTesting
import Testing

// What Docs/Hub.md describes; the guide quotes parts of this file.

func air(at place: Coordinate, in hub: AirHub) async throws -> String {
  let answer = try await hub.answer(for: AirQuery(near: place), policy: .merged(), within: .seconds(10))
  for candidate in answer.candidates() { print(candidate) }
  return answer.index(using: .usEPA).description
}

/// Returns the hours of PM2.5 of a past time, from the best sites, as lines of CSV.
func lines(of time: AirInterval, at place: Coordinate, in hub: AirHub) async throws -> [String] {
  let query = AirQuery(near: place, parameters: [.pm25], window: .interval(time))
  let answer = try await hub.answer(for: query, policy: .merged(), within: .seconds(300))
  let parts = answer.merged()?.series(of: .pm25).first?.parts ?? []
  return parts.flatMap { part in
    part.series.readings.map { reading in
      "\(reading.interval.start),\(reading.interval.end),\(reading.value),\(reading.unit),\(part.source)"
    }
  }
}

@Suite("The guide to one answer from several sources")
struct HubGuideTests {
  @Test("prints the candidates and the index, or the reason why there is none")
  func guide() async throws {
    let source = ScriptedSource(
      .sample("open-meteo"), outcomes: [.failure(AQError(.unreachable, "No route."))])
    let hub = try AirHub(sources: [source], clock: ManualClock())
    #expect(try await air(at: Coordinate(50, 14), in: hub) == "open-meteo: unreachable: No route.")
  }

  @Test("returns a line for each value of a past time, whichever source has it")
  func past() async throws {
    let other = AirSite(id: "s2", name: "Elsewhere", kind: .referenceStation)
    let sources = [
      ScriptedSource(
        .sample("one"), always: AirResponse(reports: [try .sample("one", at: AirTime.noon.hours(-29))])),
      ScriptedSource(
        .sample("two"),
        always: AirResponse(reports: [
          try .sample("two", value: 7.25, at: AirTime.noon.hours(-26), site: other)
        ])),
    ]
    let hub = try AirHub(sources: sources, clock: ManualClock())
    let day = try AirInterval(start: AirTime.noon.hours(-48), end: AirTime.noon.hours(-24))
    #expect(
      try await lines(of: day, at: Coordinate(50, 14), in: hub) == [
        "2026-09-30T06:00:00Z,2026-09-30T07:00:00Z,12.5,µg/m³,one",
        "2026-09-30T09:00:00Z,2026-09-30T10:00:00Z,7.25,µg/m³,two",
      ])
  }
}
