import Foundation
import Testing

/// The figures that the guide states.
@Suite("The length of the applications") struct LengthTests {
  private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Sources").standardized

  /// Returns the number of lines besides comments, imports and empty lines.
  private func lines(of file: String) throws -> Int {
    let text = try String(contentsOf: Self.sources.appending(path: file), encoding: .utf8)
    return text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .count { !$0.isEmpty && !$0.hasPrefix("//") && !$0.hasPrefix("import ") }
  }

  @Test(
    "the data of an application is no longer than the guide says",
    arguments: [
      ("Breeze/Breeze.swift", 30), ("BreatheSafe/BreatheSafe.swift", 15), ("Puddles/AirProvider.swift", 15),
      ("ModelView/AirService.swift", 15), ("Breather/Breather.swift", 15),
      ("Favourites/Favourites.swift", 20),
    ])
  func model(file: String, most: Int) throws {
    #expect(try lines(of: file) <= most)
  }

  @Test("the five together have 73 lines at most")
  func all() throws {
    let files = [
      "Breeze/Breeze.swift", "BreatheSafe/BreatheSafe.swift", "Puddles/AirProvider.swift",
      "ModelView/AirService.swift", "Breather/Breather.swift",
    ]
    #expect(try files.reduce(0) { $0 + (try lines(of: $1)) } <= 73)
  }
}
