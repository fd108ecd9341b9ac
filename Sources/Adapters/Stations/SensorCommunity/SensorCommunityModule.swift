public import AQKit

extension AQModule where Self == HTTPModule<SensorCommunityStations> {
  /// Registers Sensor.Community, and the format of its responses.
  public static var sensorCommunity: HTTPModule<SensorCommunityStations> {
    HTTPModule(formats: [.sensorCommunity]) { options in
      SensorCommunityStations(
        baseURL: options["baseURL"], archiveURL: options["archiveURL"], userAgent: options["userAgent"],
        includesIndoor: try options.bool("indoor") ?? false)
    }
  }
}

extension PayloadFormat {
  /// The format of Sensor.Community's responses: messages of sensors, files of the archive, and its refusal in HTML.
  public static let sensorCommunity = PayloadFormat(SensorCommunityStations()) { bytes in
    switch bytes.opening {
    case "[": return .sensors
    case "{":
      let body = try AQJSON(parsing: bytes, allowsNaN: true)
      if !body["sensordatavalues"].isMissing { return .sensors }
      let detail = body["detail"].stringValue.map { ": \($0.prefix(200))" } ?? "."
      throw AQError(.malformed, "The response has no messages of sensors\(detail)")
    case "<":
      guard String(decoding: bytes, as: UTF8.self).lowercased().contains("forbidden") else {
        throw AQError(.malformed, "The response is a page of HTML, not messages of sensors.")
      }
      throw SensorCommunityStations.blocked
    default:
      // Files of the archive begin with the sensor.
      guard try AQCSV(parsing: bytes, delimiter: ";").header.contains("sensor_id") else {
        throw AQError(.malformed, "The response is neither messages of sensors nor a file of the archive.")
      }
      return .archive(place: nil)
    }
  }
}
