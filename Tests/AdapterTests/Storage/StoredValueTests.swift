import AQKit
import AQKitStorage
import AQKitTesting
import Foundation
import Testing

@Suite("An application's own values on disk") struct StoredValueTests {
  private let folder = StoredFolder()
  private let clock = ManualClock(Sample.noon)
  private var storage: AirStorage { AirStorage(folder: folder.url, clock: clock) }

  private var files: [URL] {
    let values = folder.url.appending(path: "values")
    return (try? FileManager.default.contentsOfDirectory(at: values, includingPropertiesForKeys: nil)) ?? []
  }

  @Test("another process finds the last value of each name")
  func roundTrip() {
    #expect(storage.load("list", as: [String].self) == nil)
    #expect(storage.save(["Brno"], as: "list"))
    storage.save(["Brno", "Oslo"], as: "list")
    storage.save(7, as: "a / name: “A”")
    #expect(storage.load("list") == ["Brno", "Oslo"])
    #expect(storage.load("a / name: “A”") == 7)
    storage.removeValue("list")
    #expect(storage.load("list", as: [String].self) == nil && files.count == 1)
  }

  @Test("a screen is restored at the next start") @MainActor func screen() async throws {
    let client = try AirClient.always(Sample.response(), clock: clock)
    let store = AirQualityStore(client)
    await store.show(AirPlace(name: "Berlin", coordinate: try Coordinate(52.5, 13.4)))
    let (first, storage) = (store[.air].value, storage)
    storage.save(store.snapshot, as: "screen")
    if let kept: AirQualityStore.Snapshot = storage.load("screen") { store.restore(kept) }
    #expect(store[.air].value == first && first != nil)
    let next = AirQualityStore(client)
    next.restore(try #require(storage.load("screen")))
    #expect(next[.air].isCached && next.place?.name == "Berlin")
  }

  @Test("removing all responses leaves them, and they don't count as responses")
  func apart() throws {
    storage.save(7, as: "seven")
    storage.store(try Sample.stored(), to: Sample.query, from: "sample")
    #expect(storage.size.responses == 1)
    storage.removeAll()
    #expect(storage.load("seven") == 7)
  }

  @Test("a value of a newer format is reported, and neither replaced nor read")
  func newerFormat() throws {
    storage.save(["Brno"], as: "list")
    let file = try #require(files.first)
    let text = try String(contentsOf: file, encoding: .utf8)
    let newer = text.replacing("AQKit value 1 ", with: "AQKit value 2 ")
    try newer.write(to: file, atomically: true, encoding: .utf8)
    let older = storage
    #expect(!older.save([String](), as: "list") && older.problems.map(\.kind) == [.newerFormat])
    #expect(try String(contentsOf: file, encoding: .utf8) == newer)
  }

  @Test("a file that is cut is reported once and stays until a value is saved, as does one of another type")
  func damaged() throws {
    storage.save(["Brno"], as: "list")
    let other = storage
    #expect(other.load("list", as: Int.self) == nil && other.load("list") == ["Brno"])
    #expect(other.problems.map(\.message) == ["The value can't be read as Int."])
    let file = try #require(files.first)
    try Data(contentsOf: file).dropLast(2).write(to: file)
    let reader = storage
    for _ in 0..<2 { #expect(reader.load("list", as: [String].self) == nil) }
    #expect(reader.problems.map(\.kind) == [.damaged] && files == [file])
    #expect(reader.save(["Oslo"], as: "list") && reader.load("list") == ["Oslo"])
  }

  @Test("a file larger than any value is reported without being read")
  func tooLarge() throws {
    storage.save(["Brno"], as: "list")
    let file = try #require(files.first)
    let handle = try FileHandle(forWritingTo: file)
    // Without taking space on the disk.
    try handle.truncate(atOffset: 256 << 20 + 1)
    try handle.close()
    let reader = storage
    #expect(reader.load("list", as: [String].self) == nil)
    #expect(reader.problems.map(\.kind) == [.damaged] && files == [file])
    #expect(reader.problems.first?.message == "The file has 268435457 bytes, and at most 268435456 are read.")
  }

  @Test("a value that JSON can't hold is a problem, and the last one stays")
  func unwritable() {
    let storage = storage
    storage.save(1.5, as: "number")
    #expect(!storage.save(Double.nan, as: "number") && storage.problems.count == 1)
    #expect(storage.load("number") == 1.5)
  }
}
