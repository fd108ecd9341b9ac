import AQKit

/// Sensors of Home Assistant, `ws://HOST:8123/api/websocket`: changes of state, one or several in a frame.
struct HomeAssistantFeed: FeedDecoder {
  static let descriptor = SourceDescriptor(
    id: "home-assistant", name: "Home Assistant",
    offers: [
      SourceDescriptor.Offer(
        capabilities: [.live, .current], placeKinds: [.site], parameters: [], kinds: [.observation],
        timeConvention: .instant, averaging: .instant)
    ], siteKinds: [.lowCostSensor])
  /// A long-lived access token.
  let token: AirSecret

  func decode(_ message: FeedMessage, for query: AirQuery, into report: inout ReportBuilder) throws {
    let frame = try message.json()
    try report.each(frame.kind == .array ? try frame.array() : [frame]) { message, report in
      // Other messages have no new state, and neither has an entity that was taken away.
      guard let state = message["event"]["data"]["new_state"].ifPresent else { return }
      let details = state["attributes"]
      guard let parameter = details["device_class"].stringValue.map(AirParameter.init(_:)),
        parameter.isPublishedIndex || AirParameter.known.contains(parameter)
      else { return }
      // A state is a text: a number, or a word for none.
      let isAbsent = ["unavailable", "unknown"].contains(try state.require("state").string())
      let value = isAbsent ? nil : try state["state"].double(acceptingText: true)
      let unit = parameter.isPublishedIndex ? "" : try details.require("unit_of_measurement").string()
      let id = try state.require("entity_id").string()
      let site = report.site(
        AirSite(id: id, name: details["friendly_name"].stringValue, kind: .lowCostSensor))
      let time = TimeStamp.text(try state.require("last_updated").string())
      report.add(parameter, value, unit: AirUnit(unit), at: time, to: site)
    }
  }
}
