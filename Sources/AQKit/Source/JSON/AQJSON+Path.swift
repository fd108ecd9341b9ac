extension AQJSON {
  /// A subscript that found no value.
  final class Miss: Sendable {
    enum Step: Sendable {
      case name(String)
      case position(Int)
    }

    let step: Step
    /// The previous miss, below which nothing can exist.
    let previous: Miss?

    init(_ step: Step, after previous: Miss?) {
      self.step = step
      self.previous = previous
    }
  }

  /// The path of the value in the document, such as `hourly.pm2_5[3]`; empty at the top level. A missing value has the
  /// path that it would have.
  public var path: String {
    var steps: [String] = []
    var miss = miss
    while let missed = miss {
      switch missed.step {
      case .name(let name): steps.append(JSONPath.step(name: name))
      case .position(let position): steps.append(JSONPath.step(position: position))
      }
      miss = missed.previous
    }
    var index = index
    var parent = parent
    var ordinal = ordinal
    while parent != JSONTape.none {
      if tape.isObject(parent) {
        let name = JSONString.text(tape.bytes, at: Int(truncatingIfNeeded: tape[index &- 1]))
        steps.append(JSONPath.step(name: name))
      } else {
        steps.append(JSONPath.step(position: Int(ordinal)))
      }
      index = parent
      parent = tape[index &+ 3]
      ordinal = tape[index &+ 4]
    }
    return JSONPath.joined(steps.reversed())
  }

  /// The error for a value of another kind than expected.
  ///
  /// For an adapter's own rules too: `throw value.error(expected: "a country code")`.
  ///
  /// - Parameter expected: What was expected, with its article.
  public func error(expected: String) -> AQError {
    guard miss != nil else {
      return AQError(.malformed, "Unexpected JSON\(place): expected \(expected), found \(kind.phrase).")
    }
    let holder = AQJSON(tape, index, in: parent, ordinal: ordinal)
    let holderPath = holder.path.isEmpty ? "the top level" : holder.path
    var first = miss
    while let previous = first?.previous { first = previous }
    let reason =
      switch (first?.step, holder.kind) {
      case (.name(let name), .object): "\(holderPath) has no member \(JSONPath.quoted(name))"
      case (.position, .array):
        "\(holderPath) has \(tape.count(index)) element\(tape.count(index) == 1 ? "" : "s")"
      default: "\(holderPath) is \(holder.kind.phrase)"
      }
    return AQError(.malformed, "Unexpected JSON\(place): expected \(expected), found nothing: \(reason).")
  }

  /// The path for a sentence.
  var place: String {
    let path = path
    return path.isEmpty ? "" : " at \(path)"
  }
}

extension AQJSON: CustomStringConvertible {
  /// The value's kind and path, such as `a number at hourly.pm2_5[3]`; never its content.
  public var description: String { "\(kind.phrase)\(place)" }
}
