import AQKit

/// The rows of an answer of AirKorea, in JSON or XML, with or without its envelope.
struct AirKoreaAnswer {
  /// One row: a station, or the values of one at a time.
  struct Row {
    let fields: [String: AQText]

    subscript(_ name: String) -> AQText? { fields[name] }

    /// The text of a field; nil if it is blank or missing.
    func text(_ name: String) -> String? { fields[name]?.content.flatMap { $0.isEmpty ? nil : $0 } }

    /// Where the station is. The two fields were exchanged at times; in Korea they can't be mistaken for each
    /// other.
    func coordinate(_ report: inout ReportBuilder) -> Coordinate? {
      guard let x = try? fields["dmX"]?.double(), let y = try? fields["dmY"]?.double() else { return nil }
      return report.coordinate(min(x, y), max(x, y))
    }
  }

  var rows: [Row] = []
  var total: Int64?

  /// Reads an answer.
  ///
  /// - Throws: The error that the answer states, or `malformed`.
  init(_ body: [UInt8]) throws {
    if body.first(where: { $0 > 0x20 && $0 < 0x80 }) == UInt8(ascii: "<") {
      try self.init(AQXML(parsing: body))
    } else {
      try self.init(AQJSON(parsing: body))
    }
  }

  private init(_ answer: AQXML) throws {
    let header = answer["cmmMsgHeader"] ?? answer["header"]
    let code = header?["returnReasonCode"] ?? header?["resultCode"]
    let words = header?["returnAuthMsg"] ?? header?["resultMsg"] ?? header?["errMsg"]
    if let error = Self.error(code?.text.content, words?.text.content) { throw error }
    guard answer.name == "response", let body = answer["body"] else {
      throw AQError(.malformed, "This is no answer of AirKorea.")
    }
    rows = (body["items"]?.children("item") ?? []).map { item in
      Row(fields: Dictionary(item.children().map { ($0.name, $0.text) }) { first, _ in first })
    }
    total = try body["totalCount"]?.text.int()
  }

  private init(_ answer: AQJSON) throws {
    let whole = answer["response"].ifPresent ?? answer["OpenAPI_ServiceResponse"].ifPresent ?? answer
    let header = whole["header"].ifPresent ?? whole["cmmMsgHeader"]
    let code = header["resultCode"].ifPresent ?? header["returnReasonCode"]
    let words = header["resultMsg"].ifPresent ?? header["returnAuthMsg"]
    if let error = Self.error(code.filledText, words.filledText) { throw error }
    let body = whole["body"].ifPresent ?? whole
    // Without rows there is an empty text in their place. Answers of older years have a `list`, whose rows may leave
    // out the station's name, which stands beside them.
    let listed = body["items"].isMissing ? body["list"] : body["items"]
    let items = listed["item"].ifPresent ?? listed
    let station = ["ArpltnInforInqireSvcVo", "parm"].compactMap { body[$0]["stationName"].filledText }.first
    switch items.kind {
    case .array: rows = try items.array().map { try Self.row($0, of: station) }
    case .object: rows = [try Self.row(items, of: station)]
    case .string, .null: break
    default: throw AQError(.malformed, "This is no answer of AirKorea.")
    }
    total = try? body["totalCount"].int(acceptingText: true)
  }

  private static func row(_ item: AQJSON, of station: String?) throws -> Row {
    var fields = Dictionary(
      try item.members.map { name, value in
        (name, AQText(value.isNull ? "" : (try? value.string(acceptingNumber: true)) ?? "?", at: name))
      }
    ) { first, _ in first }
    if let station, fields["stationName"]?.content?.isEmpty ?? true {
      fields["stationName"] = AQText(station, at: "stationName")
    }
    return Row(fields: fields)
  }

  /// The error of a result code (data.go.kr, error codes of open APIs); nil for success and for no data.
  private static func error(_ code: String?, _ words: String?) -> AQError? {
    guard let code else { return nil }
    let name = words.map { " (\($0.prefix(80)))" } ?? ""
    switch Int(code) {
    case 0, 3: return nil
    case 4, 5, 1, 2, 99: return AQError(.unavailable, "AirKorea failed\(name).")
    case 10, 11, 12: return AQError(.invalidRequest, "AirKorea can't answer this request\(name).")
    case 20, 21, 30, 31, 32, 33: return AQError(.unauthorized, "AirKorea refuses the key\(name).")
    case 22: return AQError(.rateLimited, "The key's requests of the day are used up\(name).")
    default: return AQError(.unavailable, "AirKorea failed with the code \(code.prefix(10))\(name).")
    }
  }
}
