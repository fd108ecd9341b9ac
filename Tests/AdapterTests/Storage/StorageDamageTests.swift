import AQKit
import AQKitStorage
import AQKitTesting
import Foundation
import TestRuns
import Testing

@Suite("Damaged files of responses", .computing)
struct StorageDamageTests {
  private let folder = StoredFolder()
  private let clock = ManualClock(Sample.noon)
  private let stored: AirResponse.Stored
  private let name: String
  private let bytes: [UInt8]

  init() throws {
    stored = try Sample.stored()
    AirStorage(folder: folder.url, clock: clock).store(stored, to: Sample.query, from: "sample")
    name = try #require(folder.files.first)
    bytes = try folder.bytes(of: name)
  }

  /// Returns what a storage makes of a file's content, and whether the file is still there.
  private func read(_ bytes: [UInt8]) throws -> (
    stored: AirResponse.Stored?, problems: [AirStorage.Problem.Kind], isThere: Bool
  ) {
    try folder.write(bytes, to: name)
    let told = Log<AirStorage.Problem>()
    let storage = AirStorage(folder: folder.url, clock: clock) { told.add($0) }
    let found = storage.response(to: Sample.query, from: "sample")
    #expect(told.all == storage.problems)
    return (found, storage.problems.map(\.kind), folder.files.contains(name))
  }

  @Test("a file that is cut anywhere is removed and reported, once")
  func cut() throws {
    for count in stride(from: 0, to: bytes.count, by: TestEffort.of(1, debug: 7)) {
      let result = try read(Array(bytes.prefix(count)))
      let isExpected = result.stored == nil && result.problems == [.damaged] && !result.isThere
      #expect(isExpected, "\(count) bytes: \(result.problems)")
    }
  }

  @Test("a changed bit is found wherever it is, and only that file is lost")
  func flipped() throws {
    for index in stride(from: 0, to: bytes.count, by: TestEffort.of(1, debug: 5)) {
      for bit in TestEffort.isHeavy ? Array(0..<8) : [index % 8] {
        var changed = bytes
        changed[index] ^= 1 << UInt8(bit)
        let result = try read(changed)
        // Capital digits in the checksum mean the same; another format is left alone.
        let isExpected =
          result.stored == nil
          ? result.problems.count == 1 && result.isThere == (result.problems == [.newerFormat])
          : result.stored == stored && result.problems.isEmpty
        #expect(isExpected, "byte \(index), bit \(bit): \(result.problems)")
      }
    }
  }

  @Test("files whose sizes overflow when added don't trap, and new responses are stored")
  func enormous() throws {
    // Few file systems have such files; the memory of a Linux machine does.
    let memory = URL(filePath: "/dev/shm/aqkit-storage-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: memory) }
    for place in [folder.url, memory] {
      try? FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
      for name in ["a", "b"] {
        let file = place.appending(path: "\(name).airresponse")
        guard FileManager.default.createFile(atPath: file.path, contents: Data()) else { continue }
        try? FileHandle(forWritingTo: file).truncate(atOffset: UInt64(Int64.max))
        try FileManager.default.setAttributes([.modificationDate: Sample.noon.date], ofItemAtPath: file.path)
      }
      for limit in [1 << 20, Int.max] where FileManager.default.fileExists(atPath: place.path) {
        let storage = AirStorage(folder: place, maximumSize: limit, clock: clock)
        #expect(storage.size.bytes >= 0)
        for query in [Sample.query, Sample.otherQuery] {
          storage.store(stored, to: query, from: "sample")
          #expect(storage.response(to: query, from: "sample") == stored)
        }
      }
    }
  }

  @Test("bytes after the end make a file damaged")
  func longer() throws {
    #expect(try read(bytes + [0]).problems == [.damaged])
  }

  @Test(
    "a file of others is removed and reported",
    arguments: [
      "{\"reports\": []}\n", "AQKit response one 2 3 4\n", "AQKit response 0 1 0 0\n", "\n", "GIF89a",
    ])
  func foreign(text: String) throws {
    let result = try read(Array(text.utf8))
    #expect(result.stored == nil)
    #expect(result.problems == [.foreign])
    #expect(!result.isThere)
  }

  @Test("a file of a newer format is reported, not used, and left alone until a response takes its place")
  func newerFormat() throws {
    let newer = Array(
      String(decoding: bytes, as: UTF8.self).replacing("AQKit response 1 ", with: "AQKit response 2 ").utf8)
    let result = try read(newer)
    #expect(result.stored == nil)
    #expect(result.problems == [.newerFormat])
    #expect(result.isThere)
    let storage = AirStorage(folder: folder.url, clock: clock)
    for _ in 0..<3 { #expect(storage.response(to: Sample.query, from: "sample") == nil) }
    #expect(storage.problems.count == 1)
    storage.store(stored, to: Sample.query, from: "sample")
    #expect(storage.response(to: Sample.query, from: "sample") == stored)
  }

  @Test("a file with the right checksum and unreadable reports is damaged")
  func unreadable() throws {
    var response = stored.response
    response.reports = []
    AirStorage(folder: folder.url, clock: clock).store(
      AirResponse.Stored(response, storedAt: Sample.noon), to: Sample.query, from: "sample")
    let empty = try folder.bytes(of: name)
    #expect(try read(empty).problems.isEmpty)
    let fault = rewritten(empty, adding: "{\"schema\": 1}\n")
    #expect(try read(fault).problems == [.damaged])
  }

  /// The file with one more line, and the matching first line.
  private func rewritten(_ bytes: [UInt8], adding line: String) -> [UInt8] {
    let end = bytes.firstIndex(of: 10) ?? 0
    let body = Array(bytes[(end + 1)...]) + Array(line.utf8)
    let stated = "\(Sample.noon.secondsSince1970) \(body.count) "
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in Array(stated.utf8) + body { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    let digits = String(hash, radix: 16)
    return Array("AQKit response 1 \(stated)\(digits)\n".utf8) + body
  }

  @Test("a link or a folder in place of a file isn't a response")
  func noFile() throws {
    let path = folder.url.appending(path: name)
    try FileManager.default.removeItem(at: path)
    try FileManager.default.createDirectory(at: path, withIntermediateDirectories: false)
    let storage = AirStorage(folder: folder.url, clock: clock)
    #expect(storage.response(to: Sample.query, from: "sample") == nil)
    #expect(storage.problems.map(\.kind) == [.inaccessible])
  }
}

/// A list that several threads write to.
final class Log<Element: Sendable>: Sendable {
  private let elements = Locked<[Element]>([])
  func add(_ element: Element) { elements.withLock { $0.append(element) } }
  var all: [Element] { elements.withLock { $0 } }
}
