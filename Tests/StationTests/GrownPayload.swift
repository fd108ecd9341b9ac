import AQKit

/// A recorded payload that can be extended with many more rows of its own kind, for tests of growth.
struct GrownPayload: Sendable, CustomStringConvertible {
  /// The kind of the further rows.
  enum Rows: String, CaseIterable, Sendable {
    /// Copies.
    case alike
    /// Rows with other names and identifiers.
    case differing
    /// Rows in which every text and number is another one that can't be read.
    case unreadable
  }

  private let root: AQJSON
  /// The indices of the elements and members on the way to the array or object that grows.
  private let path: [Int]
  private let rows: Rows

  /// The rows and their location, such as `differing at stations[0].sensors`.
  let description: String

  /// Returns every way in which a payload of JSON can grow: each array of arrays or objects, and each object.
  static func all(of bytes: [UInt8]) -> [GrownPayload] {
    guard let root = try? AQJSON(parsing: bytes, allowsNaN: true) else { return [] }
    var found: [(path: [Int], smallest: Int, name: String)] = []
    find(root, [], &found)
    return found.flatMap { place in
      Rows.allCases.map { rows in
        GrownPayload(
          root: root, path: place.path, rows: rows,
          description: "\(rows.rawValue) at \(place.name.isEmpty ? "the top" : place.name)",
          smallest: place.smallest)
      }
    }
  }

  private static func areRows(_ children: [AQJSON]) -> Bool {
    children.allSatisfy { $0.kind == .object || $0.kind == .array }
  }

  private static func find(
    _ json: AQJSON, _ path: [Int], _ found: inout [(path: [Int], smallest: Int, name: String)]
  ) {
    let children = json.children.map(\.value)
    if !children.isEmpty, json.kind == .object || areRows(children) {
      found.append((path, json.kind == .object ? children.count : 1, json.path))
    }
    // The elements of an array are alike.
    for (index, child) in children.enumerated() where json.kind == .object || index == 0 {
      find(child, path + [index], &found)
    }
  }

  /// The least size: an object keeps its members.
  let smallest: Int

  /// Returns the payload with this many elements, or with this many members or all of its own.
  ///
  /// Other arrays of rows keep only a few elements, so that the measured time is that of the growing array.
  func bytes(_ count: Int) -> [UInt8] {
    var text: [UInt8] = []
    write(root, path[...], 0, &text)
    return text

    func write(_ json: AQJSON, _ path: ArraySlice<Int>?, _ copy: Int, _ text: inout [UInt8]) {
      let children = json.children
      guard json.kind == .object || json.kind == .array else {
        return text += scalar(json, copy).utf8
      }
      text.append(json.kind == .object ? UInt8(ascii: "{") : UInt8(ascii: "["))
      let grows = path?.isEmpty ?? false
      let isList = json.kind == .array && Self.areRows(children.map(\.value))
      let size = grows ? max(count, smallest) : isList ? min(children.count, 4) : children.count
      for index in 0..<size {
        let (name, value) = children[index % children.count]
        let number = grows ? index / children.count : copy
        if index > 0 { text.append(UInt8(ascii: ",")) }
        if let name { text += "\(quoted(grows ? self.name(name, number) : name)):".utf8 }
        write(value, path?.first == index ? path?.dropFirst() : nil, number, &text)
      }
      text.append(json.kind == .object ? UInt8(ascii: "}") : UInt8(ascii: "]"))
    }
  }

  private func name(_ name: String, _ copy: Int) -> String {
    copy == 0 ? name : Int(name).map { "\($0 &+ copy)" } ?? "\(name)-\(copy)"
  }

  private func scalar(_ json: AQJSON, _ copy: Int) -> String {
    let raw = json.rawText
    guard copy > 0, rows != .alike else { return raw }
    switch (json.kind, rows) {
    case (.string, .unreadable): return "\"?\(copy)\(raw.dropFirst())"
    case (.number, .unreadable): return "\"x\(copy)\""
    // Texts that begin with a digit are times and numbers.
    case (.string, _) where !(raw.dropFirst().first?.isNumber ?? true): return "\(raw.dropLast())-\(copy)\""
    case (.number, _): return json.intValue.map { "\($0 &+ Int64(copy))" } ?? raw
    default: return raw
    }
  }

