import AQKit
import AQKitStorage
import AQKitTesting
import Foundation
import Testing

@Suite("The last responses on disk")
struct AirStorageTests {
  private let folder = StoredFolder()
  private let clock = ManualClock(Sample.noon)

  private func storage(maximumSize: Int = 20 << 20, maximumAge: Duration = .seconds(7 * 86_400)) -> AirStorage
  {
    AirStorage(folder: folder.url, maximumSize: maximumSize, maximumAge: maximumAge, clock: clock)
  }

  @Test("another process finds the response unchanged, with its notes, its notices and its age")
  func roundTrip() throws {
    var response = try Sample.response()
    response.notices = [
      AirNotice(
        id: "1", source: "sample", kind: .smoke, title: "Smoke – “A”", text: "Two\nlines.",
        until: Sample.noon + .seconds(60),
        places: [0])
    ]
    response.cached = AirResponse.Cached(since: Sample.noon - .seconds(120))
    storage().store(AirResponse.Stored(response, storedAt: Sample.noon), to: Sample.query, from: "sample")
    let found = try #require(storage().response(to: Sample.query, from: "sample"))
    #expect(found.response == response)
    #expect(found.response.cached == response.cached)
    #expect(found.storedAt == Sample.noon)
  }

  @Test("a response without reports is a response")
  func empty() throws {
    let stored = AirResponse.Stored(
      AirResponse(notes: [AirNote(.nothingNear, "Nothing.")]), storedAt: Sample.noon)
    storage().store(stored, to: Sample.query, from: "sample")
    #expect(storage().response(to: Sample.query, from: "sample") == stored)
  }

  @Test("a query is identified as in memory: by everything but sources and freshness")
  func identity() throws {
    let storage = storage()
    storage.store(try Sample.stored(), to: Sample.query, from: "sample")
    var same = Sample.query
    same.freshness = .reload
    same.sources = .only(["sample"])
    #expect(storage.response(to: same, from: "sample") != nil)
    var other = Sample.query
    other.radius = 1000
    #expect(storage.response(to: other, from: "sample") == nil)
    #expect(storage.response(to: Sample.otherQuery, from: "sample") == nil)
    #expect(storage.response(to: Sample.query, from: "other") == nil)
  }

  @Test("a query that JSON can't hold exactly isn't stored as another one")
  func inexactQuery() throws {
    let storage = storage()
    var query = Sample.query
    query.window = .past(.milliseconds(1500))
    storage.store(try Sample.stored(), to: query, from: "sample")
    query.window = .past(.seconds(1))
    #expect(storage.response(to: query, from: "sample") == nil)
    #expect(folder.files.isEmpty)
  }

  @Test("two queries with the same file name are distinguished, and the later one has the file")
  func collision() throws {
    let storage = storage()
    storage.store(try Sample.stored(1), to: Sample.query, from: "sample")
    let name = try #require(folder.files.first)
    let bytes = try folder.bytes(of: name)
    storage.store(try Sample.stored(2), to: Sample.otherQuery, from: "sample")
    let other = try #require(folder.files.first { $0 != name })
    try folder.write(bytes, to: other)
    #expect(storage.response(to: Sample.otherQuery, from: "sample") == nil)
    #expect(storage.problems.isEmpty)
    storage.store(try Sample.stored(2), to: Sample.otherQuery, from: "sample")
    #expect(storage.response(to: Sample.otherQuery, from: "sample")?.response.value == 2)
  }

  @Test("names reveal no place, and only the owner may read")
  func privacy() throws {
    let query = AirQuery(near: try Coordinate(52.5163, 13.3777))
    storage().store(try Sample.stored(), to: query, from: "sample")
    let name = try #require(folder.files.first)
    #expect(name.wholeMatch(of: /[0-9a-f]{16}-[0-9a-f]{16}\.airresponse/) != nil)
    let attributes = try FileManager.default.attributesOfItem(
      atPath: folder.url.appending(path: name).path)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
  }

  @Test("the name of a file is the same in every process and version")
  func stableName() throws {
    storage().store(try Sample.stored(), to: Sample.query, from: "sample")
    #expect(folder.files == ["f3d802fe7a8ba4c7-bc02ccfdbad55daa.airresponse"])
  }

