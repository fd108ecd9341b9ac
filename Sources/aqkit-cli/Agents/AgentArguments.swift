import AQKit

/// The arguments of a call. Nothing is guessed: a wrong type, an unknown name or a number out of range is an error that
/// tells an agent how to correct its call.
struct AgentArguments: Sendable {
  let tool: AgentTool
  private let object: AQJSON

  init(_ object: AQJSON, of tool: AgentTool) { (self.object, self.tool) = (object, tool) }

  /// Checks that all arguments are the tool's.
  func checkNames() throws {
    guard object.kind == .object else { return }
    for (name, _) in try object.members where !tool.arguments.contains(name) {
      let question = Suggestion.question(about: name, among: tool.arguments)
      throw invalid("\(tool.rawValue) has no argument “\(name)”.\(question)")
    }
  }

  /// Returns the place: a name, or a point.
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
    guard let value = object[name].ifPresent else { return nil }
    guard let text = value.asString, !text.allSatisfy(\.isWhitespace), text.utf8.count <= 200 else {
      throw invalid("“\(name)” is a string of 1 to 200 characters.")
    }
    return text
  }

  /// Returns strings; empty if the argument is absent.
  func texts(_ name: String) throws -> [String] {
    guard let value = object[name].ifPresent else { return [] }
    let texts = (try? value.array())?.compactMap(\.asString) ?? []
    guard value.kind == .array, texts.count == (try? value.array())?.count, texts.count <= 100 else {
      throw invalid("“\(name)” is an array of at most 100 strings.")
    }
    return texts
  }

  func flag(_ name: String) throws -> Bool {
    guard let value = object[name].ifPresent else { return false }
    guard let flag = value.asBool else { throw invalid("“\(name)” is true or false.") }
    return flag
  }

  func whole(_ name: String, in range: ClosedRange<Int>, default usual: Int) throws -> Int {
    guard let value = object[name].ifPresent else { return usual }
    guard let number = value.asInt.flatMap({ Int(exactly: $0) }), range.contains(number) else {
      throw invalid("“\(name)” is a whole number from \(range.lowerBound) to \(range.upperBound).")
    }
    return number
  }

  private func number(_ name: String) throws -> Double? {
    guard let value = object[name].ifPresent else { return nil }
    guard let number = value.asDouble else { throw invalid("“\(name)” is a number.") }
    return number
  }

  private func invalid(_ message: String) -> AQError { AQError(.invalidRequest, message) }
}
