public import AQKit

/// The shape of a payload: its members and their kinds, without any value.
///
/// Elements of an array are merged, and so are the documents of a text with one per line. A member whose name has no
/// letter, such as a date or a number, is data: all such members of an object become one, `*`, and so do those of an
/// object with more than ``mostMembers``, and names beyond 500 bytes on a path. The shape of CSV is its columns.
///
/// As text it has one line per member, sorted: small, stable, and readable.
///
/// ```
/// hourly.pm2_5[]: null|number
/// hourly.time[]: number
/// latitude: number
/// stations[].name?: string
/// ```
///
/// Objects and arrays with content have no line, and a question mark follows a member that not all objects have.
///
/// **Use it** in a test with the shape of a recorded response, to notice when a service changes:
///
/// ```swift
/// let changes = PayloadShape(lines: recorded).changes(in: try PayloadShape(live))
/// #expect(!changes.contains { $0.isWarning })
/// ```
public struct PayloadShape: Hashable, Sendable {
  /// The kind of value at a path.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    /// An array.
    case array
    /// `true` or `false`.
    case bool
    /// A column of a table.
    case column
    /// `null`.
    case null
    /// A number.
    case number
    /// An object.
    case object
    /// A string.
    case string
    /// Text with columns: CSV.
    case table
    /// Anything else: a message that isn't JSON.
    case text
  }

  /// The maximum number of members of an object; the members of a larger one count as data.
  public static let mostMembers = 200

  var root = Node()

  /// The values seen at a path.
  struct Node: Hashable, Sendable {
    var kinds: Set<Kind> = []
    var members: [String: Node] = [:]
    /// The merged shape of the elements; at most one node.
    var element: [Node] = []
    var isOptional = false
  }

  /// Creates an empty shape, to be merged with others.
  public init() {}

  /// Creates the shape of JSON, of one JSON document per line, of a recorded feed's messages, or of CSV.
  ///
  /// - Throws: ``AQError/Code/malformed`` when the bytes aren't one of these.
  public init(_ bytes: [UInt8]) throws(AQError) {
    do {
      root = Node(try AQJSON(parsing: bytes, allowsNaN: true))
    } catch {
      let lines = TextLines(bytes).map { Array(bytes[$0.range]) }
      guard lines.count > 1, let first = try? AQJSON(parsing: lines[0], allowsNaN: true) else {
        if JSONMembers.isJSON(bytes) { throw error }
        root = try Self.header(of: LineEnds.withLineFeeds(bytes))
        return
      }
      if first["aqkit"].stringValue == "feed" {
        root = PayloadShape(try FeedRecording(bytes, startedAt: AirTime(secondsSince1970: 0))).root
      } else {
        for line in lines { root.merge(Node(try AQJSON(parsing: line, allowsNaN: true))) }
      }
    }
  }

  /// Creates the shape of a recorded feed's messages.
  public init(_ recording: FeedRecording) {
    for entry in recording.entries {
      let json = try? AQJSON(parsing: entry.message.bytes, allowsNaN: true)
      root.merge(json.map { Node($0) } ?? Node(kinds: [.text]))
    }
  }

  private static func header(of bytes: [UInt8]) throws(AQError) -> Node {
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
    let delimiters = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
    let delimiter = delimiters.max { left, right in line.count { $0 == left } < line.count { $0 == right } }
    var (fields, brokenEnd) = ([Range<Int>](), 0)
    let names = bytes.withUnsafeBytes { buffer -> [String] in
      let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      _ = CSVFields.split(
        buffer.bytes, at: start, delimiter: delimiter ?? delimiters[0], isLast: true,
        brokenUntil: &brokenEnd, into: &fields)
      return fields.map { CSVFields.text(buffer.bytes, $0) }
    }
    guard names.count > 1, names.allSatisfy({ $0.utf8.allSatisfy { $0 >= 0x20 } }),
      names.contains(where: { $0.contains(where: \.isLetter) })
    else { throw AQError(.malformed, "The input is neither JSON nor CSV with a header.") }
    let columns = Dictionary(names.map { ($0, Node(kinds: [.column])) }) { first, _ in first }
    return Node(kinds: [.table], members: columns)
  }

  /// Merges the shape of another payload of the same kind.
  public mutating func merge(_ other: PayloadShape) { root.merge(other.root) }

  package mutating func merge(_ other: PayloadShape, under name: String) {
    root.kinds.insert(.object)
    root.members[name, default: Node()].merge(other.root)
  }
}

