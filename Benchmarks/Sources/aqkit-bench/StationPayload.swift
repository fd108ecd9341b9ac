import AQKit

/// Files of networks in their real form and size, made from a seed.
enum StationPayload {
  /// A minute after the newest values.
  static let receivedAt = AirTime(secondsSince1970: 1_790_812_860)

  /// Files, with their content.
  struct Day {
    var files: [[UInt8]] = []
    var sites = 0
    var values = 0
  }

  /// AirNow's 24 files `HourlyAQObs` of 30 September 2026: a row for each of 2,600 stations, of which each measures some
  /// of the pollutants, and leaves out an hour now and then.
  static func airNowDay(stations: Int = 2600) -> Day {
    let head =
      "\"AQSID\",\"SiteName\",\"Status\",\"EPARegion\",\"Latitude\",\"Longitude\",\"Elevation\",\"GMTOffset\","
      + "\"CountryCode\",\"StateName\",\"ValidDate\",\"ValidTime\",\"DataSource\",\"ReportingArea_PipeDelimited\","
      + "\"OZONE_AQI\",\"PM10_AQI\",\"PM25_AQI\",\"NO2_AQI\",\"OZONE_Measured\",\"PM10_Measured\","
      + "\"PM25_Measured\",\"NO2_Measured\",\"PM25\",\"PM25_Unit\",\"OZONE\",\"OZONE_Unit\",\"NO2\",\"NO2_Unit\","
      + "\"CO\",\"CO_Unit\",\"SO2\",\"SO2_Unit\",\"PM10\",\"PM10_Unit\"\n"
    var numbers = SeededNumbers(seed: 3)
    var day = Day()
    day.sites = stations
    let points = (0..<stations).map { _ in
      (tenThousandths(26 + numbers.fraction() * 22), tenThousandths(-122 + numbers.fraction() * 50))
    }
    for hour in 0..<24 {
      var text = head
      for station in 0..<stations {
        func measures(_ every: Int, _ offset: Int) -> Bool { (station + offset) % every == 0 }
        let measured = [
          "OZONE": measures(2, 0), "PM25": measures(2, 1) || measures(3, 0), "PM10": measures(5, 0),
          "NO2": measures(6, 0), "CO": measures(9, 0), "SO2": measures(7, 0),
        ]
        func value(_ name: String, _ level: Double) -> (value: String, unit: String) {
          guard measured[name] == true, numbers.fraction() > 0.04 else { return ("", "") }
          day.values += 1
          return (
            "\((numbers.fraction() * level * 10).rounded() / 10)",
            name.hasPrefix("PM") ? "UG/M3" : name == "CO" ? "PPM" : "PPB"
          )
        }
        func index(_ name: String) -> String {
          guard measured[name] == true, numbers.fraction() > 0.04 else { return "" }
          day.values += 1
          return "\(Int(numbers.fraction() * 120))"
        }
        let indices = ["OZONE", "PM10", "PM25", "NO2"].map(index)
        let flags = ["OZONE", "PM10", "PM25", "NO2"].map { measured[$0] == true ? "1" : "0" }
        let values = [
          value("PM25", 40), value("OZONE", 80), value("NO2", 40), value("CO", 1), value("SO2", 9),
          value("PM10", 90),
        ].flatMap { [$0.value, $0.unit] }
        let fields =
          [
            digits(10_000_000 + station * 1_013, 9), "Station \(station) North", "Active",
            "R\(station % 10 + 1)",
            points[station].0, points[station].1, "\(station % 900).0", "-\(5 + station % 4)", "US", "CA",
            "09/30/2026", digits(hour, 2) + ":00", "Department of Environmental Quality \(station % 50)",
            station % 3 == 0 ? "" : "Area \(station / 4)",
          ] + indices + flags + values
        text += fields.map { "\"\($0)\"" }.joined(separator: ",") + "\n"
      }
      day.files.append(Array(text.utf8))
    }
    return day
  }

  /// Sensor.Community's file of all sensors: two messages for each of 9,200 boxes, one of particles and one of climate.
  static func sensorCommunity(boxes: Int = 9200) -> (bytes: [UInt8], sites: Int, values: Int) {
    var numbers = SeededNumbers(seed: 5)
    var values = 0
    var messages: [String] = []
    for box in 0..<boxes {
      let (north, east) = (36 + numbers.fraction() * 24, -8 + numbers.fraction() * 38)
      let location =
        "{\"id\":\(box + 100),\"latitude\":\"\(thousandths(north))\",\"longitude\":\"\(thousandths(east))\","
        + "\"altitude\":\"\(box % 700).\(box % 10)\",\"country\":\"DE\",\"exact_location\":0,\"indoor\":0}"
      let time = "2026-09-30 23:5\(5 + box % 5):\(digits(box % 60, 2))"
      func message(_ pin: Int, _ type: String, _ rows: [(String, String)]) {
        values += rows.count
        let list = rows.enumerated().map { index, row in
          "{\"id\":\(64_000_000_000 + box * 10 + index),\"value\":\"\(row.1)\",\"value_type\":\"\(row.0)\"}"
        }
        messages.append(
          "{\"id\":\(29_000_000_000 + messages.count),\"sampling_rate\":null,\"timestamp\":\"\(time)\","
            + "\"location\":\(location),\"sensor\":{\"id\":\(box * 2 + pin),\"pin\":\"\(pin)\",\"sensor_type\":"
            + "{\(type)}},\"sensordatavalues\":[\(list.joined(separator: ","))]}")
      }
      let coarse = 2 + numbers.fraction() * 40
      message(
        1, "\"id\":14,\"name\":\"SDS011\",\"manufacturer\":\"Nova Fitness\"",
        [("P1", hundredths(coarse)), ("P2", hundredths(coarse * (0.3 + numbers.fraction() * 0.6)))])
      message(
        7, "\"id\":17,\"name\":\"BME280\",\"manufacturer\":\"Bosch\"",
        [
          ("temperature", hundredths(numbers.fraction() * 30)),
          ("pressure", hundredths(95_000 + numbers.fraction() * 6000)),
          ("humidity", hundredths(20 + numbers.fraction() * 75)),
        ])
    }
    return (Array("[\(messages.joined(separator: ","))]".utf8), boxes, values)
  }

  private static func thousandths(_ value: Double) -> String { "\((value * 1000).rounded() / 1000)" }
  private static func tenThousandths(_ value: Double) -> String { "\((value * 10_000).rounded() / 10_000)" }
  private static func hundredths(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }

  /// A whole number with zeros before it.
  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = "\(number)"
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }
}
