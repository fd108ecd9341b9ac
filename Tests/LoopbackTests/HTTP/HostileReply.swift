import AQKit
import LoopbackServers
import Testing

/// A bad or odd reply to an HTTP request, with its possible outcomes.
struct HostileReply: Sendable, CustomTestStringConvertible {
  /// The possible outcomes of a reply.
  enum Outcome: Sendable {
    /// The reply is accepted unchanged.
    case data
    /// The reply is refused by an error with one of these codes.
    case refused(Set<AQError.Code>)
    /// The standards leave it open: it is accepted or refused.
    case either(Set<AQError.Code>)
  }

  let name: String
  /// The steps of the server when it has read the request.
  let steps: [LoopbackStep]
  let outcome: Outcome
  /// The expected status and body if the transport accepts the reply; nil if that isn't compared here.
  var expected: (status: Int, body: [UInt8])? = (200, Array(HostileReply.json.utf8))
  /// The steps of the server for an address that ends in `/next`.
  var next: [LoopbackStep] = HostileReply.honest
  var method = TransportRequest.Method.get

  var testDescription: String { name }

  /// The limit on the body in these tests.
  static let limit = 1 << 20

  /// A reply of Open-Meteo for this hour, so that a whole reply becomes a report.
  static let json: String = {
    let hour = AQSystemClock().time.secondsSince1970 / 3600 * 3600
    return #"{"latitude":52.5,"longitude":13.4,"hourly_units":{"time":"unixtime","pm2_5":"\u03bcg/m\u00b3"},"#
      + #""hourly":{"time":[\#(hour - 3600),\#(hour),\#(hour + 3600)],"pm2_5":[8.8,9.1,null]}}"#
  }()

  /// The end of every head that is honest about ``json``.
  static let length = "Content-Length: \(json.utf8.count)\r\n"

  /// ``json`` as any server would send it.
  static let honest: [LoopbackStep] = [.text("HTTP/1.1 200 OK\r\n\(length)\r\n\(json)")]

  static let all: [HostileReply] = [
    cutHeads, statusLines, fields, lengths, chunks, codings, statuses, redirects, waits, challenges,
    connections,
    endless,
  ].flatMap(\.self)

  /// The codes of the errors by which it may be refused.
  var codes: Set<AQError.Code> {
    switch outcome {
    case .data: []
    case .refused(let codes), .either(let codes): codes
    }
  }

  /// Whether the client waits without a reply, or may do so.
  var needsTimeout: Bool { codes.contains(.timedOut) }

  /// Whether the command line waits for nothing, or for as long as the server asks for before a retry, or whether the next
  /// request on a connection that looks free waits for nothing.
  var keepsWaiting: Bool {
    needsTimeout || steps.last == .hold || Self.waits.contains { $0.name == name }
  }

  /// Whether the command line must show a report, a complaint, or one of them (nil).
  var becomesReport: Bool? {
    if case .refused = outcome { return false }
    guard let expected else { return nil }
    // White space behind a document is no fault.
    let document = expected.body.reversed().drop { $0 == UInt8(ascii: "\r") }
    let isReport = expected.status == 200 && document.starts(with: Self.json.utf8.reversed())
    if case .either = outcome, isReport { return nil }
    return isReport
  }

  // MARK: Making

  /// A reply whose text goes out with one byte for each character.
  init(_ name: String, _ text: String, _ outcome: Outcome) {
    self.init(name, [.bytes(Self.bytes(text))], outcome)
  }

  init(_ name: String, _ steps: [LoopbackStep], _ outcome: Outcome) {
    self.name = name
    self.steps = steps
    self.outcome = outcome
  }

  /// This reply, taken with another status and body.
  func giving(_ status: Int, _ body: String) -> HostileReply {
    var copy = self
    copy.expected = (status, Array(body.utf8))
    return copy
  }

  /// This reply without an expected content.
  func givingAnything() -> HostileReply {
    var copy = self
    copy.expected = nil
    return copy
  }

  /// Latin-1: a byte for each character below U+0100.
  static func bytes(_ text: String) -> [UInt8] {
    text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
  }
}