extension PayloadShape.Node {
  /// Creates the shape of a value with a number of bytes left for names, which every line below repeats.
  init(_ json: AQJSON, room: Int = 500) {
    switch json.kind {
    case .missing: break
    case .null: kinds = [.null]
    case .bool: kinds = [.bool]
    case .number: kinds = [.number]
    case .string: kinds = [.string]
    case .array:
      kinds = [.array]
      var merged = Self()
      for value in (try? json.elements).map(Array.init) ?? [] { merged.merge(Self(value, room: room)) }
      if !merged.kinds.isEmpty { element = [merged] }
    case .object:
      kinds = [.object]
      guard let pairs = try? json.members else { break }
      let isMap = pairs.count > PayloadShape.mostMembers
      for (name, value) in pairs {
        let isData = isMap || name.utf8.count > room || !name.contains(where: \.isLetter)
        let key = isData ? "*" : name
        members[key, default: Self()].merge(Self(value, room: room - key.utf8.count))
      }
    }
  }

  mutating func merge(_ other: Self) {
    let isOptional = isOptional || other.isOptional
    if kinds.isEmpty { return self = changed(other) { $0.isOptional = isOptional } }
    let bothAreObjects = kinds.contains(.object) && other.kinds.contains(.object)
    kinds.formUnion(other.kinds)
    self.isOptional = isOptional
    if bothAreObjects {
      for name in members.keys where other.members[name] == nil { members[name]?.isOptional = true }
    }
    for (name, theirs) in other.members {
      if members[name]?.merge(theirs) != nil { continue }
      members[name] = theirs
      if bothAreObjects { members[name]?.isOptional = true }
    }
    if members.count > PayloadShape.mostMembers {
      // All are data of one kind, so that merging rows with different names doesn't become slow.
      members = ["*": members.sorted { $0.key < $1.key }.reduce(into: Self()) { $0.merge($1.value) }]
    }
    guard let theirs = other.element.first else { return }
    if element.isEmpty { element = [theirs] } else { element[0].merge(theirs) }
  }
}

extension PayloadShape {
  /// Creates the shape of a cassette: one member per kind of request, named by method and path, with the shape of the
  /// responses. A part of a path without a letter, such as a number, becomes a star, as does a date or a time, such as
  /// `2026-10-01T00`, within a part; failures are left out.
  public init(_ cassette: Cassette) {
    self.init()
    let date = #/(?:19|20)\d\d-?(?:0[1-9]|1[0-2])-?(?:0[1-9]|[12]\d|3[01])(?:T?(?:[\d:]|%3A)+Z?)?/#
    for exchange in cassette.exchanges {
      guard let body = exchange.body, let shape = try? PayloadShape(body) else { continue }
      let path = RequestAddress(exchange.request.url).path.split(separator: "/").map { part in
        part.contains(where: \.isLetter) ? String(part.replacing(date, with: "*")) : "*"
      }
      merge(shape, under: "\(exchange.request.method) /\(path.joined(separator: "/"))")
    }
  }
}

extension Cassette {
  /// The name of the cassette format in manifests. No source serves it.
  public static let formatName = "cassette"
}

extension Cassette.Exchange {
  var body: [UInt8]? {
    guard case .response(let response) = outcome, (200..<300).contains(response.status),
      !response.body.isEmpty
    else { return nil }
    return response.body
  }
}
