public import AQKit

extension AQModule where Self == HTTPModule<PurpleAirStations> {
  /// Registers PurpleAir's cloud, and the format of its responses.
  public static var purpleAir: HTTPModule<PurpleAirStations> {
    HTTPModule(countedBy: "apiKey", formats: [.purpleAir]) { options in
      PurpleAirStations(
        apiKey: options.secret("apiKey") ?? "", pointsPerDay: try options.int("pointsPerDay") ?? 50_000,
        correction: try options.sensorCorrection(), baseURL: options["baseURL"])
    }
  }
}

extension AQModule where Self == HTTPModule<PurpleAirLocal> {
  /// Registers your own PurpleAir sensor, and the format of its response.
  public static var purpleAirLocal: HTTPModule<PurpleAirLocal> {
    HTTPModule(formats: [.purpleAirLocal]) { options in
      let coordinate = try options.double("latitude").flatMap { latitude in
        try options.double("longitude").map { try Coordinate(latitude, $0) }
      }
      return PurpleAirLocal(
        baseURL: options["baseURL"] ?? "http://\(options["host"] ?? "purpleair.local")",
        coordinate: coordinate,
        correction: try options.sensorCorrection())
    }
  }
}

extension PayloadFormat {
  /// The format of responses of PurpleAir's cloud: lists of sensors, one sensor, its past (CSV, JSON), points, refusals.
  public static let purpleAir = PayloadFormat(PurpleAirStations(apiKey: "")) { bytes in
    guard bytes.opening == "{" else {
      guard try AQCSV(parsing: bytes).header.contains("time_stamp") else {
        throw AQError(.malformed, "The response is neither JSON nor a table of past values.")
      }
      return .history(nil)
    }
    let body = try AQJSON(parsing: bytes, allowsNaN: true)
    if let error = PurpleAirStations.error(body) { throw error }
    if !body["sensor"].isMissing { return .sensor }
    if !body["fields"].isMissing { return body["average"].isMissing ? .sensors : .history(nil) }
    if !body["remaining_points"].isMissing || !body["api_key_type"].isMissing { return .account }
    throw AQError(.malformed, "The response isn't from PurpleAir.")
  }

  /// The format of the reply of a PurpleAir sensor on the home network.
  public static let purpleAirLocal = PayloadFormat(PurpleAirLocal())
}

extension SensorCorrection {
  fileprivate static let named: [(name: String, correction: SensorCorrection)] = [
    ("barkjohn2021", .barkjohn2021), ("epaExtended2022", .epaExtended2022),
    ("epaExtended2022ATM", .epaExtended2022ATM),
  ]
  static let optionSummary =
    "A correction as a further series of PM2.5: none, \(named.map(\.name).joined(separator: ", ")), or one as JSON."
}

extension SourceOptions {
  fileprivate func sensorCorrection() throws(AQError) -> SensorCorrection? {
    let text = self["correction"] ?? "none"
    if ["none", ""].contains(text) { return nil }
    if let known = SensorCorrection.named.first(where: { $0.name == text }) { return known.correction }
    let names = SensorCorrection.named.map(\.name).joined(separator: ", ")
    guard text.hasPrefix("{") else {
      throw misfit("correction", "none, \(names), or a correction as JSON")
    }
    do { return try SensorCorrection(json: text) } catch {
      throw AQError(
        .notConfigured, "The option “correction” of “\(source)”: \(error.message)", source: source)
    }
  }
}
