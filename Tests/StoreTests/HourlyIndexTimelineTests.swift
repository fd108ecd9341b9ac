import AQKit
import AQKitFixtures
import AQKitTesting
import Foundation
import Testing

@Suite("The timeline of a widget") struct HourlyIndexTimelineTests {
  private let clock = ManualClock()

  @Test("has the present hour, the next ones, and the time at which to ask again")
  func hours() async throws {
    let timeline = try await AirClient.preview(clock: clock).timeline(at: .one, using: .euEAQI, hours: 6)
    #expect(timeline.hours.count == 6 && timeline.error == nil)
    #expect(timeline.hours.first.map { $0.time <= clock.time } == true)
    #expect(timeline.hours.allSatisfy { $0.place == .one && $0.index == .euEAQI })
    #expect(timeline.dueAt > clock.time && timeline.receivedAt != nil)
    let stored = try JSONDecoder().decode(HourlyIndex.Timeline.self, from: JSONEncoder().encode(timeline))
    #expect(stored == timeline)
  }

  @Test("without an answer says why, and when to try again")
  func failure() async throws {
    let error = AQError(.rateLimited, "Later.", retry: .after(.seconds(1800)))
    let timeline = try await AirClient.failing(error, clock: clock).timeline(at: .one)
    #expect(timeline.hours.isEmpty && timeline.receivedAt == nil && timeline.error?.code == .rateLimited)
    #expect(timeline.dueAt == clock.time + .seconds(1800))
  }

  @Test("computes the index as its options say")
  func options() async throws {
    let report = try AirReport.sample(at: AirPlace.one.coordinate, receivedAt: clock.time)
    let client = AirClient.always(AirResponse(reports: [report]), clock: clock)
    let partial = try await client.timeline(at: .one, hours: 1)
    #expect(partial.hours.first?.isPartial == true)
    let whole = try await client.timeline(at: .one, hours: 1, options: IndexOptions(partial: .none))
    #expect(whole.hours.first?.isKnown == false)
  }

  @Test("a placeholder has a band of the index and no credit")
  func placeholder() throws {
    let hour = HourlyIndex.placeholder(using: .ukDAQI, at: .one, time: .noon)
    #expect(hour.band?.rank == 0 && hour.display == hour.band?.name && hour.placeName == "Place 1")
    #expect(hour.attribution.isEmpty && hour.indexTitle != nil)
    // The hour that ends at midnight begins on the day before the new edition.
    let midnight = try #require(AirTime("2024-05-06T00:00:00Z"))
    #expect(HourlyIndex.placeholder(using: .usEPA, time: midnight).edition == "us_epa_2012")
  }

  @Test("an index is stored as a setting by its identifier")
  func setting() throws {
    let stored = IndexEdition.Reference.euEAQI.rawValue
    #expect(stored == "eu-eaqi" && IndexEdition.Reference(rawValue: stored) == .euEAQI)
  }
}
