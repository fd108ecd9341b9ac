import AQKit

/// The air in a kitchen, through whichever connector the application has.
func kitchen(through connector: any FeedConnector) -> some AirDataSource {
  FeedSource(
    ESPHomeFeed(
      device: AirSite(id: "kitchen", name: "Kitchen", kind: .lowCostSensor),
      sensors: ["sensor-pm_2_5": .pm25, "sensor-co2": .co2]),
    at: FeedEndpoint(url: "http://kitchen.local/events"), through: connector)
}
