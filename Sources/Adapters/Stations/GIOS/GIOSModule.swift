public import AQKit

extension AQModule where Self == HTTPModule<GIOSStations> {
  /// Registers GIOŚ, and the format of its answers.
  public static var gios: HTTPModule<GIOSStations> {
    HTTPModule(formats: [.gios]) { options in
      GIOSStations(baseURL: options["baseURL"] ?? "https://api.gios.gov.pl")
    }
  }
}

extension PayloadFormat {
  /// Answers of GIOŚ: stations, the sensors of one, hours, the index, and refusals.
  public static let gios = PayloadFormat(GIOSStations()) { bytes in
    let answer = try AQJSON(parsing: bytes)
    if !answer["AqIndex"].isMissing { return .index }
    if !answer["error_code"].isMissing { return .values(nil) }
    guard let first = try GIOSStations.list(answer).first else { return .values(nil) }
    if !first["Identyfikator stanowiska"].isMissing { return .sensors }
    return first["Wartość"].isMissing && first["Data"].isMissing ? .stations : .values(nil)
  }
}
