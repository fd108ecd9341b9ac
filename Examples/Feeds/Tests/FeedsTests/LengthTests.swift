import Foundation
import Testing

@Suite struct LengthTests {
  /// Returns the number of lines that are neither empty nor a comment.
  private func lines(of file: String) throws -> Int {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/Feeds").standardized
    let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
    return text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .count { !$0.isEmpty && !$0.hasPrefix("//") }
  }

  @Test(
    "a decoder has at most 32 lines, a binary one with its framing",
    arguments: ["ESPHomeFeed.swift", "HomeAssistantFeed.swift", "PlantowerFeed.swift"])
  func decoder(file: String) throws {
    #expect(try lines(of: file) <= 32)
  }
}
