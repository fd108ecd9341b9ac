import AQKit
import AQKitTesting
import Foundation
import TestRuns
import Testing

/// Reports of a stream are read as each of them alone.
@Suite("A stream of reports")
struct SchemaStreamTests {
  private let context = PayloadFormat.Context(receivedAt: AirTime(secondsSince1970: 1_800_000_000))

  /// Everything that the schema knows, one report a line.
  private static let full = """
    {"schema":1,"source":"net","site":{"id":"CZ1","name":"Brno \\"střed\\"","coordinate":{"latitude":49.2,"longitude":16.6},\
    "elevation":237,"timeZone":"Europe/Prague","country":"CZ","kind":"reference station","indoor":false,\
    "details":{"measures":[{"parameter":"o3","unit":"ppb","averaging":"1h","instrument":{"model":"UV"}}],"operator":"City",\
    "network":"CZ","identifiers":{"eoi":"CZ0BBNA"},"operating":{"from":"2026-10-01T10:00:00Z"},"mobile":false,\
    "coordinateUncertainty":50,"setting":"traffic","further":{"height":"3.5 m"}}},\
    "kind":"observation","series":[{"parameter":"o3","unit":"µg/m³","averaging":"1h","timeline":\
    {"start":"2026-10-01T10:00:00Z","step":"PT1H","length":"PT1H","count":3},"values":[61.5,null,64.25],\
    "flags":[["provisional"],[],["provisional","suspect"]],"completeness":[{"observed":60,"expected":60},null,\
    {"percent":103.5}],"accuracy":[{"uncertainty":1.5,"detectionLimit":0.4},null,null],\
    "origin":{"source":"upstream","siteID":"1017","model":"none","instrument":{"id":"7","model":"UV","method":"absorption"},\
    "attribution":[{"text":"Owner of 7"}],"rights":{"caching":"forbidden"}},\
    "correction":{"method":"zero drift","inputs":["temperature"],"author":"provider"},"conversion":{"from":"ppb",\
    "conditions":{"kelvin":293.15,"kilopascal":101.325}}},{"parameter":"pm25","unit":"µg/m³","averaging":"24h",\
    "timeline":{"intervals":[["2026-10-23T22:00:00Z","2026-10-24T22:00:00Z"],["2026-10-24T22:00:00+00:00",\
    "2026-10-25T23:00:00Z"]]},"values":[12.5,9]}],"issuedAt":"2026-10-01T13:05:00Z",\
    "receivedAt":"2026-10-01T13:10:00Z","attribution":[{"text":"City of Brno","link":"https://data.example.org",\
    "licence":"CC BY 4.0","licenceLink":"https://example.org/l"}],"rights":{"commercialUse":"allowed",\
    "redistribution":"allowed","caching":"allowed","modification":"unknown","shareAlike":false,\
    "attributionRequired":true,"terms":"https://example.org/terms"},"places":[0]}
    """

  private func read(_ lines: [String]) -> Result<AirResponse, AQError> {
    do {
      return .success(try PayloadFormat.aqkit.decode(Array(lines.joined(separator: "\n").utf8), context))
    } catch {
      return .failure(AQError.wrapping(error))
    }
  }

  /// Reads a line alone.
  private func alone(_ line: String) -> Result<AirReport, AQError> {
    do { return .success(try AirReport(AQJSON(parsing: Array(line.utf8)))) } catch {
      return .failure(AQError.wrapping(error))
    }
  }

