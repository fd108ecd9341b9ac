import AQKit
import Foundation
import LoopbackServers
import Testing

/// A body that a service has sent: a file of the station tests' `Payloads`, or a text, with some words exchanged.
struct RecordedBody: Sendable {
  private let file: String?
  private let words: String
  private var edits: [(String, String)] = []

  /// A file, such as `airnow/error_401.json`.
  static func file(_ path: String) -> RecordedBody { RecordedBody(file: path, words: "") }

  /// A text.
  static func text(_ words: String) -> RecordedBody { RecordedBody(file: nil, words: words) }

  private init(file: String?, words: String) {
    self.file = file
    self.words = words
  }

  /// The same with other words.
  func with(_ old: String, _ new: String) -> RecordedBody {
    var body = self
    body.edits.append((old, new))
    return body
  }

  func text() throws -> String {
    var text = words
    if let file {
      let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
      text = try String(
        contentsOf: tests.appendingPathComponent("StationTests/Payloads/\(file)"), encoding: .utf8)
    }
    for (old, new) in edits {
      guard text.contains(old) else { throw AQError(.invalidRequest, "Nothing to exchange: \(old)") }
      text = text.replacing(old, with: new)
    }
    return text
  }
}

/// A service as it replies on a loopback port: one query, the replies that lead to one of its values, and its refusals.
struct RecordedService: Sendable, CustomTestStringConvertible {
  /// A reply to requests whose target has a part; the first that fits is given.
  struct Reply: Sendable {
    let part: String
    let body: RecordedBody

    init(_ part: String, _ body: RecordedBody) {
      self.part = part
      self.body = body
    }
  }

  /// A refusal of the service, or its statement that it has no data, with the expected error.
  struct Refusal: Sendable {
    let name: String
    let status: Int
    let headers: [TransportRequest.Header]
    let body: RecordedBody
    /// The requests that get it; all of them if it is empty.
    let part: String
    /// The error; nil if the reply is that there is no data.
    let code: AQError.Code?

    init(
      _ name: String, _ status: Int, _ body: RecordedBody, _ code: AQError.Code?, to part: String = "",
      headers: [TransportRequest.Header] = []
    ) {
      self.name = name
      self.status = status
      self.headers = headers
      self.body = body
      self.part = part
      self.code = code
    }
  }

  /// A list in two pages: the first one's statement about a second, and the differences of the second.
  struct Pages: Sendable {
    /// Requests for pages of the list have it in their target.
    let part: String
    /// The words of the recorded page about its total, and their replacement.
    let more: (String, String)
    /// The text that only the request for the second page has.
    let second: String
    /// A site of the recorded page, and the one in its place on the second.
    let site: (String, String)
    /// The words by which the second page differs; by default the sites' names.
    var other: (String, String)?
  }

  let source: SourceID
  let now: AirTime
  let place: AirQuery.Place
  var options: [String: String] = [:]
  var parameters: [AirParameter] = []
  /// A value that the response has: the site, the parameter, the number.
  let value: (site: String?, parameter: AirParameter, number: Double)
  /// The number of requests that the query costs.
  let requests: Int
  let replies: [Reply]
  let refusals: [Refusal]
  var pages: Pages?

  var testDescription: String { "\(source)\(options["apiKey"] == nil ? "" : " with a key")" }

  /// The query.
  func query(_ detail: AirQuery.Detail = .values) -> AirQuery {
    AirQuery(places: [place], parameters: parameters, detail: detail)
  }

  /// The reply to a request, or its refusal if there is one.
  func reply(to request: LoopbackRequest, refusal: Refusal? = nil, inPages: Bool = false) throws
    -> LoopbackReply
  {
    if let refusal, refusal.part.isEmpty || request.target.contains(refusal.part) {
      let type = TransportRequest.Header("Content-Type", "application/json")
      return .response(
        TransportResponse(
          status: refusal.status, headers: [type] + refusal.headers, text: try refusal.body.text()))
    }
    guard let recorded = replies.first(where: { request.target.contains($0.part) }) else {
      return .html(status: 404, title: "Not Found")
    }
    guard inPages, let pages, request.target.contains(pages.part) else {
      return .text(try recorded.body.text())
    }
    let body = recorded.body.with(pages.more.0, pages.more.1)
    let other = pages.other ?? pages.site
    return .text(try (request.target.contains(pages.second) ? body.with(other.0, other.1) : body).text())
  }
}
