import AQKit

/// Air sensors behind Zigbee2MQTT: `zigbee2mqtt/FRIENDLY NAME`, one flat object, in which each message repeats all
/// that the bridge remembers.
///
/// The time is `last_seen`, if the bridge's setting of that name makes it send one; otherwise the time of receipt. Messages
/// state no units: these are the ones of zigbee-herdsman-converters, `src/lib/exposes.ts`. The unit of `voc` differs between
/// versions (ppb, then µg/m³) and devices, so it is read only if its unit was stated. The unit of `formaldehyd` is mg/m³,
/// except for µg/m³ of Tuya's air housekeeper (TS0601_smart_air_house_keeper, src/devices/tuya.ts), the only device that
/// also measures PM2.5. Devices that don't measure air are skipped.
public struct Zigbee2MQTTFeed: FeedDecoder {
  /// The declaration of any bridge's sensors.
  public static let descriptor = SourceDescriptor(
    id: "zigbee2mqtt", name: "Zigbee2MQTT", summary: "Air sensors of a Zigbee network at home.",
    offers: [
      SourceDescriptor.Offer(
        capabilities: [.live, .current], placeKinds: [.site], parameters: [], kinds: [.observation],
        timeConvention: .instant, averaging: .instant, cadence: .seconds(600))
    ],
    precedence: 200, siteKinds: [.lowCostSensor], rights: .own)

  private let base: String
  private let vocUnit: AirUnit?
  private let formaldehydeUnit: AirUnit?

  /// The sensors of a bridge.
  ///
  /// - Parameters:
  ///   - base: The bridge's base topic.
  ///   - vocUnit: The unit of `voc`; nil leaves it out.
  ///   - formaldehydeUnit: The unit of `formaldehyd` and `hcho`; nil to use the device's.
  public init(base: String = "zigbee2mqtt", vocUnit: AirUnit? = nil, formaldehydeUnit: AirUnit? = nil) {
    self.base = base
    self.vocUnit = vocUnit
    self.formaldehydeUnit = formaldehydeUnit
  }

  /// A message repeats values that the bridge remembers, so that an old value looks new.
  public var semantics: FeedOptions.Semantics { FeedOptions.Semantics(delivery: .repeatedCache) }

  private static let quantities: [(member: String, parameter: AirParameter, unit: AirUnit)] = [
    ("pm1", .pm1, .microgramsPerCubicMetre), ("pm25", .pm25, .microgramsPerCubicMetre),
    ("pm4", "pm4", .microgramsPerCubicMetre), ("pm10", .pm10, .microgramsPerCubicMetre), ("co2", .co2, .ppm),
    ("temperature", .temperature, .celsius), ("humidity", .humidity, .percent),
    ("pressure", .surfacePressure, .hectopascal), ("voc_index", "voc_index", .one),
    ("nox_index", "nox_index", .one),
  ]

  /// Reads the state of a device.
  ///
  /// - Throws: ``AQError/Code/malformed`` for a state that isn't an object; an invalid value is counted, and the others are
  ///   kept.
  public func decode(_ message: FeedMessage, for query: AirQuery, into report: inout ReportBuilder) throws {
    guard let topic = message.topic, topic.hasPrefix(base + "/") else { return }
    let name = String(topic.dropFirst(base.count + 1))
    // Skips the bridge's own topics, and topics of a device that aren't its state.
    guard !name.isEmpty, !name.hasPrefix("bridge/"),
      !["/availability", "/get", "/set"].contains(where: name.hasSuffix)
    else { return }
    let state = try message.json()
    guard state.kind == .object else { throw state.error(expected: "an object") }
    let stamp = try stamp(of: state)
    let voc = vocUnit.map { [(member: "voc", parameter: AirParameter.voc, unit: $0)] } ?? []
    let formaldehyde = ["formaldehyd", "hcho"].map {
      (
        member: $0, parameter: AirParameter.hcho,
        unit: formaldehydeUnit ?? Self.unit(ofFormaldehydeAs: $0, in: state)
      )
    }
    try report.each(Self.quantities + formaldehyde + voc) { quantity, report in
      let value = state[quantity.member]
      guard !value.isMissing else { return }
      let number = try value.ifPresent?.double()
      let site = report.site(AirSite(id: name, name: name, kind: .lowCostSensor))
      report.add(quantity.parameter, number, unit: quantity.unit, at: stamp, to: site)
    }
  }

  /// Returns the unit of formaldehyde by the device: by its model, which the bridge states with the setting
  /// `include_device_information`, else by its other quantities.
  private static func unit(ofFormaldehydeAs member: String, in state: AQJSON) -> AirUnit {
    guard member == "formaldehyd" else { return .milligramsPerCubicMetre }
    let model = state["device"]["model"].stringValue
    let isHousekeeper = model.map { $0 == "TS0601_smart_air_house_keeper" } ?? !state["pm25"].isMissing
    return isHousekeeper ? .microgramsPerCubicMetre : .milligramsPerCubicMetre
  }

  /// `last_seen`: an ISO text with an offset, or milliseconds since 1970.
  private func stamp(of state: AQJSON) throws(AQError) -> TimeStamp {
    guard let seen = state["last_seen"].ifPresent else { return .received }
    return seen.kind == .number ? .unixMilliseconds(try seen.int()) : .text(try seen.string())
  }
}
