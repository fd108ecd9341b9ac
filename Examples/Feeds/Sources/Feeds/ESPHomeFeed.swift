import AQKit

/// The web server of an ESPHome device, `http://DEVICE/events`: server-sent events, of which `state` has values.
struct ESPHomeFeed: FeedDecoder {
  static let descriptor = SourceDescriptor(
    id: "esphome", name: "ESPHome device", summary: "The sensors of a device at home, as they change.",
    offers: [
      SourceDescriptor.Offer(
        capabilities: [.live, .current], placeKinds: [.site], parameters: [], kinds: [.observation],
        timeConvention: .instant, averaging: .instant, cadence: .seconds(60))
    ],
    precedence: 200, siteKinds: [.lowCostSensor], rights: .own)  // your own device: all rights are yours
  /// The device, which its messages don't name.
  let device: AirSite
  /// The quantities that its sensors measure, such as `["sensor-pm_2_5": .pm25]`.
  let sensors: [String: AirParameter]

  /// The declaration of this device, which is the place to ask about.
  var descriptor: SourceDescriptor {
    var descriptor = Self.descriptor
    descriptor.testPlaces = device.id.map { [.site($0)] } ?? []
    return descriptor
  }

  /// The device sends every state once and then the changes, without times, and pings every ten seconds.
  var semantics: FeedOptions.Semantics {
    .init(time: .none, silence: .seconds(300), liveness: FeedOptions.Liveness(within: .seconds(30)))
  }

  func decode(_ message: FeedMessage, for query: AirQuery, into report: inout ReportBuilder) throws {
    // `ping` and `log` say that the device is alive, and `log` isn't JSON.
    guard case .event(type: "state", _) = message.kind else { return }
    let state = try message.json()
    guard let parameter = sensors[try state.require("id").string()] else { return }
    let site = report.site(device)
    // The unit is only in the text, after the number: "239.4 V". Without a number there is none: "NA".
    let words = try state.require("state").string().split(separator: " ")
    let value = try state.require("value").ifPresent?.double()
    let unit = value == nil ? "" : words.dropFirst().joined(separator: " ")
    // The event's id counts milliseconds since the device started: neither a time nor an order.
    report.add(parameter, value, unit: AirUnit(unit), at: .received, to: site)
  }
}
