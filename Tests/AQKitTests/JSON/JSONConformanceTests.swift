import AQKit
import TestRuns
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The texts that are JSON and those that aren't, by RFC 8259.
///
/// Set `AQKIT_JSON_SUITE` to a folder of files named `y_…`, `n_…` and `i_…` (accept, reject, either), as the public
/// JSON test suite has them, and those are judged as well: `Scripts/json-suite FOLDER`.
@Suite("JSON by RFC 8259", .computing)
struct JSONConformanceTests {
  /// A document and whether it must be accepted; nil where the standard leaves it open.
  struct Case {
    var name: String
    var bytes: [UInt8]
    var isAccepted: Bool?
  }

  /// Our own documents, and those of a folder if one is given.
  static func cases() throws -> [Case] {
    var cases: [Case] = []
    for text in JSONDocuments.accepted {
      cases.append(Case(name: text, bytes: Array(text.utf8), isAccepted: true))
    }
    for text in JSONDocuments.rejected {
      cases.append(Case(name: text, bytes: Array(text.utf8), isAccepted: false))
    }
    for bytes in JSONDocuments.rejectedBytes {
      cases.append(Case(name: "\(bytes)", bytes: bytes, isAccepted: false))
    }
    guard let folder = ProcessInfo.processInfo.environment["AQKIT_JSON_SUITE"] else { return cases }
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }
    try #require(files.count >= 300, "\(folder) doesn't hold the suite.")
    for file in files.sorted() {
      let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(file)"))
      let isAccepted: Bool? = file.hasPrefix("y_") ? true : file.hasPrefix("n_") ? false : nil
      cases.append(Case(name: file, bytes: [UInt8](data), isAccepted: isAccepted))
    }
    return cases
  }

  @Test("what must be accepted is, what must be rejected is, and every way to read it agrees")
  func verdicts() throws {
    let cases = try Self.cases()
    #expect(cases.count >= 250)
    for one in cases {
      let verdict = JSONAcceptance.asValue(one.bytes)
      if let isAccepted = one.isAccepted { #expect(verdict == isAccepted, "\(one.name)") }
      #expect(JSONAcceptance.asDocument(one.bytes) == verdict, "\(one.name)")
      // A byte order mark belongs to the start of a document only.
      let hasMark = one.bytes.starts(with: [0xEF, 0xBB, 0xBF])
      #expect(JSONAcceptance.asUnknownMember(one.bytes) == (verdict && !hasMark), "\(one.name)")
      #expect(JSONAcceptance.asUnaskedMember(one.bytes) == (verdict && !hasMark), "\(one.name)")
    }
  }

  @Test("decides what the standard leaves open")
  func decisions() throws {
    // A number beyond the range of a double is well-formed; only reading it fails.
    for text in ["1e999", "-1e999", "[123e100000]", "123456789012345678901234567890"] {
      #expect(JSONAcceptance.asValue(Array(text.utf8)))
    }
    #expect(try AQJSON(parsing: "1e999").doubleValue == nil)
    #expect(try AQJSON(parsing: "1e-999").doubleValue == 0)
    // A byte order mark is passed over.
    #expect(try AQJSON(parsing: [0xEF, 0xBB, 0xBF] + Array("[1]".utf8))[0].intValue == 1)
    // Half a surrogate pair, UTF-16 and anything that isn't UTF-8 are rejected.
    #expect(!JSONAcceptance.asValue(Array(#""\ud800""#.utf8)))
    #expect(!JSONAcceptance.asValue([0xFE, 0xFF, 0, 0x5B, 0, 0x5D]))
    // 512 levels are allowed and 513 aren't, unless told otherwise.
    func nested(_ depth: Int) -> [UInt8] {
      Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    #expect(JSONAcceptance.asValue(nested(512)))
    #expect(!JSONAcceptance.asValue(nested(513)))
    #expect(try AQJSON(parsing: nested(2_000), maximumDepth: 2_000).kind == .array)
    #expect(try AQJSON(parsing: "1", maximumDepth: 0).intValue == 1)
    #expect(throws: AQError.self) { try AQJSON(parsing: "[]", maximumDepth: 0) }
    // Of several members with the same name the last one counts.
    #expect(try AQJSON(parsing: #"{"a":1,"b":2,"\u0061":3}"#)["a"].intValue == 3)
    // Bare nan and inf are malformed unless they are allowed, as for the replies of services; then they are null. Of
    // the public suite these are n_number_NaN, n_number_-NaN, n_number_Inf, n_number_+Inf, n_number_infinity and
    // n_number_minus_infinity, which the strict reader rejects.
    for text in [
      "nan", "-nan", "NaN", "-NaN", "[1,nan]", #"{"a":-nan}"#, "[NaN]", "[-NaN]", "[Inf]", "[+Inf]",
      "[Infinity]", "[-Infinity]",
    ] {
      #expect(!JSONAcceptance.asValue(Array(text.utf8)), "\(text)")
      for way in [
        JSONAcceptance.asValue, JSONAcceptance.asDocument, JSONAcceptance.asUnknownMember,
        JSONAcceptance.asUnaskedMember,
      ] { #expect(way(Array(text.utf8), true), "\(text)") }
    }
    for text in [
      "na", "-na", "nano", "nann", "--nan", "+-nan", "infi", "infinit", "infinityy", "-i", "+", "+1", "-n",
      "-",
    ] {
      #expect(!JSONAcceptance.asValue(Array(text.utf8), allowsNaN: true), "\(text)")
      #expect(!JSONAcceptance.asDocument(Array(text.utf8), allowsNaN: true), "\(text)")
    }
  }

  @Test("two documents in a row, or none, are not a document")
  func oneDocument() {
    for text in ["", " ", "\n\t", "1 2", "[] []", "{}{}", "null,", "\"a\" \"b\""] {
      #expect(!JSONAcceptance.asValue(Array(text.utf8)), "\(text)")
    }
  }
}
