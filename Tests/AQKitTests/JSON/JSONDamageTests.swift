import AQKit
import AQKitTesting
import TestRuns
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Damaged payloads: no reader crashes or hangs, and all agree.
@Suite("Damaged JSON", .computing)
struct JSONDamageTests {
  static let payloads = [
    #"{"latitude":52.52,"longitude":13.419998,"hourly_units":{"time":"unixtime","pm2_5":"μg/m³"},"hourly":{"time":[1790805600,1790809200,1790812800],"pm2_5":[12.3,null,-0.5],"ozone":[61,60.25,1e1],"x":[null,null,null]},"\u00e9\n":["\ud83d\ude00","\\",""]}"#,
    "{\n  \"hourly\": {\n    \"pm2_5\": [\n"
      + (0..<40).map { "      \([12.5, -3, 1013.25, 7].map { "\($0)" }[$0 % 4])" }.joined(separator: ",\n")
      + "\n    ]\n  }\n}\n",
    "[" + (0..<60).map { $0 % 3 == 0 ? "null" : "\($0 * $0).\($0)" }.joined(separator: ",") + "]",
    #"[{"city":"Mumbai","aqi":179.48953967731958},{"city":"Pune","aqi":45,"at":"2026-08-01T06:00Z"}]"#,
    #"["2026-08-01T06:00:30.25+05:30","2026-08-01",1790805600,-1,0.5e-3,true,false,null,{},[]]"#,
  ]

  /// Reads bytes in every way there is, and looks at everything that is found. Gives whether they are a document.
  @discardableResult
  static func readEveryWay(_ bytes: [UInt8], allowsNaN: Bool = false) -> Bool {
    let root = try? AQJSON(parsing: bytes, allowsNaN: allowsNaN)
    if let root { look(at: root, 0) }
    let isDocument = JSONAcceptance.asDocument(bytes, allowsNaN: allowsNaN)
    #expect((root != nil) == isDocument, "\(String(decoding: bytes, as: UTF8.self))")
    _ = JSONAcceptance.asUnaskedMember(bytes, allowsNaN: allowsNaN)
    if var reader = try? AQJSON.Reader(bytes, allowsNaN: allowsNaN) { walk(&reader, 0) }
    if var reader = try? AQJSON.Reader(bytes, allowsNaN: allowsNaN) {
      var times: [Int64] = []
      try? reader.instants(into: &times, secondsFromUTC: 0)
    }
    if var reader = try? AQJSON.Reader(bytes, allowsNaN: allowsNaN) {
      try? reader.rows(["city", "aqi", "at"]) { row in
        _ = try? row.string(0)
        _ = try? row.double(1)
        _ = try? row.instant(2)
      }
    }
    return isDocument
  }

  /// Reads everything below a value in every way.
  static func look(at value: AQJSON, _ depth: Int) {
    guard depth < 20 else { return }
    _ = (value.doubleValue, value.intValue, value.stringValue, value.boolValue)
    _ = (value.path, value.description, value.rawText)
    _ = try? value.double(acceptingText: true)
    _ = try? value.int(acceptingText: true)
    _ = (try? value.doubles(), try? value.instants(), try? value.strings())
    if let elements = try? value.elements {
      for element in elements.prefix(5) { look(at: element, depth + 1) }
    }
    if let members = try? value.members {
      for member in members.prefix(8) {
        look(at: member.value, depth + 1)
        _ = value[member.name].kind
      }
    }
  }

  /// Reads everything with a reader, columns as columns.
  static func walk(_ reader: inout AQJSON.Reader, _ depth: Int) {
    do throws(AQError) {
      switch try reader.kind() {
      case .object where depth < 20:
        try reader.beginObject()
        while try reader.nextMember() {
          _ = (reader.name, reader.isNamed("time"))
          walk(&reader, depth + 1)
        }
      case .array where depth < 20:
        var column: [Double] = []
        var copy = reader
        try? copy.doubles(into: &column)
        try reader.beginArray()
        while try reader.nextElement() { walk(&reader, depth + 1) }
      case .number: _ = try reader.double()
      case .string: _ = try reader.string()
      case .bool: _ = try reader.bool()
      default: try reader.skip()
      }
    } catch {
      // A damaged document ends here: the reader stays in place, and its caller's next step fails too.
      _ = error.description
    }
  }

