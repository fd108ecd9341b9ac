import AQKit
import AQKitFixtures
import Foundation
import Testing

@Suite("Recordings in gzip")
struct GzipTests {
  /// `print(gzip.compress(b"value\n" * 3, mtime=0))` of Python 3.11.
  private static let member = Data(
    base64Encoded: "H4sIAAAAAAACAytLzClN5SpDIgEDHNB4EgAAAA==")

  @Test("are recognised by their content and decompressed, several members included")
  func reads() throws {
    let member = try #require(Self.member)
    let folder = try TemporaryFolder()
    try folder.write([UInt8](member), to: "one.txt")
    try folder.write([UInt8](member + member + Data([0, 0])), to: "two.gz")
    let text = Array("value\nvalue\nvalue\n".utf8)
    #expect(try folder.folder.bytes(of: "one.txt") == text)
    #expect(try folder.folder.bytes(of: "two.gz") == text + text)
  }

  @Test("cut or damaged are malformed, with the name of the file")
  func damaged() throws {
    let member = [UInt8](try #require(Self.member))
    let folder = try TemporaryFolder()
    for count in 2..<member.count {
      try folder.write(Array(member[..<count]), to: "cut.gz")
      let error = #expect(throws: AQError.self) { try folder.folder.bytes(of: "cut.gz") }
      #expect(error?.code == .malformed && error?.message.contains("cut.gz") == true)
    }
    for index in 12..<member.count {
      var changed = member
      changed[index] ^= 0x55
      try folder.write(changed, to: "bad.gz")
      #expect(throws: AQError.self) { try folder.folder.bytes(of: "bad.gz") }
    }
    try folder.write(member + [1, 2, 3], to: "trailing.gz")
    #expect(throws: AQError.self) { try folder.folder.bytes(of: "trailing.gz") }
  }

  @Test("are recognised in a pipe that begins with a single byte", arguments: [1, 2, 5])
  func slowPipe(first: Int) throws {
    let member = [UInt8](try #require(Self.member))
    var ends: [Int32] = [0, 0]
    #if canImport(Glibc)
      let kind = Int32(SOCK_DGRAM.rawValue)
    #else
      let kind = SOCK_DGRAM
    #endif
    // Each read takes one datagram, and an empty one is the end.
    try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
    defer { close(ends[1]) }
    for part in [member[..<first], member[first...], []] {
      let bytes = Array(part)
      #expect(send(ends[1], bytes, bytes.count, 0) == bytes.count)
    }
    var text: [UInt8] = []
    let handle = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
    try FileBytes.pieces(of: handle, named: "pipe") { text += $0 }
    #expect(text == Array("value\nvalue\nvalue\n".utf8))
  }

  @Test("serve a source like the same text without compression")
  func source() async throws {
    let folder = try TemporaryFolder([
      "manifest.json": TemporaryFolder.manifest(
        #"{"file":"day.csv.gz","format":"openaq-csv","recordedAt":"2022-05-04T00:00:00Z","constructed":true}"#
      )
    ])
    // Made by Python: the header and two rows of OpenAQ's archive.
    let compressed = try #require(Data(base64Encoded: Self.archive))
    try folder.write([UInt8](compressed), to: "day.csv.gz")
    let response = try await FixtureSource(folder.folder).fetch(AirQuery(places: [.site("2178")]))
    #expect(response.reports.map { $0[.o3]?.values } == [[0.043, 0.041]])
    #expect(response.reports[0].site.name == "Del Norte-2178")
  }

  private static let archive =
    "H4sIAAAAAAACA5WMOwrDMBAFe58iuH4yK63lT+rUqdIHEW8hkCUjyTl/bMgBEngMjykmpJerPsWnX1AklpTLecNXY3"
    + "FVql8FwdXDRmwuu1WqZOzR14K3C7s0Ro8TeNYj2puEyz3lKuqULQwZo8gq4gfpK9ExRcNBsO00W4bSNHR26kcySIxt"
    + "W0Ed9fxr1fxT1c0HMhrPqPMAAAA="
}
