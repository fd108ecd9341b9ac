import AQKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A source and a query, as text that is part of the file and from which the file's name is made.
struct AnswerKey {
  static let ending = ".airanswer"
  let source: SourceID
  let query: AirQuery
  /// The query's JSON with sorted members.
  private let text: String

  /// Creates the key of an answer; nil if the query's JSON can't represent it exactly, such as a window of 1.5 s.
  init?(_ query: AirQuery, _ source: SourceID) {
    self.source = source
    self.query = query.question
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let bytes = try? encoder.encode(self.query),
      (try? JSONDecoder().decode(AirQuery.self, from: bytes)) == self.query
    else { return nil }
    text = String(decoding: bytes, as: UTF8.self)
  }

  /// The name of the answer's file. Queries with the same file name are distinguished by the key in the file.
  var fileName: String {
    Self.prefix(of: source) + Fingerprint.text(of: Fingerprint.of(text.utf8)) + Self.ending
  }

  /// Returns the beginning of the names of a source's files.
  static func prefix(of source: SourceID) -> String {
    Fingerprint.text(of: Fingerprint.of(source.rawValue.utf8)) + "-"
  }
}

/// FNV-1a with 64 bits: the same in every process and version. It detects every change of a single byte, but isn't meant as
/// protection against deliberate manipulation.
enum Fingerprint {
  static func of(_ bytes: some Sequence<UInt8>, after start: UInt64 = 0xCBF2_9CE4_8422_2325) -> UInt64 {
    var hash = start
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    return hash
  }

  static func text(of hash: UInt64) -> String {
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
