@testable import AQKit
@testable import AQKitDevices
@testable import AQKitStations
import Foundation

extension FuzzTarget {
  /// The replies of every network of stations, a target each: lists, values and refusals, which begin as recorded.
  static let stations: [FuzzTarget] = [
    .airKorea, .airNow, .canadaAQHI, .cpcb, .gios, .londonAir, .luchtmeetnet, .moenv, .nea, .openAQ,
    .purpleAir, .purpleAirLocal, .sensorCommunity, .soramame, .uba, .waqi, .miteco, .chmi, .luftmalinger,
    .hongKongEPD, .fmi, .airGradientCloud, .atmoFrance, .lcsqa, .pirateWeather, .cap,
    PayloadFormat(IRCELINE.self), PayloadFormat(UKAir.self), PayloadFormat(SMHIAir.self),
  ].map { (format: PayloadFormat) in
    FuzzTarget(name: format.name, files: payloads(format.name), words: stationWords) { bytes in
      read(bytes, format, PayloadFormat.Context(receivedAt: receivedAt))
      read(bytes, format, PayloadFormat.Context(receivedAt: receivedAt, places: [brno], isStrict: true))
    }
  }

  /// The replies of every device of the catalogue.
  static let devices = FuzzTarget(
    name: "devices", files: payloads("devices"), words: stationWords
  ) { bytes in
    for description in DeviceCatalog.standard.descriptions {
      do {
        let format = PayloadFormat(try MappedAdapter(description))
        read(bytes, format, PayloadFormat.Context(receivedAt: receivedAt))
      } catch {
        fatalError("Broken: \(description.id) makes no adapter: \(error)")
      }
    }
  }

  /// Descriptions of devices: what is accepted must read any reply without crashing.
  static let descriptions = FuzzTarget(
    name: "descriptions", seeds: DeviceCatalog.bundled,
    words: jsonWords + [
      "\"readings\":", "\"rows\":", "\"when\":", "\"at\":", "\"unit\":", "\"time\":", "\"zone\":",
      "\"errors\":", "\"options\":", "\"present\":true", "\"equals\":", "$.", "{baseURL}", "[*]", "'PM2.5'",
    ]
  ) { bytes in
    do {
      let description = try DeviceDescription(json: bytes)
      let format = PayloadFormat(try MappedAdapter(description))
      for reply in deviceReplies { read(reply, format, PayloadFormat.Context(receivedAt: receivedAt)) }
    } catch {
      look(at: error, of: "a description")
    }
  }

  private static let brno = AirSite(coordinate: try? Coordinate(49.2, 16.6), kind: .referenceStation)

  private static let stationWords =
    jsonWords + [
      "2026-10-01T00:00:00Z", "2026-10-01 24:00", "1790805600", "-999", "\"data\":[", "\"results\":[",
      "PM2.5", "pm25", "µg/m³", "ppb", "<", "/>", "|",
    ]

  /// The recorded replies of one service.
  private static func payloads(_ folder: String) -> [String] {
    let path = "Tests/StationTests/Payloads/\(folder)"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.sorted().map { "\(path)/\($0)" }
  }

  private static let deviceReplies = payloads("devices").prefix(6).compactMap { path in
    FileManager.default.contents(atPath: path).map { [UInt8]($0) }
  }
}
