import AQKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The source and the query of a stored response: its file is named after them, and states them.
///
/// The content of the file, in lines:
///
/// 1. `AQKit response 1`, the arrival in seconds since 1970, the number of bytes that follow, and the checksum of
/// everything after the format's number;
/// 2. an object with query, source, the time since which the response is cached, and its notices;
/// 3. the notes, an array;
/// 4. and each further line: a report in AQKit's schema.
struct ResponseKey {
  private struct Head: Codable {
    var query: AirQuery
    var since: AirTime
    var source: SourceID
    var notices: [AirNotice]?
  }

  static let ending = ".airresponse"
  private static let frame = StoredFrame(content: "response", format: 1)
  private static let newline = UInt8(ascii: "\n")
  private let source: SourceID
  private let query: AirQuery
  /// The query's JSON with sorted members.
  private let text: String

  /// Creates the key of a response; nil if the query's JSON can't represent it exactly, such as a window of 1.5 s.
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

  /// The name of the response's file. Queries with the same file name are distinguished by the key in the file.
  var fileName: String {
    Self.prefix(of: source) + Fingerprint.text(of: Fingerprint.of(text.utf8)) + Self.ending
  }

  static func prefix(of source: SourceID) -> String {
    Fingerprint.text(of: Fingerprint.of(source.rawValue.utf8)) + "-"
  }

  func bytes(of stored: AirResponse.Stored) -> [UInt8]? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let (response, notices) = (stored.response, stored.response.notices)
    let head = Head(
      query: query, since: response.cached?.since ?? stored.storedAt, source: source,
      notices: notices.isEmpty ? nil : notices)
    guard let first = try? encoder.encode(head), let notes = try? encoder.encode(response.notes) else {
      return nil
    }
    var reports = AirReport.Writer()
    for report in response.reports { reports.append(report) }
    let body = [first, notes].flatMap { [UInt8]($0) + [Self.newline] } + reports.bytes
    return Self.frame.bytes(of: body, at: stored.storedAt)
  }

  /// Returns the response in a file; nil if it isn't newer than a moment, or is to another query.
  func response(in bytes: [UInt8], newerThan time: AirTime?) throws(StoredFrame.Fault) -> AirResponse.Stored?
  {
    guard let (body, storedAt) = try Self.frame.body(of: bytes, newerThan: time) else { return nil }
    let lines = body.split(separator: Self.newline)
    guard lines.count >= 2 else { throw .damaged("Lines are missing.") }
    do {
      let head = try JSONDecoder().decode(Head.self, from: Data(lines[0]))
      guard head.query == query, head.source == source else { return nil }
      var response = AirResponse(
        notes: try JSONDecoder().decode([AirNote].self, from: Data(lines[1])), notices: head.notices ?? [])
      for line in lines.dropFirst(2) {
        response.reports.append(try AirReport(AQJSON(parsing: Array(line))))
      }
      response.cached = AirResponse.Cached(since: head.since)
      return AirResponse.Stored(response, storedAt: storedAt)
    } catch {
      throw .damaged("A line can't be read.")
    }
  }
}

/// FNV-1a with 64 bits, the same in every process: detects every changed byte, but not deliberate manipulation.
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
