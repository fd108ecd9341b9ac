import AQKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The content of an answer's file, in lines:
///
/// 1. `AQKit answer 1`, the arrival in seconds since 1970, the number of bytes that follow, and the checksum of
/// everything after the format's number;
/// 2. an object with query, source, the time since which the answer is kept, and its notices;
/// 3. the notes, an array;
/// 4. and all further lines: a report in AQKit's schema.
enum AnswerFile {
  private struct Head: Codable {
    var query: AirQuery
    var since: AirTime
    var source: SourceID
    var notices: [AirNotice]?
  }

  private static let frame = StoredFrame(content: "answer", format: 1)
  private static let newline = UInt8(ascii: "\n")

  /// Returns the file of an answer; nil if a part of it can't be written.
  static func bytes(of answer: AirResponse.Stored, for key: AnswerKey) -> [UInt8]? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let since = answer.response.kept?.since ?? answer.storedAt
    var body: [UInt8] = []
    do {
      let notices = answer.response.notices
      body += try encoder.encode(
        Head(
          query: key.query, since: since, source: key.source, notices: notices.isEmpty ? nil : notices))
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
    return frame.bytes(of: body, at: answer.storedAt)
  }

  /// Returns the answer in a file; nil if it isn't newer than a moment, or answers another query.
  static func read(_ bytes: [UInt8], for key: AnswerKey, newerThan time: AirTime?) throws(StoredFrame.Fault)
    -> AirResponse.Stored?
  {
    guard let (body, storedAt) = try frame.body(of: bytes, newerThan: time) else { return nil }
    let lines = body.split(separator: newline)
    guard lines.count >= 2 else { throw .damaged("Lines are missing.") }
    do {
      let head = try JSONDecoder().decode(Head.self, from: Data(lines[0]))
      guard head.query == key.query, head.source == key.source else { return nil }
      var response = AirResponse(
        notes: try JSONDecoder().decode([AirNote].self, from: Data(lines[1])), notices: head.notices ?? [])
      for line in lines.dropFirst(2) {
        response.reports.append(try AirReport(AQJSON(parsing: Array(line))))
      }
      response.kept = AirResponse.Kept(since: head.since)
      return AirResponse.Stored(response, storedAt: storedAt)
    } catch {
      throw .damaged("A line can't be read.")
    }
  }
}
