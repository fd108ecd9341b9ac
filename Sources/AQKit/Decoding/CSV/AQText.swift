/// A text in a table or a document that may be a number: a field of ``AQCSV``, or the content of an element of ``AQXML``.
/// Surrounding white space is removed.
///
/// ```swift
/// let value = try row["PM2.5"].double(missing: ["", "-"])  // nil for a gap, an error for "n/a"
/// report.add(.pm25, value, unit: "µg/m³", at: stamp, to: site)
/// ```
public struct AQText: Hashable, Sendable {
  /// The text; nil if it isn't there.
  public let content: String?
  private let position: Position

  /// The position for an error, which is only written out when there is one.
  struct Position: Hashable, Sendable {
    /// The name of the column, or the whole position.
    let name: String
    /// The line of a field of a table.
    var line: Int?
    var fault: String?
    /// The numbers of the header's columns by name, if it lacks this one.
    var header: [String: Int]?

    fileprivate var text: String {
      guard let line else { return name }
      let addition = header.map { "; the header has \(Self.names($0))" } ?? fault.map { " (\($0))" } ?? ""
      return "line \(line), column “\(name.shortened(to: 40))”\(addition)"
    }

    private static func names(_ header: [String: Int]) -> String {
      var all = [String](repeating: "", count: (header.values.max() ?? 0) + 1)
      for (name, index) in header { all[index] = name }
      let names = all.filter { !$0.isEmpty }.prefix(8).map { name in
        "“" + String(name.shortened(to: 40).map { $0.isNewline ? " " : $0 }) + "”"
      }
      let rest = header.count - names.count
      return names.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }
  }

  /// Creates a text, or nothing, at a position for error messages.
  package init(_ content: String?, at position: String) {
    self.init(content, Position(name: position))
  }

  init(_ content: String?, _ position: Position) {
    self.content = content.map(CSVFields.trimmed)
    self.position = position
  }

  /// Returns the text.
  ///
  /// - Throws: ``AQError/Code/malformed`` with the position if it isn't there.
  public func string() throws(AQError) -> String {
    guard let content else { throw error("nothing") }
    return content
  }

  /// Returns the number; nil if the text means a missing value.
  ///
  /// - Parameters:
  ///   - missing: The strings that mean a missing value, by default the empty one. Zero and sentinels belong in the
  ///     declaration instead (`SourceDescriptor.sentinels`), where they are counted.
  ///   - decimal: The decimal separator, `.` or `,`.
  /// - Throws: ``AQError/Code/malformed`` with the position for any other content, and if there is none.
  public func double(missing: Set<String> = blank, decimal: Character = ".") throws(AQError) -> Double? {
    let text = try string()
    if Self.contains(missing, text) { return nil }
    guard decimal != "," else {
      let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      guard parts.count <= 2, !text.utf8.contains(UInt8(ascii: ".")) else { throw error("no number") }
      return try number(parts.joined(separator: "."))
    }
    return try number(text)
  }

  /// Returns the whole number; nil if the text means a missing value.
  ///
  /// - Throws: ``AQError/Code/malformed`` with the position for any other content, and if there is none.
  public func int(missing: Set<String> = blank) throws(AQError) -> Int64? {
    let text = try string()
    if Self.contains(missing, text) { return nil }
    guard let number = Int64(text) else { throw error("no whole number") }
    return number
  }

  /// The strings that mean a missing value by default: the empty one.
  @usableFromInline static let blank: Set<String> = [""]

  /// Returns whether a set contains a string, without hashing it if the set has one element, as by default.
  private static func contains(_ texts: Set<String>, _ text: String) -> Bool {
    texts.count == 1 ? texts.first == text : texts.contains(text)
  }

  private func number(_ text: String) throws(AQError) -> Double {
    var text = text
    let number: Double? = text.withUTF8 { buffer in
      let bytes = UnsafeRawBufferPointer(buffer).bytes
      var at = 0
      guard let number = try? NumberScanner.double(bytes, &at), at == bytes.byteCount else { return nil }
      return number
    }
    guard let number = number ?? Double(decimal: text) else { throw error("no number") }
    return number
  }

  private func error(_ found: String) -> AQError {
    AQError(.malformed, "There is \(found) at \(position.text).")
  }
}

extension AQText: CustomStringConvertible {
  /// The text; empty if it isn't there.
  public var description: String { content ?? "" }
}

extension AQText {
  /// The encoding of a text's bytes.
  public enum Encoding: String, Hashable, Sendable, Codable {
    /// UTF-8, with or without a byte order mark.
    case utf8
    /// ISO 8859-1: each byte is the character with that number.
    case latin1
    /// Windows-1252: as ISO 8859-1, with typographic characters from 80 to 9F (WHATWG Encoding Standard, index
    /// windows-1252).
    case windows1252

    /// Returns the same text in UTF-8, without a byte order mark.
    package func utf8(_ bytes: [UInt8]) -> [UInt8] {
      guard self != .utf8 else {
        return bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
      }
      guard bytes.contains(where: { $0 >= 0x80 }) else { return bytes }
      var scalars = String.UnicodeScalarView()
      for byte in bytes {
        let isTypographic = self == .windows1252 && (0x80..<0xA0).contains(byte)
        scalars.append(isTypographic ? Self.typography[Int(byte - 0x80)] : Unicode.Scalar(byte))
      }
      return Array(String(scalars).utf8)
    }

    /// The characters of the bytes 80 to 9F.
    private static let typography = Array(
      "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)
  }
}
