@testable import AQKit
@testable import AQKitFixtures
import AQKitInflate
import Foundation

extension FuzzTarget {
  /// Requests and replies on file: what was read is written and read as the same, and nothing that is taken out of a
  /// recording fails on a strange text.
  static let cassettes = FuzzTarget(
    name: "cassettes",
    seeds: [
      #"""
      {"aqkit":"cassette","version":1,"startedAt":"2026-10-08T12:00:00Z"}
      {"after":0,"took":0.25,"request":{"method":"GET","url":"https://user:pass@a.org/v1/52.5244?latitude=52.5244&key=abc%2Fd#x","headers":[["Authorization","Bearer abcd"]]},"response":{"status":200,"headers":[["Link","</v1?latitude=52.5244>"]],"text":"{\"token\":\"abcd\",\"latitude\":52.5244}"}}
      {"after":2,"took":1e9,"request":{"method":"POST","url":"","base64":"AP8K"},"failure":{"code":"timedOut","message":"Too slow."}}
      """#,
      #"""
      {"aqkit":"feed","version":1,"startedAt":"2026-10-08T12:00:00Z"}
      {"after":0,"text":"[{\"city\":\"Mumbai\",\"aqi\":179.3}]"}
      {"after":1.019,"base64":"AP8="}
      {"after":2,"text":"x","event":"message","id":"7"}
      {"after":3,"textBase64":"/w=="}
      """#,
    ],
    files: [recordings + "manifest.json", recordings + "city-feed.ndjson"],
    words: jsonWords + [
      "\"after\":", "\"took\":", "\"text\":", "\"base64\":", "\"headers\":[[", "://", "@", "?key=", "%2F",
    ]
  ) { bytes in
    readCassette(bytes)
    readFeedRecording(bytes)
    if let manifest = try? JSONDecoder().decode(FixtureManifest.self, from: Data(bytes)) {
      guard let text = try? JSONEncoder().encode(manifest),
        let again = try? JSONDecoder().decode(FixtureManifest.self, from: text)
      else { fatalError("Broken: a manifest that was written can't be read") }
      check(
        again.recordings == manifest.recordings, "a manifest reads as something else after it was written")
    }
    do throws(AQError) {
      let shape = try PayloadShape(bytes)
      check(shape.changes(in: shape).isEmpty, "a shape has changed against itself")
    } catch {
      look(at: error, of: "PayloadShape")
    }
  }

  /// Compressed recordings: the same whole and in pieces.
  static let gzip = FuzzTarget(
    name: "gzip",
    bytes: [
      // “hello, hello, hello”, and a line end.
      [
        31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 203, 72, 205, 201, 201, 215, 81, 200, 64, 162, 184, 0, 231, 66, 110,
        82, 20, 0, 0,
        0,
      ]
    ],
    words: ["\u{1F}", "\0\0\0\0"]
  ) { bytes in
    let whole = gunzip([bytes])
    let cut = gunzip(bytes.pieces(of: bytes.pieceSize))
    check((whole == nil) == (cut == nil), "a gzip in pieces isn't what it is as a whole")
    if let whole { check(whole == cut, "a gzip in pieces holds something else") }
  }
}

private func readCassette(_ bytes: [UInt8]) {
  let cassette: Cassette
  do throws(AQError) { cassette = try Cassette(bytes) } catch { return look(at: error, of: "Cassette") }
  // What is written is rounded to microseconds, so it is the second reading that must be the same.
  guard let once = try? Cassette(cassette.bytes), let twice = try? Cassette(once.bytes) else {
    fatalError("Broken: a cassette that was written can't be read")
  }
  check(
    once == twice && once.exchanges.count == cassette.exchanges.count, "a cassette changes by being written")
  _ = ReplayTransport(cassette)
  let redaction = Redaction(secrets: [AirSecret("abcd")])
  let finder = CredentialFinder(["abcd"])
  for exchange in cassette.exchanges {
    let headers = exchange.request.headers.map { TransportRequest.Header($0.name, $0.value) }
    let request = TransportRequest(url: exchange.request.url, headers: headers, body: exchange.request.body)
    let redacted = redaction.request(request, repeating: [], finder)
    check(!redacted.url.contains("abcd"), "a secret is left in an address")
    check(!String(decoding: redacted.body, as: UTF8.self).contains("abcd"), "a secret is left in a body")
    if case .response(let response) = exchange.outcome {
      let body = redaction.response(response, repeating: [], finder).body
      check(!String(decoding: body, as: UTF8.self).contains("abcd"), "a secret is left in a reply")
    }
  }
}

private func readFeedRecording(_ bytes: [UInt8]) {
  do throws(AQError) {
    let recording = try FeedRecording(bytes, startedAt: receivedAt)
    let again = try FeedRecording(recording.bytes, startedAt: receivedAt)
    check(again.refused.isEmpty, "a recorded feed that was written is refused")
    check(again.entries.map(\.message) == recording.entries.map(\.message), "a recorded feed loses messages")
    check(again.entries.map(\.after) == recording.entries.map(\.after), "a recorded feed loses times")
  } catch {
    look(at: error, of: "FeedRecording")
  }
}

/// Returns the content of pieces of gzip, up to 1 MiB; nil where they aren't gzip.
private func gunzip(_ pieces: [[UInt8]]) -> [UInt8]? {
  var result: [UInt8] = []
  do {
    let gunzip = Inflater(pieceSize: 1 << 16)
    for var piece in pieces {
      try piece.withUnsafeMutableBytes { bytes in
        try gunzip.decompress(bytes) { if result.count < 1 << 20 { result += $0 } }
      }
    }
    try gunzip.finish()
    return result
  } catch {
    look(at: error, of: "Inflater")
    return nil
  }
}
