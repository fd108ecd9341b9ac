import AQKit
import Foundation
import Testing

/// Holds `Docs/Schema.md` against the code.
@Suite struct SchemaDocumentTests {
  private func document() throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return try String(contentsOf: root.appending(path: "Docs/Schema.md"), encoding: .utf8)
  }

  private func examples() throws -> [String] {
    try document().components(separatedBy: "```json\n").dropFirst()
      .compactMap { $0.components(separatedBy: "\n```").first }
  }

  @Test("the complete example is read completely, and is the same JSON when written again")
  func completeExample() throws {
    let example = try #require(try examples().first)
    let report = try decode(AirReport.self, example)
    #expect(report.series.count == 2 && report.issuedAt != nil && !report.places.isEmpty)
    #expect(report.series[0].flags != nil && report.series[0].completeness != nil)
    #expect(report.series[0].values.contains { $0.isNaN })
    let written = try JSONSerialization.jsonObject(with: Data(jsonText(report).utf8)) as? NSDictionary
    let printed = try JSONSerialization.jsonObject(with: Data(example.utf8)) as? NSDictionary
    #expect(written != nil && written == printed)
  }

  @Test("the minimal example is read")
  func leastExample() throws {
    let report = try decode(AirReport.self, try #require(try examples().dropFirst().first))
    #expect(report.series.count == 1)
  }

  @Test("the example of a response is read, and is the same JSON when written again")
  func responseExample() throws {
    let example = try #require(try examples().dropFirst(2).first)
    let response = try decode(AirResponse.self, example)
    #expect(response.notes.count == 2 && response.isPartial)
    let written = try JSONSerialization.jsonObject(with: Data(jsonText(response).utf8)) as? NSDictionary
    let printed = try JSONSerialization.jsonObject(with: Data(example.utf8)) as? NSDictionary
    #expect(written != nil && written == printed)
  }

  @Test("every member that the code writes is described")
  func members() throws {
    let text = try document()
    let example = try JSONSerialization.jsonObject(with: Data(try #require(try examples().first).utf8))
    func names(_ value: Any) -> Set<String> {
      if let object = value as? [String: Any] {
        return object.reduce(into: Set(object.keys)) { $0.formUnion(names($1.value)) }
      }
      return (value as? [Any])?.reduce(into: []) { $0.formUnion(names($1)) } ?? []
    }
    for name in names(example) { #expect(text.contains("`\(name)`"), "\(name) is not described") }
    #expect(text.contains("schema version \(AirReport.schemaVersion)"))
  }
}
