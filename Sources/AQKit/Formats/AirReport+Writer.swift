extension AirReport {
  /// Writes reports in AQKit's schema, one per line, many times as fast as a `JSONEncoder`.
  ///
  /// ```swift
  /// var writer = AirReport.Writer()
  /// for report in reports { writer.append(report) }
  /// try Data(writer.bytes).write(to: file)
  /// ```
  ///
  /// The bytes are those of a `JSONEncoder` that sorts members and doesn't escape slashes: each line is one object in UTF-8
  /// and ends with a line feed, a gap is `null`, a number is the shortest text that reads back as the same double. Parts
  /// that reports share, such as their site, are encoded once and remembered; this takes less than 10 MB unless single
  /// sites are very large.
  public struct Writer: Sendable {
    /// The lines so far.
    public private(set) var bytes: [UInt8] = []

    private var sites: TextMemory<AirSite>
    private var attributions: TextMemory<[AirAttribution]>
    private var rights: TextMemory<AirRights>
    private var sources: TextMemory<SourceID>
    private var heads: TextMemory<SeriesHead>
    private var flags: TextMemory<Set<AirReading.QualityFlag>>
    /// The last timeline and its text: the series of a report often share one.
    private var timeline: (value: AirTimeline, text: [UInt8]) = (.empty, [])

    /// Creates a writer without lines.
    public init() { self.init { $0 } }

    /// Creates a writer with a function that changes the JSON of each external text, for example to escape terminal
    /// control characters.
    package init(treating treat: @escaping @Sendable ([UInt8]) -> [UInt8]) {
      sites = TextMemory(treat) { $1.value($0) }
      attributions = TextMemory(treat) { $1.value($0) }
      rights = TextMemory(treat) { $1.value($0) }
      sources = TextMemory(treat) { $1.value($0.rawValue) }
      heads = TextMemory(parts: { $0.parts.map(treat) })
      flags = TextMemory(treat) { flags, json in
        json.array { for flag in flags.sorted() { $0.value(flag.rawValue) } }
      }
    }

    /// Removes the lines, but keeps the remembered parts.
    public mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    /// Appends a report as a line.
    public mutating func append(_ report: AirReport) {
      bytes.append(contentsOf: "{\"attribution\":".utf8)
      attributions.append(report.attribution, to: &bytes)
      if let issuedAt = report.issuedAt {
        bytes.append(contentsOf: ",\"issuedAt\":".utf8)
        bytes.append(issuedAt)
      }
      bytes.append(contentsOf: ",\"kind\":\"".utf8)
      bytes.append(contentsOf: report.kind.rawValue.utf8)
      bytes.append(contentsOf: "\",\"places\":".utf8)
      bytes.appendArray(report.places) { $0.append(contentsOf: String($1).utf8) }
      bytes.append(contentsOf: ",\"receivedAt\":".utf8)
      bytes.append(report.receivedAt)
      bytes.append(contentsOf: ",\"rights\":".utf8)
      rights.append(report.rights, to: &bytes)
      bytes.append(contentsOf: ",\"schema\":1,\"series\":[".utf8)
      var isFirst = true
      for series in report.series {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        append(series)
      }
      bytes.append(contentsOf: "],\"site\":".utf8)
      sites.append(report.site, to: &bytes)
      bytes.append(contentsOf: ",\"source\":".utf8)
      sources.append(report.source, to: &bytes)
      bytes.append(contentsOf: "}\n".utf8)
    }

    private mutating func append(_ series: AirSeries) {
      let parts = heads.texts(of: SeriesHead(series))
      bytes.append(UInt8(ascii: "{"))
      if let accuracy = series.accuracy {
        bytes.append(contentsOf: "\"accuracy\":".utf8)
        bytes.appendArray(accuracy) { $0.append($1) }
        bytes.append(UInt8(ascii: ","))
      }
      bytes.append(contentsOf: parts[0])
      if let completeness = series.completeness {
        bytes.append(contentsOf: ",\"completeness\":".utf8)
        bytes.appendArray(completeness) { $0.append($1) }
      }
      bytes.append(contentsOf: parts[1])
      if let flags = series.flags {
        var separator = ",\"flags\":["
        for set in flags {
          bytes.append(contentsOf: separator.utf8)
          self.flags.append(set, to: &bytes)
          separator = ","
        }
        bytes.append(UInt8(ascii: "]"))
      }
      bytes.append(contentsOf: parts[2])
      append(series.timeline)
      bytes.append(contentsOf: parts[3])
      ShortestDecimal.append(column: series.values, to: &bytes)
      bytes.append(UInt8(ascii: "}"))
    }

    private mutating func append(_ value: AirTimeline) {
      if timeline.text.isEmpty || timeline.value != value {
        timeline.value = value
        timeline.text.removeAll(keepingCapacity: true)
        timeline.text.append(value)
      }
      bytes.append(contentsOf: timeline.text)
    }
  }
}

