import AQKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The content of an answer's file, in lines:
///
/// 1. `AQKit answer 1`, the arrival in seconds since 1970, the number of bytes that follow, and the checksum of all behind
///    the format's number;
/// 2. an object with query, source and the time since which the answer is kept;
/// 3. the notes, an array;
/// 4. and all following: a report in AQKit's schema.
enum AnswerFile {
  /// What makes a file unusable.
  struct Fault: Error {
    var kind: AirStorage.Problem.Kind
    var message: String
  }

  private struct Head: Codable {
    var query: AirQuery
    var since: AirTime
    var source: SourceID
  }

  private static let format = 1
  private static let magic = "AQKit answer "
  private static let newline = UInt8(ascii: "\n")

  /// The file of an answer; nil if a part of it can't be written.
  static func bytes(of answer: StoredAnswer, for key: AnswerKey) -> [UInt8]? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let since = answer.response.kept?.since ?? answer.storedAt
    var body: [UInt8] = []
    do {
      body += try encoder.encode(Head(query: key.query, since: since, source: key.source))
      body.append(newline)
      body += try encoder.encode(answer.response.notes)
      for report in answer.response.reports {
        body.append(newline)
        body += try encoder.encode(report)
      }
      body.append(newline)
    } catch {
      return nil
    }
    let stated = "\(answer.storedAt.secondsSince1970) \(body.count) "
    let checksum = Fingerprint.text(of: Fingerprint.of(body, after: Fingerprint.of(stated.utf8)))
    return Array("\(magic)\(format) \(stated)\(checksum)\n".utf8) + body
  }

  /// The answer in a file; nil if it isn't newer than a moment, or answers another question.
  static func read(_ bytes: [UInt8], for key: AnswerKey, newerThan time: AirTime?) throws(Fault)
    -> StoredAnswer?
  {
    guard let end = bytes.prefix(100).firstIndex(of: newline) else {
      let isCut = bytes.count < 100 && Array(bytes.prefix(magic.utf8.count)).isStart(of: magic)
      throw isCut ? Fault(kind: .damaged, message: "The file is cut.") : foreign
    }
    let words = String(decoding: bytes[..<end], as: UTF8.self).split(
      separator: " ", omittingEmptySubsequences: false)
    guard words.count >= 3, "\(words[0]) \(words[1]) " == magic, let version = Int(words[2]), version > 0
    else { throw foreign }
    guard version == format else {
      throw Fault(kind: .newerFormat, message: "The file has format \(version); \(format) is known.")
    }
    guard words.count == 6, let seconds = Int64(words[3]), let count = Int(words[4]),
      let checksum = UInt64(words[5], radix: 16)
    else { throw damaged("The first line is changed.") }
    if let time, seconds <= time.secondsSince1970 { return nil }
    let body = bytes[(end + 1)...]
    guard body.count == count else {
      throw damaged("The file has \(body.count) bytes in place of \(count).")
    }
    let stated = "\(words[3]) \(words[4]) "
    guard Fingerprint.of(body, after: Fingerprint.of(stated.utf8)) == checksum else {
      throw damaged("The checksum is wrong.")
    }
    return try decode(body, storedAt: AirTime(secondsSince1970: seconds), for: key)
  }

  private static func decode(_ body: ArraySlice<UInt8>, storedAt: AirTime, for key: AnswerKey) throws(Fault)
    -> StoredAnswer?
  {
    let lines = body.split(separator: newline)
    guard lines.count >= 2 else { throw damaged("Lines are missing.") }
    do {
      let head = try JSONDecoder().decode(Head.self, from: Data(lines[0]))
      guard head.query == key.query, head.source == key.source else { return nil }
      var response = AirResponse(notes: try JSONDecoder().decode([AirNote].self, from: Data(lines[1])))
      for line in lines.dropFirst(2) {
        response.reports.append(try AirReport(AQJSON(parsing: Array(line))))
      }
      response.kept = AirResponse.Kept(since: head.since)
      return StoredAnswer(response, storedAt: storedAt)
    } catch {
      throw damaged("A line can't be read.")
    }
  }

  private static let foreign = Fault(kind: .foreign, message: "The file is no answer.")
  private static func damaged(_ message: String) -> Fault { Fault(kind: .damaged, message: message) }
}

extension [UInt8] {
  fileprivate func isStart(of text: String) -> Bool { text.utf8.starts(with: self) }
}
