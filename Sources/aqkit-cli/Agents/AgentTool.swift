import AQKit
import AQKitDecoding

/// A tool that an agent can call. `Tools.json` declares each, with the schemas of its arguments and its results (JSON
/// Schema 2020-12).
enum AgentTool: String, CaseIterable, Sendable {
  case current, forecast, estimate, explain, search

  /// The declarations without line ends, since a message is one line; nil only if they can't be read, which a test rules
  /// out.
  fileprivate static let file: AQJSON? = {
    let lines = String(decoding: PackageResources.Tools_json, as: UTF8.self).split(separator: "\n")
    return try? AQJSON(parsing: lines.map { $0.drop { $0 == " " } }.joined(separator: ""))
  }()

  fileprivate var declaration: AQJSON? { Self.file?["tools"][rawValue] }

  var arguments: [String] { Self.names(in: declaration?["arguments"]) }

  /// The schemas of the members that its results have: those of every tool, then its own.
  fileprivate var results: [(name: String, value: AQJSON)] {
    [Self.file?["results"], declaration?["results"]].flatMap { (try? $0?.members) ?? [] }
  }

  fileprivate var requiredResults: [String] {
    let optional = Self.names(in: Self.file?["optional"]) + Self.names(in: declaration?["optional"])
    return results.map(\.name).filter { !optional.contains($0) }
  }

  private static func names(in list: AQJSON?) -> [String] {
    ((try? list?.ifPresent?.elements) ?? []).compactMap(\.stringValue)
  }
}

extension JSONText {
  mutating func value(_ tool: AgentTool) {
    object {
      $0.member("name", tool.rawValue)
      $0.member("title", of: tool.declaration)
      $0.member("description", of: tool.declaration)
      $0.object("inputSchema") {
        $0.member("type", "object")
        $0.object("properties") {
          for name in tool.arguments { $0.member(name, of: AgentTool.file?["arguments"]) }
        }
        if tool.declaration?["required"].ifPresent != nil { $0.member("required", of: tool.declaration) }
        $0.member("additionalProperties", false)
      }
      $0.object("outputSchema") {
        $0.member("type", "object")
        $0.object("properties") {
          for (name, schema) in tool.results {
            $0.name(name)
            $0.value(json: schema.rawText.utf8)
          }
        }
        $0.array("required") { for name in tool.requiredResults { $0.value(name) } }
      }
      $0.object("annotations") {
        $0.member("title", of: tool.declaration)
        $0.member("readOnlyHint", true)
        $0.member("idempotentHint", true)
        $0.member("openWorldHint", true)
      }
    }
  }

  /// Writes a member of a declaration as it is.
  private mutating func member(_ name: String, of declaration: AQJSON?) {
    self.name(name)
    value(json: (declaration?[name].rawText ?? "").utf8)
  }
}
