import AQKit
import AQKitFixtures
import AQKitTesting
import Foundation
import Testing

@Suite("The timeline of a widget") struct MomentTimelineTests {
  private let clock = ManualClock()

  @Test("has the present hour, the next ones, and the time at which to ask again")
  func hours() async throws {
    let timeline = try await AirClient.preview(clock: clock).timeline(at: .one, using: .euEAQI, hours: 6)
    #expect(timeline.moments.count == 6 && timeline.error == nil)
    #expect(timeline.moments.first.map { $0.time <= clock.time } == true)
    #expect(timeline.moments.allSatisfy { $0.place == .one && $0.index == .euEAQI })
    #expect(timeline.dueAt > clock.time && timeline.receivedAt != nil)
    let stored = try JSONDecoder().decode(AirMoment.Timeline.self, from: JSONEncoder().encode(timeline))
    #expect(stored == timeline)
  }

  @Test("without an answer says why, and when to try again")
  func failure() async throws {
    let error = AQError(.rateLimited, "Later.", retry: .after(.seconds(1800)))
    let timeline = try await AirClient.failing(error, clock: clock).timeline(at: .one)
    #expect(timeline.moments.isEmpty && timeline.receivedAt == nil && timeline.error?.code == .rateLimited)
    #expect(timeline.dueAt == clock.time + .seconds(1800))
  }

  @Test("a placeholder has a band of the index and no credit")
  func placeholder() {
    let moment = AirMoment.placeholder(using: .ukDAQI, at: .one, time: .noon)
    #expect(moment.band?.rank == 0 && moment.display == moment.band?.name && moment.placeName == "Place 1")
    #expect(moment.attribution.isEmpty && moment.indexTitle != nil)
  }

  @Test("an index is stored as a setting by its identifier")
  func setting() throws {
    let stored = IndexEdition.Reference.euEAQI.rawValue
    #expect(stored == "eu-eaqi" && IndexEdition.Reference(rawValue: stored) == .euEAQI)
  }
}