  /// The line with each of its values in turn replaced by others, and with each of its members taken out or repeated.
  private static var variants: [String] {
    var variants: [String] = []
    let bytes = Array(full.utf8)
    func add(_ range: Range<Int>, _ replacement: String) {
      variants.append(
        String(
          decoding: bytes[..<range.lowerBound] + Array(replacement.utf8) + bytes[range.upperBound...],
          as: UTF8.self))
    }
    // Every value follows a colon, a comma or a bracket, and begins and ends on its own.
    var depthStarts: [Int] = []
    var ranges: [Range<Int>] = []
    var at = 0
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depthStarts.append(at)
        at += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if let start = depthStarts.popLast(), start > 0 { ranges.append(start..<(at + 1)) }
        at += 1
      case UInt8(ascii: "\""):
        var end = at + 1
        while bytes[end] != UInt8(ascii: "\"") { end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1 }
        ranges.append(at..<(end + 1))
        at = end + 1
      case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: " "): at += 1
      default:
        let start = at
        while !",]}".utf8.contains(bytes[at]) { at += 1 }
        ranges.append(start..<at)
      }
    }
    for range in ranges {
      let isName = bytes[range.upperBound...].first == UInt8(ascii: ":")
      for replacement in isName
        ? ["\"else\"", "1"] : ["null", "\"x\"", "1", "-3.5", "1e999", "[]", "{}", "[[1]]", "true", "nul", ""]
      { add(range, replacement) }
      // The same with white space around it.
      add(range, "  " + String(decoding: bytes[range], as: UTF8.self) + "\t")
    }
    for name in ["schema", "source", "kind", "receivedAt", "places", "issuedAt"] {
      variants.append(
        full.replacing("{\"schema\"", with: "{\"\(name)\":\"twice\",\"schema\"", maxReplacements: 1))
    }
    variants.append(String(full.dropLast()))
    variants.append(full + "x")
    variants.append(full.replacing("2026-10-01T13:10:00Z", with: "2026-10-01T13:10:00+02:00"))
    variants.append(full.replacing("2026-10-01T13:10:00Z", with: "2026-02-30T13:10:00Z"))
    variants.append(full.replacing("2026-10-01T13:10:00Z", with: "0000-02-20T13:10:00Z"))
    variants.append(full.replacing("2026-10-01T13:10:00Z", with: "2026-10-01T13:10:00"))
    variants.append(full.replacing("\"count\":3", with: "\"count\":3.0"))
    variants.append(full.replacing("\"count\":3", with: "\"count\":30000000000000000000"))
    return variants
  }

  @Test("reads each line as if it were alone, whatever is wrong or unusual about it")
  func variants() throws {
    let good = try alone(Self.full).get()
    var goodCount = 0
    let variants = TestEffort.some(of: Self.variants, oneIn: 5)
    for variant in variants {
      // Between two valid ones, so that the remembered parts of one meet the other.
      let result = read([Self.full, variant, Self.full])
      switch alone(variant) {
      case .success(let report):
        goodCount += 1
        #expect((try? result.get().reports) == [good, report, good], "\(variant)")
        #expect((try? result.get().notes) == [], "\(variant)")
      case .failure(let error):
        let response = try? result.get()
        #expect(response?.reports == [good, good], "\(variant)")
        #expect(response?.notes.map(\.count) == [1], "\(variant)")
        #expect(response?.notes.first?.message.contains(error.message) ?? false, "\(variant)")
      }
    }
    let least = TestEffort.of(20, heavy: 100)
    #expect(variants.count > least * 7 && goodCount > least && goodCount < variants.count - least)
  }

  @Test("keeps apart what differs in one byte, however often it occurs")
  func manyValues() throws {
    var lines: [String] = []
    for number in 0..<1_300 {
      lines.append(
        Self.full.replacing("\"CZ1\"", with: "\"CZ\(number % 1_100)\"")
          .replacing("\"1017\"", with: "\"\(number % 7)\"")
          .replacing("2026-10-01T10:00:00Z", with: "2026-10-\(10 + number % 20)T\(10 + number % 13):00:00Z"))
    }
    let reports = try read(lines).get().reports
    #expect(reports.count == lines.count)
    for index in stride(from: 0, to: lines.count, by: TestEffort.of(1, debug: 4)) {
      #expect(try alone(lines[index]).get() == reports[index])
    }
  }
}
