import AQKit

/// The arguments of a call. Nothing is guessed: a wrong type, an unknown name or a number out of range is an error that
/// tells an agent how to correct its call.
struct AgentArguments: Sendable {
  let tool: AgentTool
  private let object: AQJSON

  init(_ object: AQJSON, of tool: AgentTool) { (self.object, self.tool) = (object, tool) }

  func checkNames() throws {
    guard object.kind == .object else { return }
    for (name, _) in try object.members where !tool.arguments.contains(name) {
      let near = suggestedSpelling(for: name, among: tool.arguments)
      throw invalid("\(tool.rawValue) has no argument “\(name)”\(near).")
    }
  }

  func place() throws -> AirQuery.Place {
    let (latitude, longitude) = (try number("latitude"), try number("longitude"))
    if let name = try text("place") {
      guard latitude == nil, longitude == nil else {
        throw invalid("Give either “place” or “latitude” and “longitude”.")
      }
      return .city(name)
    }
    guard let latitude, let longitude else {
      throw invalid("A place is needed: “place”, or both “latitude” and “longitude” in degrees.")
    }
    return .near(try Coordinate(latitude, longitude))
  }

  func parameters() throws -> [AirParameter] {
    try texts("parameters").map(QueryArguments.parameter)
  }

  /// Returns a string that isn't blank; nil if the argument is absent.
  func text(_ name: String) throws -> String? {
    try value(name, "a string of 1 to 200 characters") { json in
      json.stringValue.flatMap { $0.allSatisfy(\.isWhitespace) || $0.unicodeScalars.count > 200 ? nil : $0 }
    }
  }

  /// Returns strings; empty if the argument is absent.
  func texts(_ name: String) throws -> [String] {
    try value(name, "an array of at most 100 strings") { json -> [String]? in
      guard json.kind == .array, let elements = try? json.array(), elements.count <= 100 else { return nil }
      let texts = elements.compactMap(\.stringValue)
      return texts.count == elements.count ? texts : nil
    } ?? []
  }

  func flag(_ name: String) throws -> Bool { try value(name, "true or false") { $0.boolValue } ?? false }

  func whole(_ name: String, in range: ClosedRange<Int>, default usual: Int) throws -> Int {
    try value(name, "a whole number from \(range.lowerBound) to \(range.upperBound)") { json in
      json.intValue.flatMap { Int(exactly: $0) }.flatMap { range.contains($0) ? $0 : nil }
    } ?? usual
  }

  private func number(_ name: String) throws -> Double? { try value(name, "a number") { $0.doubleValue } }

  /// Returns an argument of a form; nil if it is absent.
  private func value<Value>(_ name: String, _ form: String, _ read: (AQJSON) -> Value?) throws -> Value? {
    guard let json = object[name].ifPresent else { return nil }
    guard let value = read(json) else { throw invalid("“\(name)” is \(form).") }
    return value
  }

  private func invalid(_ message: String) -> AQError { AQError(.invalidRequest, message) }
}