  private func quoted(_ name: String) -> String {
    var text = JSONText()
    text.value(name)
    return text.text
  }
}

extension GrownPayload {
  /// Returns a text of lines with more of them: those behind the first few, again and again.
  ///
  /// - Parameters:
  ///   - bytes: The lines.
  ///   - count: The number of lines after the first ones.
  ///   - first: The number of lines that aren't repeated, such as a header.
  ///   - rows: The kind of the further lines: fields that don't begin with a digit differ, or all of them.
  static func lines(of bytes: [UInt8], _ count: Int, after first: Int, _ rows: Rows) -> [UInt8] {
    let lines = bytes.split(separator: UInt8(ascii: "\n")).map { line in
      line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    }
    let repeated = Array(lines.dropFirst(first))
    guard !repeated.isEmpty else { return bytes }
    var text: [UInt8] = []
    for line in lines.prefix(first) { text += line + [UInt8(ascii: "\n")] }
    for index in 0..<count {
      text += altered(repeated[index % repeated.count], index / repeated.count, rows)
      text.append(UInt8(ascii: "\n"))
    }
    return text
  }

  /// Returns a text of XML with more elements of a name, which follow each other: those of the text, again and again.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - name: The name of the elements, which have no attributes.
  ///   - count: The number of elements.
  ///   - rows: The kind of the further elements: texts that don't begin with a digit differ, or all of them.
  static func elements(of bytes: [UInt8], _ name: String, _ count: Int, _ rows: Rows) -> [UInt8] {
    let (start, end) = ("<\(name)>", "</\(name)>")
    let pieces = String(decoding: bytes, as: UTF8.self).split(
      separator: end, omittingEmptySubsequences: false)
    guard pieces.count > 1, let first = pieces[0].firstRange(of: start) else { return bytes }
    let repeated = ([pieces[0][first.lowerBound...]] + pieces[1..<(pieces.count - 1)]).map {
      Array(($0 + end).utf8)
    }
    var text = Array(pieces[0][..<first.lowerBound].utf8)
    for index in 0..<count {
      text += altered(element: repeated[index % repeated.count], index / repeated.count, rows)
    }
    return text + Array(pieces[pieces.count - 1].utf8)
  }

  private static func altered(element: [UInt8], _ copy: Int, _ rows: Rows) -> [UInt8] {
    guard copy > 0, rows != .alike else { return element }
    var result: [UInt8] = []
    var isStart = false
    for byte in element {
      // Between two tags there is another one, or white space.
      if isStart, byte > UInt8(ascii: " "), byte != UInt8(ascii: "<") {
        let isDigit = (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
        if rows == .unreadable || !isDigit { result += "x\(copy)".utf8 }
      }
      result.append(byte)
      isStart = byte == UInt8(ascii: ">")
    }
    return result
  }

  private static func altered(_ line: ArraySlice<UInt8>, _ copy: Int, _ rows: Rows) -> [UInt8] {
    guard copy > 0, rows != .alike else { return Array(line) }
    var result: [UInt8] = []
    var isStart = true
    for byte in line {
      let isSeparator = ",;|\t".utf8.contains(byte)
      if isStart, !isSeparator, byte != UInt8(ascii: "\"") {
        let isDigit = (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
        if rows == .unreadable || !isDigit { result += "x\(copy)".utf8 }
        isStart = false
      }
      result.append(byte)
      if isSeparator { isStart = true }
    }
    return result
  }
}

extension AQJSON {
  /// The elements of an array, or the members of an object; none of any other value.
  fileprivate var children: [(name: String?, value: AQJSON)] {
    if let elements = try? elements { return elements.map { (name: nil, value: $0) } }
    guard let members = try? members else { return [] }
    return members.map { (name: $0.name, value: $0.value) }
  }
}
