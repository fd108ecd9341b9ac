import AQKit
import AQKitSocketFeed

/// A Plantower PMS5003 behind a serial-to-TCP bridge, `tcp://HOST:PORT`: 32 bytes about once a second.
struct PlantowerFeed: FeedDecoder {
  static let descriptor = SourceDescriptor(
    id: "plantower", name: "Plantower PMS5003",
    offers: [
      SourceDescriptor.Offer(
        capabilities: [.live, .current], placeKinds: [.site], parameters: [.pm1, .pm25, .pm10],
        kinds: [.observation], timeConvention: .instant, averaging: .instant, cadence: .seconds(1))
    ], siteKinds: [.lowCostSensor])
  /// 42 4D, the length of the rest (28), 13 words, and the sum of all bytes before it.
  static let framing = PacketFraming(
    header: [0x42, 0x4D], length: .stated(at: 2, bytes: 2, adding: 4), lengths: 32...32
  ) { packet in
    let sum = packet.dropLast(2).reduce(0) { $0 + Int($1) }
    return packet.suffix(2).elementsEqual([UInt8(sum >> 8 & 0xFF), UInt8(sum & 0xFF)])
  }
  let sensor: AirSite
  /// When the sensor was switched on; its values are in doubt for half a minute.
  var startedAt: AirTime?

  /// A packet every 0.2 to 2.3 seconds, without a time.
  var semantics: FeedOptions.Semantics { FeedOptions.Semantics(time: .none, silence: .seconds(10)) }

  func decode(_ message: FeedMessage, for query: AirQuery, into report: inout ReportBuilder) throws {
    let bytes = message.bytes
    guard bytes.count == 32 else { throw AQError(.malformed, "A packet doesn't have 32 bytes.") }
    let words = stride(from: 4, to: 30, by: 2).map { Double(Int(bytes[$0]) << 8 | Int(bytes[$0 + 1])) }
    let isInDoubt = bytes[29] != 0 || startedAt.map { report.receivedAt < $0 + .seconds(30) } ?? false
    let site = report.site(sensor)
    // Words 0 to 2 are for calibration in the factory (CF=1), words 3 to 5 for the air outside it.
    for (parameter, value) in zip([AirParameter.pm1, .pm25, .pm10], words[3...5]) {
      report.add(
        parameter, value, unit: .microgramsPerCubicMetre, at: .received,
        with: .init(flags: isInDoubt ? [.suspect] : []), to: site)
    }
  }
}