  @Test("a truncated payload isn't a document, and says that it was cut or what is wrong")
  func truncation() throws {
    for payload in Self.payloads {
      let bytes = Array(payload.utf8)
      #expect(Self.readEveryWay(bytes))
      let whole = bytes.count - (payload.hasSuffix("\n") ? 1 : 0)
      for count in stride(from: 0, to: whole, by: TestEffort.of(5, debug: 15, heavy: 1)) {
        let isDocument = Self.readEveryWay(Array(bytes[..<count]))
        #expect(!isDocument, "\(count) bytes of \(payload.prefix(20))")
        #expect {
          try AQJSON(parsing: Array(bytes[..<count]))
        } throws: {
          ($0 as? AQError)?.retry == .now
        }
      }
    }
  }

  @Test("a payload with one byte replaced or left out is read or refused, in all ways alike")
  func everyByte() {
    for payload in Self.payloads {
      let bytes = Array(payload.utf8)
      for index in stride(from: 0, to: bytes.count, by: TestEffort.of(7, debug: 21, heavy: 1)) {
        var shorter = bytes
        shorter.remove(at: index)
        Self.readEveryWay(shorter)
        for byte in Array("\"\\[{,:.-e0 ]n\u{0}".utf8) + [0xFF, 0xC3] {
          var changed = bytes
          changed[index] = byte
          let isDocument = JSONAcceptance.asDocument(changed)
          #expect(
            JSONAcceptance.asValue(changed) == isDocument, "\(String(decoding: changed, as: UTF8.self))")
        }
      }
    }
  }

  /// `AQKIT_FUZZ_SECONDS` makes this one last: `Scripts/json-suite` sets it.
  @Test("payloads damaged at random are read or refused, in all ways alike")
  func mutations() {
    let seconds = ProcessInfo.processInfo.environment["AQKIT_FUZZ_SECONDS"].flatMap(Double.init) ?? 0
    let seed: UInt64 = seconds > 0 ? AQRandomNumbers.system.next() : 2_026
    var random = AQRandomNumbers(seed: seed)
    let tokens = [
      "\"", "\\", "{", "}", "[", "]", ",", ":", "0", "-", ".", "e", "1", "null", "nan", "\\u", "\\ud800",
      "\n      ", " ",
      "\u{0}", "true", "12345678", "é", "\u{feff}", ",,", "[[", "]]", "{\"a\":", "1e999", "0.",
      "2026-08-01T00:00",
    ].map { Array($0.utf8) }
    let start = ContinuousClock.now
    var round = 0
    while seconds > 0
      ? ContinuousClock.now < start + .seconds(seconds)
      : round < TestEffort.of(1_001, debug: 301, heavy: 4_000)
    {
      round += 1
      var bytes = Array((Self.payloads.randomElement(using: &random) ?? "").utf8)
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let index = Int.random(in: 0...bytes.count, using: &random)
        switch Int.random(in: 0..<6, using: &random) {
        case 0 where index < bytes.count: bytes.remove(at: index)
        case 1 where index < bytes.count: bytes[index] = UInt8.random(in: 0...255, using: &random)
        case 2: bytes.insert(contentsOf: tokens.randomElement(using: &random) ?? [], at: index)
        case 3: bytes.removeSubrange(index..<min(index + Int.random(in: 0..<40, using: &random), bytes.count))
        case 4:
          let other = Int.random(in: 0...bytes.count, using: &random)
          let copied = Array(bytes[min(index, other)..<min(max(index, other), min(index, other) + 200)])
          bytes.insert(contentsOf: copied, at: Int.random(in: 0...bytes.count, using: &random))
        default: if round % 50 == 0 { bytes.removeSubrange(index...) }
        }
      }
      Self.readEveryWay(bytes, allowsNaN: round % 3 == 0)
    }
    #expect(round > 300, "seed \(seed)")
  }
}
