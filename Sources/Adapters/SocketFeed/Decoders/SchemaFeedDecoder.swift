public import AQKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads a feed in AQKit's own schema: each message is a report, or an array of reports (`Docs/Schema.md`).
public struct SchemaFeedDecoder: FeedDecoder {
  /// Makes a decoder.
  public init() {}

  /// What such a feed offers.
  public static let descriptor = SourceDescriptor(
    id: "aqkit-feed",
    name: "AQKit feed",
    summary: "A live feed of reports in AQKit's own schema.",
    offers: [
      Offer(
        capabilities: [.live, .current], placeKinds: [.city, .site, .coordinate, .area], parameters: [],
        coverage: .unknown, kinds: Set(ReportKind.allCases), timeConvention: .instant, averaging: .instant)
    ],
    options: [
      SourceOption(
        "url", summary: "The address of the feed, such as wss://example.org/feed.", isRequired: true)
    ])

  /// Reads a message.
  ///
  /// - Throws: ``AQError/Code/malformed`` for a message that is not in the schema; in an array, an element that is not
  ///   is counted and the rest is kept.
  public func decode(_ message: FeedMessage, for query: AirQuery, into report: inout ReportBuilder) throws {
    let data = Data(message.bytes)
    guard message.bytes.first(where: { !Self.whitespace.contains($0) }) == UInt8(ascii: "[") else {
      report.add(try Self.decoded(AirReport.self, from: data))
      return
    }
    try report.each(try Self.decoded([Element].self, from: data)) { element, report in
      report.add(try element.result.get())
    }
  }

  private static let whitespace: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]

  /// One element of an array, read or not, so that one bad report does not lose the rest.
  private struct Element: Decodable {
    let result: Result<AirReport, any Error>

    init(from decoder: any Decoder) {
      result = Result { try SchemaFeedDecoder.explained { try AirReport(from: decoder) } }
    }
  }

  private static func decoded<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    try explained { try JSONDecoder().decode(type, from: data) }
  }

  /// Runs a decoding and says where it failed.
  private static func explained<Value>(_ decode: () throws -> Value) throws -> Value {
    do {
      return try decode()
    } catch let error as DecodingError {
      throw AQError(.malformed, "Not a report in AQKit's schema: \(error.placeAndReason).", cause: error)
    }
  }
}

extension DecodingError {
  /// Where and why decoding failed, in words.
  fileprivate var placeAndReason: String {
    func text(_ context: Context, _ reason: String) -> String {
      let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
      return path.isEmpty ? reason : "\(reason) at \(path.hasPrefix(".") ? String(path.dropFirst()) : path)"
    }
    switch self {
    case .keyNotFound(let key, let context):
      return text(context, "the member “\(key.stringValue)” is missing")
    case .valueNotFound(_, let context): return text(context, "null where a value is needed")
    case .typeMismatch(_, let context): return text(context, "a value of another type")
    case .dataCorrupted(let context): return text(context, context.debugDescription)
    @unknown default: return "it can't be decoded"
    }
  }
}
