import AQKit
import Foundation
import Testing

@testable import AQKitDevices

/// `Docs/Schemas/device.schema.json`, for editors and other programs, compared with what AQKit accepts.
@Suite("The JSON Schema of a device's description") struct DeviceSchemaTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func schema() throws -> JSONSchema {
    let file = root.appendingPathComponent("Docs/Schemas/device.schema.json")
    return JSONSchema(document: try AQJSON(parsing: Array(try Data(contentsOf: file))))
  }

  private static func faults(_ text: String) throws -> [String] {
    try schema().faults(in: AQJSON(parsing: Array(text.utf8)))
  }

  @Test("every description of the catalogue is valid")
  func catalogue() throws {
    #expect(DeviceCatalog.bundled.count == DeviceCatalog.standard.descriptions.count)
    for text in DeviceCatalog.bundled { #expect(try Self.faults(text) == []) }
  }

  @Test("the worked example of the guide is valid")
  func example() throws {
    let guide = try String(
      contentsOf: Self.root.appendingPathComponent("Docs/Devices.md"), encoding: .utf8)
    let blocks = guide.split(separator: "```").map(String.init).filter { $0.hasPrefix("json\n{\n  \"id\"") }
    #expect(blocks.count == 1)
    for block in blocks { #expect(try Self.faults(String(block.dropFirst(5))) == []) }
  }

  private static let whole = #"""
    {"id": "sniffer", "name": "Sniffer", "request": {"path": "/now"},
     "options": [{"name": "key"}], "limit": {"requests": 1, "seconds": 10},
     "errors": [{"when": {"at": "e", "present": true}, "code": "unauthorized"}],
     "credit": {"text": "X", "terms": "https://example.org/terms"}, "site": {"indoor": true}, "time": {"at": "t"},
     "readings": [{"parameter": "pm25", "at": "dust.fine", "unit": {"at": "unit"}, "when": {"at": "x", "equals": 1}}],
     "parts": [{"rows": "channels.*", "readings": {"parameter": "pm10", "at": "p", "unit": "µg/m³"}}]}
    """#

  @Test(
    "its members are those that AQKit knows, for each kind of object",
    arguments: [
      (#"{"id""#, ["properties"]), (#""request": {"#, ["$defs", "request", "properties"]),
      (#""options": [{"#, ["$defs", "option", "properties"]),
      (#""limit": {"#, ["properties", "limit", "properties"]),
      (#""errors": [{"#, ["$defs", "refusal", "properties"]),
      (#""credit": {"#, ["$defs", "credit", "properties"]), (#""site": {"#, ["$defs", "site", "properties"]),
      (#""time": {"#, ["$defs", "time", "anyOf", "1", "properties"]),
      (#""readings": [{"#, ["$defs", "reading", "properties"]),
      (#""unit": {"#, ["$defs", "text", "anyOf", "1", "properties"]),
      (#""unit": {"at": "unit"}, "when": {"#, ["$defs", "condition", "properties"]),
      (#""parts": [{"#, ["$defs", "part", "properties"]),
    ] as [(String, [String])])
  func members(object: String, path: [String]) throws {
    #expect(throws: Never.self) { try DeviceDescription(json: Self.whole) }
    #expect(try Self.faults(Self.whole) == [])
    // An unknown member; the error lists the known ones.
    let brace = try #require(object.lastIndex(of: "{"))
    let further = object[...brace] + #""zzz": 1, "# + object[object.index(after: brace)...]
    let text = Self.whole.replacing(object, with: further, maxReplacements: 1)
    let error = try #require(throws: AQError.self) { try DeviceDescription(json: text) }
    let known = try #require(error.message.split(separator: "known are: ").last).dropLast()
      .split(separator: ", ").map(String.init)
    #expect(try Self.faults(text) != [])
    var members = try Self.schema().document
    for name in path { members = Int(name).map { members[$0] } ?? members[name] }
    #expect(try Set(members.members.map(\.name)) == Set(known))
  }

  @Test(
    "the schema refuses whatever AQKit refuses for its form",
    arguments: [
      (#""name": "Sniffer", "#, ""), (#""id": "sniffer""#, #""id": "My Sniffer""#),
      (#""path": "/now""#, #""path": "now""#), (#""path": "/now""#, #""path": "/now", "method": "PUT""#),
      (#""path": "/now""#, #""path": "/now", "query": {"a": 1}"#), (#""requests": 1"#, #""requests": 0.5"#),
      (#""site": {"#, #""site": {"id": "", "#),
      (#""code": "unauthorized""#, #""code": "oops""#), (#", "terms": "https://example.org/terms""#, ""),
      (#""at": "t""#, #""format": "age""#), (#""at": "t""#, #""at": "t", "fields": ["a", "b"]"#),
      (#""at": "t""#, #""at": "t", "to": "e""#),
      (#""at": "dust.fine", "#, ""), (#""at": "dust.fine""#, #""at": []"#),
      (#""at": "dust.fine""#, #""at": "dust.fine", "scale": 0"#),
      (#""at": "dust.fine""#, #""at": "dust.fine", "averaging": "hour""#), (#", "equals": 1"#, ""),
      (#""equals": 1"#, #""equals": 1, "present": true"#), (#""indoor": true"#, #""latitude": "lat""#),
    ])
  func mistakes(part: String, mistake: String) throws {
    let text = Self.whole.replacing(part, with: mistake, maxReplacements: 1)
    #expect(text != Self.whole)
    #expect(throws: AQError.self) { try DeviceDescription(json: text) }
    #expect(try Self.faults(text) != [])
  }
}

/// The part of JSON Schema that the schema uses; another keyword is a fault.
private struct JSONSchema {
  let document: AQJSON

  func faults(in value: AQJSON) throws -> [String] { try faults(in: value, by: document) }

  private func faults(in value: AQJSON, by schema: AQJSON) throws -> [String] {
    var faults: [String] = []
    for (keyword, rule) in try schema.members {
      faults += try self.faults(in: value, keyword, rule, of: schema).map {
        "\(value.path.isEmpty ? "the whole" : value.path): \($0)"
      }
    }
    return faults
  }

  private func faults(in value: AQJSON, _ keyword: String, _ rule: AQJSON, of schema: AQJSON) throws
    -> [String]
  {
    func said(_ isRight: Bool) -> [String] { isRight ? [] : ["\(keyword) \(rule.rawText.prefix(60))"] }
    let isObject = value.kind == .object
    switch keyword {
    case "$schema", "$defs", "title", "description": return []
    case "$ref":
      let name = try rule.string().split(separator: "/").last.map(String.init) ?? ""
      return try faults(in: value, by: document["$defs"].require(name))
    case "type":
      let types = rule.kind == .array ? try rule.strings() : [try rule.string()]
      return said(types.contains { Self.isOf($0, value) })
    case "properties":
      guard isObject else { return [] }
      return try value.members.flatMap { name, member in
        rule[name].isMissing ? [] : try faults(in: member, by: rule[name])
      }
    case "required": return said(try !isObject || rule.strings().allSatisfy { !value[$0].isMissing })
    case "dependentRequired":
      return try rule.members.flatMap { name, others in
        said(try value[name].isMissing || others.strings().allSatisfy { !value[$0].isMissing })
      }
    case "additionalProperties":
      guard isObject else { return [] }
      let others = try value.members.filter { schema["properties"][$0.name].isMissing }
      if rule.kind == .bool { return said(try rule.bool() || others.isEmpty) }
      return try others.flatMap { try faults(in: $0.value, by: rule) }
    case "items":
      return value.kind == .array ? try value.elements.flatMap { try faults(in: $0, by: rule) } : []
    case "minItems": return said(try value.kind != .array || value.elements.count >= Int(rule.int()))
    case "minLength": return said(try value.stringValue.map { $0.count >= Int(try rule.int()) } ?? true)
    case "pattern":
      let pattern = try Regex(rule.string())
      return said(value.stringValue.map { $0.contains(pattern) } ?? true)
    case "minimum": return said(try value.doubleValue.map { $0 >= (try rule.double()) } ?? true)
    case "const": return said(value.rawText == rule.rawText)
    case "enum": return said(try rule.elements.contains { $0.rawText == value.rawText })
    case "not": return said(try !faults(in: value, by: rule).isEmpty)
    case "anyOf": return said(try rule.elements.contains { try faults(in: value, by: $0).isEmpty })
    case "oneOf": return said(try rule.elements.count { try faults(in: value, by: $0).isEmpty } == 1)
    default: return ["the schema uses “\(keyword)”, which isn't tried here"]
    }
  }

  private static func isOf(_ type: String, _ value: AQJSON) -> Bool {
    switch (type, value.kind) {
    case ("object", .object), ("array", .array), ("string", .string), ("number", .number), ("boolean", .bool):
      true
    case ("integer", .number): value.intValue != nil
    default: false
    }
  }
}
