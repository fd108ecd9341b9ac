import AQKit

/// An object of a description: each of its members must be known and occur once, so that typos are found.
struct DescriptionObject {
  let json: AQJSON
  private var members: [String: AQJSON] = [:]

  init(_ json: AQJSON, known: [String]) throws(AQError) {
    self.json = json
    for (name, member) in try json.members {
      guard known.contains(name) else {
        throw json.fault(
          "there is no member “\(name.prefix(40))”; known are: \(known.joined(separator: ", "))")
      }
      guard members.updateValue(member, forKey: name) == nil else {
        throw json.fault("the member “\(name)” occurs twice")
      }
    }
  }

  subscript(name: String) -> AQJSON? { members[name]?.ifPresent }

  func require(_ name: String) throws(AQError) -> AQJSON {
    guard let member = self[name] else { throw json.fault("the member “\(name)” is missing") }
    return member
  }

  func text(_ name: String) throws(AQError) -> String? { try self[name]?.line() }

  func requiredText(_ name: String) throws(AQError) -> String { try require(name).line() }

  func bool(_ name: String) throws(AQError) -> Bool { try self[name]?.bool() ?? false }

  /// Reads an element, or each element of an array; nothing if the member is missing.
  func list<Element>(
    _ name: String, allowsNone: Bool = false, _ read: (AQJSON) throws(AQError) -> Element
  ) throws(AQError) -> [Element] {
    guard let member = self[name] else { return [] }
    guard member.kind == .array else { return [try read(member)] }
    let list = try member.elements.map(read)
    if list.isEmpty, !allowsNone { throw member.fault("the list is empty") }
    return list
  }

  /// Reads a path, or several paths, of which the first with a value counts.
  func paths(_ name: String) throws(AQError) -> [DevicePath] {
    try list(name) { value throws(AQError) in
      let text = try value.string()
      guard let path = DevicePath(text) else { throw value.fault("“\(text.prefix(60))” isn't a path") }
      return path
    }
  }

  func requiredPaths(_ name: String) throws(AQError) -> [DevicePath] {
    _ = try require(name)
    return try paths(name)
  }
}

extension AQJSON {
  func fault(_ reason: String) -> AQError {
    AQError(.malformed, "In the description\(path.isEmpty ? "" : " at \(path)") \(reason).")
  }

  fileprivate func line() throws(AQError) -> String {
    let text = try string()
    guard !text.isEmpty, !text.contains(where: \.isNewline) else {
      throw fault("expected a string of one line")
    }
    return text
  }

  func deviceText() throws(AQError) -> DeviceText {
    if let stringValue { return DeviceText(fixed: stringValue) }
    guard kind == .object else { throw error(expected: "a string, or an object with “at”") }
    let object = try DescriptionObject(self, known: ["at", "else"])
    return DeviceText(paths: try object.requiredPaths("at"), fixed: try object.text("else"))
  }

  func model() throws(AQError) -> AirSite.Instrument {
    let name = try string()
    let model = AirSite.Instrument(model: name)
    guard model.isKnownModel else {
      throw fault(
        "“\(name.prefix(40))” isn't a sensor whose range AQKit knows; give the lowest and the highest value")
    }
    return model
  }

  func template() throws(AQError) -> DeviceTemplate {
    guard let template = DeviceTemplate(try string()) else {
      throw fault("unbalanced brace; write options as {token}")
    }
    return template
  }

  func averaging() throws(AQError) -> AveragingPeriod {
    let text = try string()
    guard let period = AveragingPeriod(text) else {
      throw fault("“\(text.prefix(40))” isn't an averaging period such as instant, 10min, 1h")
    }
    return period
  }

  /// Reads a flag, or an object with one and the conditions under which it holds.
  func flag() throws(AQError) -> DeviceDescription.Flag {
    guard kind == .object else {
      return DeviceDescription.Flag(flag: try qualityFlag(), conditions: [])
    }
    let object = try DescriptionObject(self, known: ["flag", "when"])
    _ = try object.require("when")
    return DeviceDescription.Flag(
      flag: try object.require("flag").qualityFlag(),
      conditions: try object.list("when") { value throws(AQError) in try value.condition() })
  }

  /// Reads one of AQKit's flags, or one of the device's own unless it looks like a mistyped one.
  private func qualityFlag() throws(AQError) -> AirReading.QualityFlag {
    let flag = AirReading.QualityFlag(rawValue: try line())
    let known = AirReading.QualityFlag.known
    let suggestion =
      known.contains(flag) ? "" : suggestedSpelling(for: flag.rawValue, among: known.map(\.rawValue))
    guard suggestion.isEmpty else {
      throw fault("there is no flag “\(flag.rawValue.prefix(40))”\(suggestion)")
    }
    return flag
  }

  func reportKind() throws(AQError) -> AirReport.Kind {
    guard let kind = AirReport.Kind(rawValue: try string()) else {
      throw fault("expected observation, analysis or forecast")
    }
    return kind
  }

  func indoor() throws(AQError) -> DeviceDescription.Site.Indoor {
    guard self["at"].isMissing, kind == .object else { return .condition(try condition()) }
    let object = try DescriptionObject(self, known: ["yes", "no"])
    let yes = try object["yes"]?.condition()
    let no = try object["no"]?.condition()
    guard yes != nil || no != nil else { throw fault("expected a condition, or conditions as yes and no") }
    return .conditions(yes: yes, no: no)
  }

  func literal() throws(AQError) -> DeviceCondition.Literal {
    switch kind {
    case .number: .number(try double())
    case .bool: .bool(try bool())
    case .string: .text(try string())
    default: throw fault("expected a string, a number, true or false")
    }
  }

  func condition() throws(AQError) -> DeviceCondition {
    let tests = ["equals", "differs", "present", "begins"]
    let object = try DescriptionObject(self, known: ["at"] + tests)
    let paths = try object.requiredPaths("at")
    let given = tests.filter { object[$0] != nil }
    guard given.count == 1 else { throw fault("expected one of \(tests.joined(separator: ", "))") }
    if given[0] == "present" {
      return DeviceCondition(paths: paths, test: .present(try object.bool("present")))
    }
    if given[0] == "begins" {
      let starts = try object.list("begins") { value throws(AQError) in try value.line() }
      return DeviceCondition(paths: paths, test: .begins(starts))
    }
    let literals = try object.list(given[0]) { value throws(AQError) in try value.literal() }
    return DeviceCondition(
      paths: paths, test: given[0] == "equals" ? .equals(literals) : .differs(literals))
  }
}
