public import AQKit

extension AQModule where Self == HTTPModule<LuchtmeetnetStations> {
  /// Registers Luchtmeetnet, and the format of its answers.
  public static var luchtmeetnet: HTTPModule<LuchtmeetnetStations> {
    HTTPModule(formats: [.luchtmeetnet]) { options in
      LuchtmeetnetStations(baseURL: options["baseURL"], stationsURL: options["stationsURL"])
    }
  }
}

extension PayloadFormat {
  /// Answers of Luchtmeetnet: pages of stations, one station, concentrations, the index, and RIVM's table of stations.
  public static let luchtmeetnet = PayloadFormat(LuchtmeetnetStations()) { bytes in
    guard bytes.first(where: { $0 > 0x20 && $0 < 0x80 }) == UInt8(ascii: "{") else {
      guard LuchtmeetnetStations.linesBeforeHeader(bytes) != nil else {
        throw AQError(.malformed, "The answer is neither Luchtmeetnet's nor RIVM's table of stations.")
      }
      return .table
    }
    let answer = try AQJSON(parsing: bytes)
    if let error = LuchtmeetnetStations.error(answer) { throw error }
    let data = try answer.require("data")
    // A single row may stand by itself.
    guard let rows = try? data.elements else { return data["formula"].isMissing ? .station : .values }
    guard let first = rows.first, first["formula"].isMissing else { return .values }
    guard first["number"].isMissing else { return .stations }
    throw AQError(
      .malformed, "The answer is a list of Luchtmeetnet's, but neither of stations nor of values.")
  }
}
