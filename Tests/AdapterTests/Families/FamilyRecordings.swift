import AQKit
import AQKitTesting

/// Replies in the shapes that the services give, cut down to a few members; the figures are made up.
enum FamilyRecordings {
  /// Noon of 1 October 2026 in UTC.
  static let now = AirTime(secondsSince1970: 1_790_856_000)

  static let airGradient = #"""
    [
      {"locationId": 164928, "locationName": "Roof", "publicLocationName": "Suthep", "publicContributorName": "CMU",
       "latitude": 18.796, "longitude": 98.953, "timezone": "Asia/Bangkok", "pm01": 8.5, "pm02": 14.25, "pm10": 17.75,
       "pm02_corrected": 11.5, "rco2": 418.5, "rco2_corrected": 419.25, "atmp": 27.4, "wifi": -61,
       "timestamp": "2026-10-01T11:57:41.000Z", "model": "O-1PST"},
      {"locationId": 164930, "publicLocationName": "Gate", "publicContributorName": null, "latitude": 18.801,
       "longitude": 98.967, "timezone": "Asia/Bangkok", "pm01": null, "pm02": 22.75, "pm10": null,
       "timestamp": "2026-10-01T11:58:03.000Z", "model": "O-1PP"},
      {"locationId": 53011, "publicLocationName": "Brno", "latitude": 49.19, "longitude": 16.61, "pm02": 5.125,
       "timestamp": "2026-10-01T11:55:00.000Z"}
    ]
    """#

  static let sensorCommunity = #"""
    [
      {"id": 20871, "sampling_rate": null, "timestamp": "2026-10-01 11:57:12",
       "location": {"id": 590, "latitude": "48.772", "longitude": "9.146", "altitude": "390.3", "country": "DE",
        "exact_location": 0, "indoor": 0},
       "sensor": {"id": 253, "pin": "1", "sensor_type": {"id": 14, "name": "SDS011", "manufacturer": "Nova Fitness"}},
       "sensordatavalues": [{"id": 414, "value": "7.31", "value_type": "P1"},
        {"id": 415, "value": "6.92", "value_type": "P2"}]},
      {"id": 20872, "timestamp": "2026-10-01 11:58:40",
       "location": {"id": 602, "latitude": "48.801", "longitude": "9.212", "altitude": "", "country": "DE",
        "exact_location": 1, "indoor": 0},
       "sensor": {"id": 291, "pin": "1", "sensor_type": {"id": 42, "name": "SPS30", "manufacturer": "Sensirion"}},
       "sensordatavalues": [{"id": 416, "value": "3.44", "value_type": "P0"},
        {"id": 417, "value": "4.08", "value_type": "P2"}, {"id": 418, "value": "21.7", "value_type": "temperature"}]},
      {"id": 20873, "timestamp": "2026-10-01 11:58:55",
       "location": {"id": 610, "latitude": "48.79", "longitude": "9.18", "altitude": "250", "country": "DE",
        "exact_location": 0, "indoor": 1},
       "sensor": {"id": 300, "pin": "1", "sensor_type": {"id": 14, "name": "SDS011", "manufacturer": "Nova Fitness"}},
       "sensordatavalues": [{"id": 419, "value": "55.5", "value_type": "P2"}]}
    ]
    """#

  static let columns = #"""
    {"latitude": 49.2, "longitude": 16.6, "elevation": 237.0, "utc_offset_seconds": 7200, "timezone": "Europe/Prague",
     "hourly_units": {"time": "iso8601", "pm2_5": "μg/m³", "pm10": "μg/m³", "ozone": "μg/m³"},
     "hourly": {"time": ["2026-10-01T11:00", "2026-10-01T12:00", "2026-10-01T13:00", "2026-10-01T14:00"],
      "pm2_5": [7.4, 8.1, 9.6, null], "pm10": [12.3, 13.5, null, 15.2], "ozone": [61.5, 66.0, 70.25, 72.75]}}
    """#

  static let archive = """
    sensor_id;sensor_type;location;lat;lon;timestamp;P1;durP1;ratioP1;P2;durP2;ratioP2
    92;SDS011;42;48.530;9.200;2026-10-01T00:01:27;11.07;;;6.70;;
    92;SDS011;42;48.530;9.200;2026-10-01T00:03:55;10.83;;;6.43;;
    92;SDS011;42;48.530;9.200;2026-10-01T00:06:22;9.97;;;6.20;;
    92;SDS011;42;48.530;9.200;2026-10-01T00:08:50;;;;6.17;;

    """

  /// A page of GIOŚ's list of stations.
  static func stations(page: Int) -> String {
    let stations = [
      #"{"Identyfikator stacji": 401, "Kod stacji": "MpKrakBujaka", "Nazwa stacji": "Kraków, ul. Bujaka", "WGS84 φ N": "50.010575", "WGS84 λ E": "19.949189", "Ulica": "ul. Bujaka"}"#,
      #"{"Identyfikator stacji": 38, "Kod stacji": "DsKlodzSzkol", "Nazwa stacji": "Kłodzko, ul. Szkolna", "WGS84 φ N": "50.433493", "WGS84 λ E": "16.653660", "Ulica": null}"#,
      #"{"Identyfikator stacji": 400, "Kod stacji": "MpKrakAlKras", "Nazwa stacji": "Kraków, Aleja Krasińskiego", "WGS84 φ N": "50.057678", "WGS84 λ E": "19.926189", "Ulica": "al. Krasińskiego"}"#,
    ]
    let rows = page == 0 ? stations.prefix(2) : stations.dropFirst(2)
    return #"{"@context": {"Lista stacji pomiarowych": "https://schema.org/"}, "Lista stacji pomiarowych": ["#
      + rows.joined(separator: ",\n") + #"], "totalPages": 2}"#
  }

  /// GIOŚ's list of a station's sensors.
  static func sensors(of station: Int) -> String {
    let codes = station == 400 ? ["PM10", "NO2", "NOx"] : ["PM2.5"]
    let rows = codes.enumerated().map { index, code in
      #"{"Identyfikator stanowiska": \#(station * 10 + index), "Identyfikator stacji": \#(station), "Wskaźnik - kod": "\#(code)", "Id wskaźnika": 3}"#
    }
    return
      #"{"Lista stanowisk pomiarowych dla podanej stacji": [\#(rows.joined(separator: ",\n"))], "totalPages": 1}"#
  }

  /// GIOŚ's values of a sensor, the newest first.
  static func values(of sensor: Int) -> String {
    let rows = (0..<3).map { hour in
      let value =
        hour == 0 && sensor == 4000 ? "null" : "\(Double(sensor % 97) + Double(hour) * 3.25 + 10.125)"
      return
        #"{"Kod stanowiska": "S\#(sensor)", "Data": "2026-10-01 \#(13 - hour):00:00", "Wartość": \#(value)}"#
    }
    return #"{"Lista danych pomiarowych": [\#(rows.joined(separator: ",\n"))], "totalPages": 1}"#
  }

  /// GIOŚ, as far as it was recorded.
  static let gios = StubTransport { request in
    let path = request.url.split(separator: "?").first ?? ""
    let number = path.split(separator: "/").last.flatMap { Int($0) } ?? 0
    let text =
      path.contains("/getData/")
      ? values(of: number)
      : path.contains("/sensors/")
        ? sensors(of: number) : stations(page: request.url.contains("page=1") ? 1 : 0)
    return TransportResponse(
      status: 200, headers: [TransportRequest.Header("Content-Type", "application/json")], text: text)
  }
}
