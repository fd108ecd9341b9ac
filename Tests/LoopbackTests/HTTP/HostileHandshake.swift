import AQKit
import LoopbackServers
import Testing

/// A server that is asked for TLS and never starts it, breaks it off later, or doesn't wait for the request.
struct HostileHandshake: Sendable, CustomTestStringConvertible {
  let name: String
  /// The certificate that it shows; nil if it doesn't use TLS.
  var certificate: LoopbackCertificate?
  let steps: [LoopbackStep]
  /// The possible error codes of a refusal; empty if it is data.
  let codes: Set<AQError.Code>
  /// Whether it may be taken as well as refused.
  var mayBeData = false
  var scheme = "https"

  var testDescription: String { name }

  /// The handshakes that no client trusts, whatever its settings.
  static let all: [HostileHandshake] = [
    plain("a reply in clear text", [.expect(1), .text("HTTP/1.1 400 Bad Request\r\n\r\n"), .close]),
    plain("a reply in clear text at once", HostileReply.honest + [.hold]),
    plain("another protocol's greeting", [.text("SSH-2.0-x\r\n"), .hold]),
    plain("closed at once", [.close]),
    plain("closed behind the hello", [.expect(20), .close]),
    plain("reset behind the hello", [.expect(20), .reset]),
    plain("closed within a record", [.expect(20), .bytes([22, 3, 3, 0, 80, 2]), .close]),
    plain("zeros", [.expect(1), .repeating([0], times: 1 << 20), .close]),
    plain("a record of an unknown kind", [.expect(20), .bytes([99, 3, 3, 0, 1, 0]), .hold]),
    plain("a record of an unknown version", [.expect(20), .bytes([22, 9, 9, 0, 1, 0]), .hold]),
    plain(
      "a record that is too long",
      [.expect(20), .bytes([22, 3, 3, 255, 255, 2]), .repeating([0], times: 70_000)]),
    alert(0, "close notify"), alert(10, "unexpected message"), alert(40, "handshake failure"),
    alert(42, "bad certificate"), alert(70, "protocol version"), alert(80, "internal error"),
    alert(112, "unrecognized name"), alert(116, "certificate required"), alert(255, "no known"),
    HostileHandshake(name: "silence", steps: [.hold], codes: [.timedOut]),
    HostileHandshake(
      name: "silence within a record", steps: [.expect(20), .bytes([22, 3, 3]), .hold], codes: [.timedOut]),
    shown("the certificate of another host", .wrongHost), shown("an expired certificate", .expired),
  ]

  /// The outcome for a client that trusts the servers' authority.
  static let trusted: [HostileHandshake] = [
    HostileHandshake(
      name: "a certificate to trust", certificate: .valid, steps: reply(HostileReply.honest), codes: []),
    cut("cut without a goodbye before the head", []),
    cut("cut without a goodbye within the head", [.text("HTTP/1.1 200 OK\r\nContent-")]),
    cut("cut without a goodbye behind the head", [.text("HTTP/1.1 200 OK\r\n\(HostileReply.length)\r\n")]),
    cut("cut without a goodbye within a body without a length", [.text("HTTP/1.1 200 OK\r\n\r\n[1,2")]),
    cut("cut without a goodbye within a body", [.text("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n[1,2")]),
    cut(
      "cut without a goodbye between chunks",
      [.text("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n")]),
  ]

  /// The outcome for a client that doesn't trust the servers' authority, which therefore can't cut a reply.
  static let untrusted: [HostileHandshake] = trusted.map {
    HostileHandshake(name: $0.name, certificate: $0.certificate, steps: $0.steps, codes: [.untrusted])
  }

  /// Servers that speak before they are asked, in clear text. Whether the request was on its way by then can't be known, so
  /// the reply may be accepted or refused.
  static let early: [HostileHandshake] = [
    early("a reply before the request", HostileReply.honest + [.hold]),
    early("a reply before the request, and the end", HostileReply.honest + [.close]),
    early(
      "a reply before the request and one behind it", HostileReply.honest + reply(HostileReply.honest)),
    early(
      "half a reply before the request",
      [.text("HTTP/1.1 200 OK\r\n\(HostileReply.length)")]
        + reply([.text("\r\n\(HostileReply.json)"), .hold])),
    early(
      "an interim response before the request",
      [.text("HTTP/1.1 100 Continue\r\n\r\n")] + reply(HostileReply.honest + [.hold])),
    early(
      "a refusal before the request",
      [.text("HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"), .close]),
    early("a redirect before the request", [.text("HTTP/1.1 302 Found\r\nLocation: /\r\n\r\n"), .close]),
    early("a greeting before the request", [.text("220 mail.example.org ESMTP\r\n"), .hold]),
    early("zeros before the request", [.repeating([0], times: 1 << 20), .close]),
    early("closed before the request", [.close]), early("reset before the request", [.reset]),
  ]

  private static func early(_ name: String, _ steps: [LoopbackStep]) -> HostileHandshake {
    HostileHandshake(
      name: name, steps: steps, codes: [.malformed, .unreachable], mayBeData: true, scheme: "http")
  }

  /// Whether a client waits for a time-out.
  var isSilent: Bool { codes == [.timedOut] }

  /// The address to ask, by the port of its server: by name where a certificate is checked.
  func url(port: Int) -> String { "\(scheme)://\(scheme == "http" ? "127.0.0.1" : "localhost"):\(port)" }

  private static func reply(_ steps: [LoopbackStep]) -> [LoopbackStep] {
    [.expectThrough(Array("\r\n\r\n".utf8))] + steps
  }

  private static func plain(_ name: String, _ steps: [LoopbackStep]) -> HostileHandshake {
    HostileHandshake(name: name, steps: steps, codes: [.untrusted, .unreachable, .malformed])
  }

  private static func alert(_ number: UInt8, _ name: String) -> HostileHandshake {
    HostileHandshake(
      name: "an alert: \(name)", steps: [.expect(20), .bytes([21, 3, 3, 0, 2, 2, number]), .close],
      codes: [.untrusted, .unreachable, .malformed, .unavailable])
  }

  private static func shown(_ name: String, _ certificate: LoopbackCertificate) -> HostileHandshake {
    HostileHandshake(
      name: name, certificate: certificate, steps: reply(HostileReply.honest), codes: [.untrusted])
  }

  private static func cut(_ name: String, _ steps: [LoopbackStep]) -> HostileHandshake {
    HostileHandshake(
      name: name, certificate: .valid, steps: reply(steps) + [.drop], codes: [.malformed, .unreachable])
  }
}