/// The members of a series other than its values and their times.
private struct SeriesHead: Hashable, Sendable {
  let averaging: AveragingPeriod
  let conversion: AirUnit.Conversion?
  let correction: AirOrigin.Correction?
  let origin: AirOrigin?
  let parameter: AirParameter
  let unit: AirUnit

  init(_ series: AirSeries) {
    averaging = series.averaging
    conversion = series.conversion
    correction = series.correction
    origin = series.origin
    parameter = series.parameter
    unit = series.unit
  }

  /// The text before the completeness, before the flags, before the timeline, and before the values.
  var parts: [[UInt8]] {
    let named = Self.text {
      if let conversion {
        $0.name("conversion")
        $0.value(conversion)
      }
      if let correction {
        $0.name("correction")
        $0.value(correction)
      }
    }
    let from = Self.text {
      if let origin {
        $0.name("origin")
        $0.value(origin)
      }
      $0.member("parameter", parameter.rawValue)
      $0.name("timeline")
    }
    let comma = [UInt8(ascii: ",")]
    return [
      Self.text { $0.member("averaging", averaging.description) }, named.isEmpty ? [] : comma + named,
      comma + from,
      comma
        + Self.text {
          $0.member("unit", unit.rawValue)
          $0.name("values")
        },
    ]
  }

  private static func text(_ write: (inout JSONText) -> Void) -> [UInt8] {
    var json = JSONText()
    write(&json)
    return json.bytes
  }
}

/// Remembers the JSON of values, because a stream of reports repeats many (sites, units, rights…).
private struct TextMemory<Value: Hashable & Sendable>: Sendable {
  private struct Entry {
    let value: Value
    let texts: [[UInt8]]
    /// The entry that last followed this one.
    var next: Int
  }

  private let write: @Sendable (Value) -> [[UInt8]]
  private var entries: [Entry] = []
  private var entryIndices: [Value: Int] = [:]
  private var last = 0

  private static var mostEntries: Int { 1_024 }

  init(parts: @escaping @Sendable (Value) -> [[UInt8]]) { write = parts }

  init(
    _ treat: @escaping @Sendable ([UInt8]) -> [UInt8],
    _ write: @escaping @Sendable (Value, inout JSONText) -> Void
  ) {
    self.write = { value in
      var json = JSONText()
      write(value, &json)
      return [treat(json.bytes)]
    }
  }

  /// Appends the JSON of a value.
  mutating func append(_ value: Value, to bytes: inout [UInt8]) {
    for text in texts(of: value) { bytes.append(contentsOf: text) }
  }

  /// Returns the JSON of a value, in its parts.
  mutating func texts(of value: Value) -> [[UInt8]] {
    if last < entries.count {
      let expected = entries[last].next
      if entries[expected].value == value {
        last = expected
        return entries[expected].texts
      }
    }
    if let known = entryIndices[value] {
      entries[last].next = known
      last = known
      return entries[known].texts
    }
    if entries.count == Self.mostEntries {
      entries = []
      entryIndices = [:]
      last = 0
    }
    let added = entries.count
    let texts = write(value)
    entries.append(Entry(value: value, texts: texts, next: added))
    entries[last].next = added
    entryIndices[value] = added
    last = added
    return texts
  }
}
