import Foundation
import Testing

/// The figure that the README states.
@Suite("The length of the adapter") struct LengthTests {
  @Test(
    "an adapter over joined requests has fewer than 130 lines with its module, blank ones and comments included"
  )
  func length() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/CustomAdapter").standardized
    let count = try ["ExampleOpenAQ.swift", "ExampleOpenAQModule.swift"].reduce(0) { sum, file in
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      return sum + text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().count
    }
    #expect(count < 130)
  }
}
