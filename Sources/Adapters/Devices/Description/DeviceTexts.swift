import AQKit

/// A text from the description, or from the reply with one from the description as the fallback.
struct DeviceText: Hashable, Sendable {
  var paths: [DevicePath] = []
  var fixed: String?

  func text(in row: DeviceRow) -> String? { paths.text(in: row) ?? fixed }
}

/// A text with options in braces, such as `Bearer {token}`.
struct DeviceTemplate: Hashable, Sendable {
  private enum Piece: Hashable, Sendable {
    case text(String)
    case option(String)
  }

  private var pieces: [Piece] = []

  /// Creates a template from a string; nil if a brace isn't closed or the name in it is empty.
  init?(_ text: String) {
    var rest = text[...]
    while !rest.isEmpty {
      let plain = rest.prefix { $0 != "{" && $0 != "}" }
      if !plain.isEmpty { pieces.append(.text(String(plain))) }
      rest = rest[plain.endIndex...]
      guard let brace = rest.popFirst() else { return }
      guard brace == "{", let end = rest.firstIndex(of: "}"), end > rest.startIndex else { return nil }
      let name = String(rest[..<end])
      guard !name.contains("{") else { return nil }
      pieces.append(.option(name))
      rest = rest[rest.index(after: end)...]
    }
  }

  var options: [String] {
    pieces.compactMap { if case .option(let name) = $0 { name } else { nil } }
  }

  /// Returns the text with the options filled in; nil if one of them isn't set.
  func filled(_ options: [String: String], _ encoded: (String) -> String = { $0 }) -> String? {
    var text = ""
    for piece in pieces {
      switch piece {
      case .text(let plain): text += plain
      case .option(let name):
        guard let value = options[name], !value.isEmpty else { return nil }
        text += encoded(value)
      }
    }
    return text
  }
}

struct DeviceCondition: Hashable, Sendable {
  enum Test: Hashable, Sendable {
    case equals([Literal])
    case differs([Literal])
    case present(Bool)
    case begins([String])
  }

  /// A value to compare with: numbers by their value, even if the reply writes them as strings.
  enum Literal: Hashable, Sendable {
    case number(Double)
    case text(String)
    case bool(Bool)

    /// Returns whether a value of a reply is this one; throws for anything else in place of a number or a Boolean.
    func equals(_ value: AQJSON) throws(AQError) -> Bool {
      switch self {
      case .number(let number): return try value.double(acceptingText: true) == number
      case .bool(let bool): return try value.bool() == bool
      case .text(let text): return value.text == text
      }
    }

    func equals(_ key: String) -> Bool {
      switch self {
      case .number(let number): Double(key) == number
      case .text(let text): key == text
      case .bool: false
      }
    }
  }

  var paths: [DevicePath]
  var test: Test

  /// Returns whether the condition holds; throws if that can't be decided. A missing or `null` value equals nothing.
  func holds(in row: DeviceRow) throws(AQError) -> Bool {
    if paths.contains(where: \.isKey) { return holds(key: row.key) }
    let value = paths.first(in: row)?.ifPresent
    switch test {
    case .equals(let literals):
      return try value.map { value throws(AQError) in try Self.any(literals, value) } ?? false
    case .differs(let literals):
      return try value.map { value throws(AQError) in try !Self.any(literals, value) } ?? true
    case .present(let isWanted): return (value != nil) == isWanted
    case .begins(let starts):
      guard let text = value?.text else { return false }
      return starts.contains { text.hasPrefix($0) }
    }
  }

  private static func any(_ literals: [Literal], _ value: AQJSON) throws(AQError) -> Bool {
    for literal in literals where try literal.equals(value) { return true }
    return false
  }

  private func holds(key: String?) -> Bool {
    switch test {
    case .equals(let literals): key.map { key in literals.contains { $0.equals(key) } } ?? false
    case .differs(let literals): key.map { key in !literals.contains { $0.equals(key) } } ?? true
    case .present(let isWanted): (key != nil) == isWanted
    case .begins(let starts): key.map { key in starts.contains { key.hasPrefix($0) } } ?? false
    }
  }

  /// Returns whether the reply has any of the members that decide.
  func isDecidable(in row: DeviceRow) -> Bool { paths.text(in: row) != nil }
}

extension [DeviceCondition] {
  func hold(in row: DeviceRow) throws(AQError) -> Bool {
    for condition in self where try !condition.holds(in: row) { return false }
    return true
  }
}
