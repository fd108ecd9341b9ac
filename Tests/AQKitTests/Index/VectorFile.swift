import Foundation
import Testing

/// A vector file of the tests, as rows of named fields.
struct VectorFile {
  let rows: [[String: String]]

  init(_ name: String) throws {
    let url = try #require(
      Bundle.module.url(forResource: name, withExtension: "csv", subdirectory: "Vectors"),
      "\(name).csv is missing from the tests")
    let lines = try String(contentsOf: url, encoding: .utf8).split(whereSeparator: \.isNewline)
    let header = VectorFile.fields(lines.first ?? "")
    rows = lines.dropFirst().map { line in
      var row: [String: String] = [:]
      for (name, field) in zip(header, VectorFile.fields(line)) { row[name] = field }
      return row
    }
  }

  private static func fields(_ line: Substring) -> [String] {
    var fields: [String] = []
    var field = ""
    var isQuoted = false
    for character in line {
      switch character {
      case "\"": isQuoted.toggle()
      case "," where !isQuoted:
        fields.append(field)
        field = ""
      default: field.append(character)
      }
    }
    return fields + [field]
  }
}
