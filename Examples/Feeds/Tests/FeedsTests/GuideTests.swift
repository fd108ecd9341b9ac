import Foundation
import Testing

@Suite struct GuideTests {
  @Test("the code of the guide is in the files that it names")
  func codeBlocks() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../..").standardized
    let guide = try String(contentsOf: root.appending(path: "Docs/WriteAFeedDecoder.md"), encoding: .utf8)
    let blocks = guide.components(separatedBy: "```swift ").dropFirst()
    #expect(blocks.count == 3)
    for block in blocks {
      let path = try #require(block.split(separator: "\n").first)
      let code = try #require(
        block.dropFirst(path.count + 1).description.components(separatedBy: "```\n").first)
      let file = try String(contentsOf: root.appending(path: String(path)), encoding: .utf8)
      #expect(!code.isEmpty && file.contains(code), "the code of \(path)")
    }
  }
}
