import AQKit
import Foundation
import Testing

@testable import AQKitCommands

@Suite("normalize")
struct NormalizationTests {
  /// Made by Python: the header and two rows of OpenAQ's archive.
  private static let archive =
    "H4sIAAAAAAACA5WMOwrDMBAFe58iuH4yK63lT+rUqdIHEW8hkCUjyTl/bMgBEngMjykmpJerPsWnX1AklpTLecNXY3"
    + "FVql8FwdXDRmwuu1WqZOzR14K3C7s0Ro8TeNYj2puEyz3lKuqULQwZo8gq4gfpK9ExRcNBsO00W4bSNHR26kcySIxt"
    + "W0Ed9fxr1fxT1c0HMhrPqPMAAAA="

  private static let nowhere = open("/dev/null", O_WRONLY)

  private func summary(of bytes: Data) throws -> Tally {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: bytes)
    try pipe.fileHandleForWriting.close()
    let decoder = PayloadFormat.openAQCSV.makeDecoder(
      PayloadFormat.Context(receivedAt: AirTime(secondsSince1970: 1_800_000_000)))
    var normalization = Normalization(to: Self.nowhere)
    return try normalization.read(pipe.fileHandleForReading, by: decoder)
  }

  @Test("reads gzip, as in the archive, like the text in it")
  func gzip() throws {
    let compressed = try #require(Data(base64Encoded: Self.archive))
    let summary = try summary(of: compressed)
    #expect(summary.reports == 1 && summary.values == 2 && summary.bytes == 243)
    let error = #expect(throws: AQError.self) { try self.summary(of: compressed.dropLast(9)) }
    #expect(error?.code == .malformed)
  }

  @Test("says that a folder can't be read")
  func folder() throws {
    let handle = try #require(FileHandle(forReadingAtPath: FileManager.default.temporaryDirectory.path))
    let decoder = PayloadFormat.openAQCSV.makeDecoder(
      PayloadFormat.Context(receivedAt: AirTime(secondsSince1970: 1_800_000_000)))
    let error = #expect(throws: AQError.self) {
      var normalization = Normalization(to: Self.nowhere)
      return try normalization.read(handle, by: decoder)
    }
    #expect(error?.code == .unavailable)
  }

  @Test("counts what was refused up to the largest number")
  func hugeCounts() {
    let note = AirNote(.refused, "A row has no time.", count: .max)
    let tally = Tally([AirResponse(notes: [note, note])])
    #expect(tally.refused == .max && tally.notes == [note])
  }

  @Test("counts the notes of more than a hundred kinds")
  func manyNotes() {
    var tally = Tally()
    for number in 0..<150 { tally.add(AirNote(.remark, "Remark \(number).")) }
    #expect(tally.notes.count == 101)
    #expect(tally.notes.last?.code == .dropped && tally.notes.last?.count == 50)
  }
}
