#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension PayloadFormat {
  /// AQKit's own schema: one report, an array of reports, or one report a line. In every container.
  ///
  /// An element or a line that is no report is refused, with its position, and the rest is read; where none is one, or
  /// the text itself is cut or no JSON, the input is malformed.
  public static let aqkit = PayloadFormat(
    "aqkit", summary: "AQKit's schema: one report, an array of reports, or one report a line."
  ) { bytes, _ in
    var reports = ReportReader(bytes)
    return try reports.read()
  }
}

/// Reads reports in AQKit's schema.
private struct ReportReader {
  private let bytes: [UInt8]
  private let decoder = JSONDecoder()
  private var reports: [AirReport] = []
  private var refused = 0
  private var firstFault = ""

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func read() throws -> AirResponse {
    var text = JSONOutline(bytes)
    var structuralFault: AQError?
    switch text.peek() {
    case UInt8(ascii: "["): try readArray(&text)
    case UInt8(ascii: "{"):
      do {
        let first = try text.value()
        if text.peek() == nil { take(first) } else { readLines() }
      } catch {
        structuralFault = error
        readLines()
      }
    case nil: throw AQError(.malformed, "The input is empty; a report in AQKit's schema was expected.")
    default: throw AQError(.malformed, "\(text.position): expected a report or an array of reports as JSON.")
    }
    if reports.isEmpty, refused > 0 {
      throw structuralFault
        ?? AQError(.malformed, "The input holds no report in AQKit's schema; \(firstFault)")
    }
    var response = AirResponse(reports: reports)
    if refused > 0 {
      response.notes = [AirNote(.refused, "Refused: no report; the first at \(firstFault)", count: refused)]
    }
    return response
  }

  private mutating func readLines() {
    for line in TextLines(bytes) { take(JSONOutline.Value(range: line.range, line: line.number, column: 1)) }
  }

  private mutating func readArray(_ text: inout JSONOutline) throws(AQError) {
    _ = text.take("[")
    if !text.take("]") {
      repeat { take(try text.value()) } while text.take(",")
      guard text.take("]") else {
        throw AQError(.malformed, "\(text.position): expected “,” or “]” after an element.", retry: .now)
      }
    }
    guard text.peek() == nil else {
      throw AQError(.malformed, "\(text.position): something follows the end of the array.")
    }
  }

  private mutating func take(_ value: JSONOutline.Value) {
    do {
      reports.append(try decoder.decode(AirReport.self, from: Data(bytes[value.range])))
    } catch {
      refused += 1
      if refused == 1 { firstFault = "\(value.position): \(Self.reason(of: error))" }
    }
  }

  /// What a decoder says, with the path of the member.
  private static func reason(of error: any Error) -> String {
    func text(_ context: DecodingError.Context, _ key: (any CodingKey)? = nil) -> String {
      var path = ""
      for step in context.codingPath + (key.map { [$0] } ?? []) {
        path += step.intValue.map { "[\($0)]" } ?? (path.isEmpty ? "" : ".") + step.stringValue
      }
      return path
    }
    guard let error = error as? DecodingError else { return "it can't be decoded." }
    switch error {
    case .keyNotFound(let key, let context): return "“\(text(context, key))” is missing."
    case .valueNotFound(_, let context): return "“\(text(context))” is null."
    case .typeMismatch(let type, let context): return "“\(text(context))” is no \(type)."
    case .dataCorrupted(let context):
      let path = text(context)
      return path.isEmpty ? context.debugDescription : "“\(path)”: \(context.debugDescription)"
    @unknown default: return "it can't be decoded."
    }
  }
}
