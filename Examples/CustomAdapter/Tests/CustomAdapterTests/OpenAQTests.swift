import AQKit
import AQKitTesting
import Foundation
import Testing

@testable import CustomAdapter

@Suite("OpenAQ's responses") struct OpenAQTests {
  private let query = try? AirQuery(near: Coordinate(50.08, 14.42))

  private func paths(_ transport: StubTransport) -> [String] {
    transport.requests.map { String($0.url.dropFirst("https://api.openaq.org/v3/".count)) }
  }

  private func source(_ transport: StubTransport) -> HTTPSource<ExampleOpenAQ> {
    HTTPSource(
      ExampleOpenAQ(apiKey: "key-of-the-test"), transport: transport,
      clock: ManualClock(Recordings.recordedAt))
  }

  private let honest = StubTransport { TransportResponse(status: 200, text: Recordings.text(for: $0)) }

  @Test("the three nearest of both pages are asked, and no other")
  func nearest() async throws {
    let response = try await source(honest).fetch(#require(query))
    #expect(
      Set(paths(honest).compactMap { $0.contains("/sensors") ? $0.prefix(14) : nil })
        == ["locations/2178", "locations/2190", "locations/2179"])
    #expect(response.reports.first?.site.name == "Praha 2-Legerova")
  }

  @Test("each station has its current licence")
  func licences() async throws {
    let response = try await source(honest).fetch(#require(query))
    let city = try #require(response.reports.first { $0.site.id == "2178" })
    #expect(city.attribution.map(\.text) == ["OpenAQ", "ČHMÚ"] && city.rights.redistribution == .allowed)
    #expect(city.attribution.last?.licence == "CC BY 4.0")
    let suburb = try #require(response.reports.first { $0.site.id == "2190" })
    #expect(suburb.rights.redistribution == .forbidden && suburb.rights.shareAlike)
  }

  @Test("the latest values are instants next to the hours, and a silent sensor's hours aren't requested")
  func latest() async throws {
    let response = try await source(honest).fetch(#require(query))
    let city = try #require(response.reports.first { $0.site.id == "2178" })
    let particles = city.series.filter { $0.parameter == .pm25 }
    #expect(Set(particles.map(\.averaging)) == [.instant, .oneHour])
    #expect(particles.allSatisfy { $0.newestReading()?.value == 17.5 })
    #expect(!paths(honest).contains { $0.hasPrefix("sensors/3900/") || $0.hasPrefix("sensors/3920/") })
  }

  @Test("two sensors of a station that measure the same have their own hours")
  func twoSensors() async throws {
    let transport = StubTransport { request in
      if request.url.contains("sensors/3920/") {
        return TransportResponse(status: 200, text: Recordings.values(of: 3916))
      }
      let text = Recordings.text(for: request)
      return TransportResponse(
        status: 200, text: text.replacingOccurrences(of: #""name": "no""#, with: #""name": "pm25""#))
    }
    let response = try await source(transport).fetch(#require(query))
    let city = try #require(response.reports.first { $0.site.id == "2178" })
    let hours = city.series.filter { $0.parameter == .pm25 && $0.averaging == .oneHour }
    #expect(Set(hours.map { $0.origin?.instrument?.id }) == ["3919", "3920"])
    #expect(hours.first { $0.origin?.instrument?.id == "3920" }?.values == [31.5, 34.25])
  }

  @Test("a station whose only sensor fell silent has its last value, with its time")
  func silent() async throws {
    let transport = StubTransport { request in
      let text = Recordings.text(for: request)
      return TransportResponse(
        status: 200,
        text: request.url.contains("/2179/")
          ? text.replacingOccurrences(of: "2026-10-01T11:00:00Z", with: "2021-01-01T00:00:00Z") : text)
    }
    let response = try await source(transport).fetch(#require(query))
    let silent = try #require(response.reports.first { $0.site.id == "2179" })
    #expect(silent[.pm10]?.newestReading()?.interval.end == AirTime("2021-01-01T00:00:00Z"))
    #expect(!paths(transport).contains { $0.hasPrefix("sensors/4030/") })
  }

  @Test("a second query requests nothing that is cached: licences, stations and latest values")
  func kept() async throws {
    let source = source(honest)
    _ = try await source.fetch(#require(query))
    let first = honest.requests.count
    var other = try #require(query)
    other.parameters = [.o3]
    _ = try await source.fetch(other)
    #expect(paths(honest).dropFirst(first).allSatisfy { !$0.hasPrefix("loc") && !$0.hasPrefix("lic") })
  }

  @Test("hours are asked for up to the time of the fetch, of sensors that weren't silent in the cached reply")
  func keptSensors() async throws {
    let clock = ManualClock(Recordings.recordedAt)
    let source = HTTPSource(ExampleOpenAQ(apiKey: "key-of-the-test"), transport: honest, clock: clock)
    var past = try #require(query)
    past.window = .past(.seconds(7200))
    _ = try await source.fetch(past)
    let first = honest.requests.count
    await clock.advance(by: .seconds(1200))
    _ = try await source.fetch(past)
    let later = paths(honest).dropFirst(first)
    #expect(!later.contains { $0.hasPrefix("locations/") })
    // The last value that 4021 had when the sensors were listed is of 10:00.
    for sensor in [3919, 4021] {
      #expect(
        later.contains {
          $0.hasPrefix("sensors/\(sensor)/") && $0.contains("datetime_to=2026-10-01T12%3A20%3A00Z")
        })
    }
  }

  @Test(
    "an error body that isn't JSON is an error by its status",
    arguments: [
      (422, #""[{'type': 'less_than_equal', 'loc': ('query', 'radius')}]""#, AQError.Code.invalidRequest),
      (500, "Internal Server Error", .unavailable), (401, "", .unauthorized),
    ])
  func errors(status: Int, body: String, code: AQError.Code) async throws {
    let source = source(StubTransport(always: .status(status, text: body)))
    let error = try await #require(throws: AQError.self) { try await source.fetch(#require(query)) }
    #expect(error.code == code)
  }

  @Test("the list of stations alone requests no values")
  func stations() async throws {
    var question = try #require(query)
    question.detail = .sites
    let response = try await source(honest).fetch(question)
    #expect(response.reports.count == 5 && honest.requests.count == 3)
  }
}
