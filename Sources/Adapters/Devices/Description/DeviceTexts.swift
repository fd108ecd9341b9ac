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

    var isOfPresence: Bool { if case .present = self { true } else { false } }
  }

  /// A value to compare with: numbers by their value, even if the reply writes them as strings.
  enum Literal: Hashable, Sendable {
    case number(Double)
    case text(String)
    case bool(Bool)

    /// Returns whether a value, or else a row's name, is this one; throws if the kind of value can't be compared.
    func equals(_ value: AQJSON?, or key: String?) throws(AQError) -> Bool {
      switch self {
      case .number(let number):
        if let value { return try value.double(acceptingText: true) == number }
        return key.flatMap { Double($0) } == number
      case .bool(let bool): return try value?.bool() == bool
      case .text(let text): return (value?.text ?? key) == text
      }
    }
  }

  var paths: [DevicePath]
  var test: Test

  /// Returns whether the condition holds; throws if that can't be evaluated. A missing or `null` value equals nothing.
  func holds(in row: DeviceRow) throws(AQError) -> Bool {
    var (key, value): (String?, AQJSON?) = (nil, nil)
    for path in paths where key == nil && value == nil {
      (key, value) = path.isKey ? (row.key, nil) : (nil, path.first(in: row)?.ifPresent)
    }
    let isPresent = key != nil || value != nil
    // One of several literals may be of another kind than the value, but not all.
    func isAny(_ literals: [Literal]) throws(AQError) -> Bool {
      var faults: [AQError] = []
      for literal in literals {
        do throws(AQError) {
          if try literal.equals(value, or: key) { return true }
        } catch { faults.append(error) }
      }
      if let fault = faults.first, faults.count == literals.count { throw fault }
      return false
    }
    switch test {
    case .equals(let literals): return isPresent ? try isAny(literals) : false
    case .differs(let literals): return isPresent ? try !isAny(literals) : true
    case .present(let isWanted): return isPresent == isWanted
    case .begins(let starts):
      guard let text = key ?? value?.text else { return false }
      return starts.contains { text.hasPrefix($0) }
    }
  }
}

extension [DeviceCondition] {
  func hold(in row: DeviceRow) throws(AQError) -> Bool {
    for condition in self where try !condition.holds(in: row) { return false }
    return true
  }
}
