import AQKit

/// A location in a reply, such as `channels.1.pm02` or `sensordatavalues[value_type=SDS_P1].value`.
///
/// Steps are separated by dots: a member's name, in apostrophes if it has a dot or a bracket (`'pm2.5_aqi'`), an
/// element's number, or `*` for all of either. `[name=value]` picks the elements with such a member. A path begins in
/// the row or, with `$`, in the whole reply. `@` is the name or number of the row.
struct DevicePath: Hashable, Sendable {
  enum Step: Hashable, Sendable {
    case name(String)
    case all
    case elements(where: String, is: String)
  }

  private(set) var steps: [Step] = []
  private(set) var isFromRoot = false
  /// Whether the path stands for the row's name.
  private(set) var isKey = false

  init?(_ text: String) {
    if text == "@" {
      isKey = true
      return
    }
    var rest = text[...]
    if rest.first == "$" {
      isFromRoot = true
      rest.removeFirst()
      if rest.isEmpty { return }
      guard rest.first == "." || rest.first == "[" else { return nil }
      if rest.first == "." { rest.removeFirst() }
    }
    while true {
      guard let found = Self.steps(&rest), !found.isEmpty else { return nil }
      steps += found
      guard let next = rest.popFirst() else { return }
      guard next == "." else { return nil }
    }
  }

  /// Reads a name with its filters; nil for an invalid step.
  private static func steps(_ rest: inout Substring) -> [Step]? {
    var steps: [Step] = []
    if rest.first == "'" {
      guard let name = quoted(&rest) else { return nil }
      steps.append(.name(name))
    } else {
      let name = rest.prefix { !".['$@]".contains($0) }
      rest.removeFirst(name.count)
      if !name.isEmpty { steps.append(name == "*" ? .all : .name(String(name))) }
    }
    while rest.first == "[" {
      rest.removeFirst()
      guard let end = rest.firstIndex(of: "]"), let equals = rest[..<end].firstIndex(of: "=") else {
        return nil
      }
      let name = rest[..<equals]
      guard !name.isEmpty else { return nil }
      steps.append(.elements(where: String(name), is: String(rest[rest.index(after: equals)..<end])))
      rest = rest[rest.index(after: end)...]
    }
    return steps
  }

  /// Reads a name in apostrophes; two apostrophes in it mean one.
  private static func quoted(_ rest: inout Substring) -> String? {
    var name = ""
    rest.removeFirst()
    while let character = rest.popFirst() {
      if character != "'" {
        name.append(character)
      } else if rest.first == "'" {
        name.append("'")
        rest.removeFirst()
      } else {
        return name.isEmpty ? nil : name
      }
    }
    return nil
  }
}

struct DeviceRow: Sendable {
  let value: AQJSON
  var key: String?
  let reply: DeviceReply

  typealias Place = (key: String?, value: AQJSON)
}

/// A whole reply, with the values at the paths that begin in it: each path is followed once instead of once per row.
final class DeviceReply: Sendable {
  let value: AQJSON
  private let found = Locked<[DevicePath: [DeviceRow.Place]]>([:])

  init(_ value: AQJSON) { self.value = value }

  var row: DeviceRow { DeviceRow(value: value, reply: self) }

  fileprivate func places(at path: DevicePath) -> [DeviceRow.Place] {
    if let known = found.withLock({ $0[path] }) { return known }
    let places = path.places(from: (nil, value))
    found.withLock { $0[path] = places }
    return places
  }
}

extension DevicePath {
  func found(in row: DeviceRow) -> [DeviceRow] {
    places(in: row).map { DeviceRow(value: $0.value, key: $0.key, reply: row.reply) }
  }

  func first(in row: DeviceRow) -> AQJSON? { places(in: row).first?.value }

  private func places(in row: DeviceRow) -> [DeviceRow.Place] {
    if isKey { return [] }
    return isFromRoot ? row.reply.places(at: self) : places(from: (row.key, row.value))
  }

  fileprivate func places(from start: DeviceRow.Place) -> [DeviceRow.Place] {
    steps.reduce([start]) { places, step in places.flatMap { Self.children(of: $0.value, step) } }
  }

  private static func children(of value: AQJSON, _ step: Step) -> [DeviceRow.Place] {
    switch step {
    case .name(let name):
      let child = value.kind == .array ? Int(name).map { value[$0] } : value[name]
      return child.flatMap { $0.isMissing ? nil : [(name, $0)] } ?? []
    case .all:
      if let members = try? value.members { return members.map { ($0.name, $0.value) } }
      return elements(of: value)
    case .elements(let name, let text):
      return elements(of: value).filter { $0.value[name].text == text }
    }
  }

  private static func elements(of value: AQJSON) -> [DeviceRow.Place] {
    guard let elements = try? value.elements else { return [] }
    return elements.enumerated().map { ("\($0)", $1) }
  }
}

extension [DevicePath] {
  /// Returns the value at the first path that has something other than `null`, or `null` if any path has it.
  func first(in row: DeviceRow) -> AQJSON? {
    var null: AQJSON?
    for path in self {
      guard let value = path.first(in: row) else { continue }
      if !value.isNull { return value }
      null = value
    }
    return null
  }

  func text(in row: DeviceRow) -> String? {
    for path in self {
      if path.isKey, let key = row.key { return key }
      if let text = path.first(in: row)?.text, !text.isEmpty { return text }
    }
    return nil
  }
}

extension AQJSON {
  /// A string, a number as written, `true` or `false`; nil for anything else.
  var text: String? {
    switch kind {
    case .string: stringValue
    case .number, .bool: rawText
    default: nil
    }
  }
}
