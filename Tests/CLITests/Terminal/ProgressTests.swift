import Foundation
import Testing

@testable import AQKitCommands

@Suite("Progress of long work") struct ProgressTests {
  @Test("says bytes, rate and what is left, as far as it is known")
  func text() {
    #expect(
      ProgressLine.text(done: 1_200_000_000, of: 3_060_000_000, after: .seconds(4))
        == "1.2 GB of 3.06 GB, 300 MB/s, 7 s left")
    #expect(ProgressLine.text(done: 999, of: nil, after: .seconds(1)) == "999 bytes, 999 bytes/s")
    #expect(ProgressLine.text(done: 0, of: 10, after: .zero) == "0 bytes of 10 bytes, 0 bytes/s")
  }

  @Test("knows the size of a file, and none of a pipe or folder")
  func size() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "progress-\(UUID().uuidString)")
    try Data(count: 123).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(ProgressLine.size(ofFile: file.path) == 123)
    #expect(ProgressLine.size(ofFile: "-") == nil && ProgressLine.size(ofFile: "/dev/null") == nil)
    #expect(ProgressLine.size(ofFile: FileManager.default.temporaryDirectory.path) == nil)
  }
}