  @Test("a response newer than a known one is returned, and an older one isn't")
  func newerOnly() throws {
    let storage = storage()
    storage.store(try Sample.stored(), to: Sample.query, from: "sample")
    #expect(storage.response(to: Sample.query, from: "sample", newerThan: Sample.noon) == nil)
    #expect(
      storage.response(to: Sample.query, from: "sample", newerThan: Sample.noon - .seconds(1)) != nil)
  }

  @Test("all responses together are no larger than allowed, texts included; the oldest are removed first")
  func bySize() async throws {
    let storage = storage(maximumSize: 100_000)
    let text = String(repeating: "a long text ", count: 1000)
    for number in 0..<20 {
      await clock.advance(by: .seconds(60))
      storage.store(
        try Sample.stored(at: clock.time, name: text), to: AirQuery(places: [.site("\(number)")]),
        from: "sample")
      #expect(storage.size.bytes <= 100_000)
    }
    let kept = (0..<20).filter {
      storage.response(to: AirQuery(places: [.site("\($0)")]), from: "sample") != nil
    }
    #expect(kept == Array((20 - kept.count)..<20))
    #expect((6...8).contains(kept.count))
    #expect(storage.size.responses == kept.count)
  }

  @Test("storing a response looks through the folder once a minute, not each time")
  func amongMany() async throws {
    let storage = storage()
    storage.store(try Sample.stored(), to: Sample.query, from: "sample")
    // Looking through the folder removes a response that is too old.
    let old = "0000000000000000-0000000000000000.airresponse"
    try folder.write([1], to: old)
    let before = Sample.noon - .seconds(30 * 86_400)
    try FileManager.default.setAttributes(
      [.modificationDate: before.date], ofItemAtPath: folder.url.appending(path: old).path)
    for number in 0..<200 {
      storage.store(try Sample.stored(), to: AirQuery(places: [.site("\(number)")]), from: "sample")
    }
    #expect(folder.files.contains(old) && folder.files.count == 202)
    await clock.advance(by: .seconds(60))
    storage.store(try Sample.stored(at: clock.time), to: Sample.query, from: "sample")
    #expect(!folder.files.contains(old) && folder.files.count == 201)
  }

  @Test("a response larger than the limit for all isn't stored, and removes no other")
  func tooLarge() throws {
    let storage = storage(maximumSize: 10_000)
    storage.store(try Sample.stored(), to: Sample.query, from: "sample")
    storage.store(
      try Sample.stored(name: String(repeating: "x", count: 20_000)), to: Sample.otherQuery, from: "sample")
    #expect(storage.response(to: Sample.query, from: "sample") != nil)
    #expect(storage.response(to: Sample.otherQuery, from: "sample") == nil)
  }

  @Test(
    "a response older than the allowed age is removed when it is requested, or when another one is stored")
  func byAge() async throws {
    let storage = storage(maximumAge: .seconds(3600))
    storage.store(try Sample.stored(), to: Sample.query, from: "sample")
    await clock.advance(by: .seconds(3600))
    #expect(storage.response(to: Sample.query, from: "sample") != nil)
    await clock.advance(by: .seconds(1))
    #expect(storage.response(to: Sample.query, from: "sample") == nil)
    #expect(folder.files.isEmpty)

    storage.store(try Sample.stored(at: clock.time), to: Sample.query, from: "sample")
    await clock.advance(by: .seconds(3601))
    storage.store(try Sample.stored(at: clock.time), to: Sample.otherQuery, from: "sample")
    #expect(folder.files.count == 1)
    #expect(storage.problems.isEmpty)
  }

  @Test("a response from the future isn't returned: the clock was set back")
  func fromTheFuture() throws {
    AirStorage(folder: folder.url, clock: ManualClock(Sample.noon + .seconds(86_400))).store(
      try Sample.stored(at: Sample.noon + .seconds(86_400)), to: Sample.query, from: "sample")
    #expect(folder.files.count == 1)
    #expect(storage().response(to: Sample.query, from: "sample") == nil)
  }

  @Test(
    "a response from the future isn't removed, because the clock may be wrong, and blocks no newer one")
  func futureStays() throws {
    let later = Sample.noon + .seconds(86_400)
    AirStorage(folder: folder.url, clock: ManualClock(later)).store(
      try Sample.stored(at: later), to: Sample.query, from: "sample")
    _ = storage().response(to: Sample.query, from: "sample")
    storage().store(try Sample.stored(), to: Sample.otherQuery, from: "sample")
    #expect(folder.files.count == 2)
    storage().store(try Sample.stored(2), to: Sample.query, from: "sample")
    #expect(storage().response(to: Sample.query, from: "sample")?.storedAt == Sample.noon)
  }

  @Test("if space is needed, responses from the future are removed first: they are never used")
  func futureGoesFirst() throws {
    let later = Sample.noon + .seconds(86_400)
    AirStorage(folder: folder.url, clock: ManualClock(later)).store(
      try Sample.stored(at: later), to: Sample.query, from: "sample")
    let size = storage().size.bytes
    let storage = storage(maximumSize: 2 * size + 100)
    let third = AirQuery(places: [.site("hamburg")], parameters: [.pm25])
    storage.store(try Sample.stored(), to: Sample.otherQuery, from: "sample")
    storage.store(try Sample.stored(), to: third, from: "sample")
    #expect(storage.response(to: Sample.otherQuery, from: "sample") != nil)
    #expect(storage.response(to: third, from: "sample") != nil)
  }

  @Test("an older response doesn't replace a newer one")
  func olderLast() throws {
    let storage = storage()
    storage.store(try Sample.stored(2), to: Sample.query, from: "sample")
    storage.store(try Sample.stored(1, at: Sample.noon - .seconds(60)), to: Sample.query, from: "sample")
    #expect(storage.response(to: Sample.query, from: "sample")?.storedAt == Sample.noon)
    #expect(folder.files.count == 1)
  }

  @Test("a response takes space once: two that fit together stay")
  func roomOfOne() throws {
    try #require(folder.files.isEmpty)
    storage().store(try Sample.stored(), to: Sample.query, from: "sample")
    let size = storage().size.bytes
    let storage = storage(maximumSize: 2 * size + 100)
    storage.store(try Sample.stored(), to: Sample.otherQuery, from: "sample")
    #expect(storage.size.responses == 2)
  }

  @Test("files of others in the folder are neither read nor removed")
  func filesOfOthers() throws {
    try folder.write([1, 2, 3], to: "notes.txt")
    let storage = storage(maximumSize: 2000)
    for number in 0..<10 {
      storage.store(try Sample.stored(), to: AirQuery(places: [.site("\(number)")]), from: "sample")
    }
    storage.removeAll()
    #expect(folder.files == ["notes.txt"])
  }

  @Test("responses of one source can be removed, and all")
  func removal() throws {
    let storage = storage()
    storage.store(try Sample.stored(), to: Sample.query, from: "sample")
    storage.store(try Sample.stored(), to: Sample.query, from: "other")
    storage.removeResponses(from: "sample")
    #expect(storage.response(to: Sample.query, from: "sample") == nil)
    #expect(storage.response(to: Sample.query, from: "other") != nil)
    storage.removeAll()
    #expect(folder.files.isEmpty)
  }

  @Test("what the rights of a report or a series forbid to keep isn't stored")
  func rights() throws {
    let storage = storage()
    let forbidden = AirRights(caching: .forbidden)
    let report = try Sample.response(caching: .forbidden)
    let series = try Sample.response(origin: AirOrigin(source: "owner", rights: forbidden))
    for var response in [report, series] {
      response.reports += try Sample.response().reports
      storage.store(AirResponse.Stored(response, storedAt: Sample.noon), to: Sample.query, from: "sample")
    }
    #expect(folder.files.isEmpty)
    #expect(storage.response(to: Sample.query, from: "sample") == nil)
  }

  @Test("a folder that can't be written is only a reported problem")
  func unwritable() throws {
    try folder.write([], to: "file")
    let storage = AirStorage(folder: folder.url.appending(path: "file"), clock: clock)
    storage.store(try Sample.stored(), to: Sample.query, from: "sample")
    #expect(storage.problems.map(\.kind) == [.inaccessible])
    #expect(storage.response(to: Sample.query, from: "sample") == nil)
  }

  @Test("two storages with one folder, many tasks: every response is found whole, and there is no problem")
  func together() async throws {
    let storages = [storage(maximumSize: 40_000), storage(maximumSize: 40_000)]
    let responses = try (1...20).map { try Sample.stored(Double($0), count: 30) }
    await withTaskGroup { group in
      for (number, response) in responses.enumerated() {
        for storage in storages {
          group.addTask {
            for round in 0..<10 {
              let query = AirQuery(places: [.site("\((number + round) % 12)")])
              storage.store(response, to: query, from: "sample")
              if let found = storage.response(to: query, from: "sample") {
                #expect(responses.contains { $0.response == found.response })
              }
            }
          }
        }
      }
    }
    #expect(storages.flatMap(\.problems).isEmpty)
    #expect(folder.files.allSatisfy { $0.hasSuffix(".airresponse") })
    #expect(storages[0].size.responses > 0)
  }
}
