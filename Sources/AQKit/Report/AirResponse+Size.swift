extension AirResponse {
  /// The approximate size in memory in bytes, including strings.
  var approximateSize: Int {
    let content = notices.reduce(reports.reduce(0) { $0 + $1.approximateSize }) { $0 + $1.approximateSize }
    return notes.reduce(content) { sum, note in
      sum + 160 + bytes(of: note.message) + note.places.count * 8
        + note.parameters.reduce(0) { $0 + bytes(of: $1.rawValue) }
    }
  }
}

extension AirNotice {
  var approximateSize: Int {
    let texts = [id, message, publisher, event, severity, title, text, advice, language, link, rights.terms]
    let named = area.names + area.codes.flatMap { [$0] + $1 }
    let corners = area.polygons.reduce(0) { $1.reduce($0) { $0 + $1.count } }
    return (texts + named).reduce(600 + attribution.approximateSize + places.count * 8) {
      $0 + 16 + bytes(of: $1)
    } + corners * MemoryLayout<Coordinate>.stride + area.circles.count * 24
  }
}

extension AirReport {
  var approximateSize: Int { series.reduce(sizeWithoutSeries) { $0 + $1.approximateSize } }

  /// The approximate size of everything but the series in memory in bytes.
  var sizeWithoutSeries: Int {
    let known = 400 + attribution.approximateSize + bytes(of: rights.terms) + places.count * 8
    return site.texts.reduce(known + site.details.measures.count * 160) { $0 + bytes(of: $1) }
  }
}

extension [AirAttribution] {
  fileprivate var approximateSize: Int {
    reduce(0) { sum, one in one.texts.reduce(sum + 120) { $0 + bytes(of: $1) } }
  }
}

extension AirSeries {
  var approximateSize: Int {
    let perValue =
      8 + (flags == nil ? 0 : 24) + (completeness == nil ? 0 : 24) + (accuracy == nil ? 0 : 40)
      + (timeline.regular == nil ? 16 : 0)
    let flagged = flags?.reduce(0) { $1.reduce($0) { $0 + bytes(of: $1.rawValue) } } ?? 0
    var sum = 200 + count * perValue + flagged + bytes(of: parameter.rawValue) + bytes(of: unit.rawValue)
    if let origin { sum = origin.texts.reduce(sum) { $0 + bytes(of: $1) } }
    guard let correction else { return sum }
    return correction.inputs.reduce(sum + bytes(of: correction.method)) { $0 + bytes(of: $1.rawValue) }
  }
}

/// Returns the number of bytes that a string takes outside the value that holds it. Short strings are stored inline.
private func bytes(of text: String?) -> Int {
  guard let length = text?.utf8.count, length > 15 else { return 0 }
  return length + 32
}

extension AirNote {
  /// The maximum bytes of the message, and the maximum number of parameters, of a note that is merged with others.
  private static let (longestMessage, mostParameters) = (500, 50)

  /// The note in a form of bounded size, for memory that a sender fills.
  var bounded: AirNote {
    guard message.utf8.count > Self.longestMessage || parameters.count > Self.mostParameters else {
      return self
    }
    var note = self
    note.parameters = Array(parameters.prefix(Self.mostParameters))
    note.message = message.shortened(to: Self.longestMessage)
    return note
  }

  /// Identifies notes that differ only in their position, places and count: in the bracketed parts of their messages.
  package struct Kind: Hashable, Sendable {
    let code: Code
    let failure: AQError.Code?
    let parameters: [AirParameter]
    let message: Substring
  }

  package var kind: Kind {
    Kind(code: code, failure: failure, parameters: parameters, message: message.prefix { $0 != "(" })
  }

  /// Counts another note of the same kind together with this one, and adds its places.
  mutating func absorb(_ other: AirNote) {
    count = count.addingSaturating(other.count)
    if places != other.places {
      places = places.isEmpty || other.places.isEmpty ? [] : Set(places).union(other.places).sorted()
    }
  }
}
