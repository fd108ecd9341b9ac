/// The identity of a site in a history.
struct HistorySiteKey: Hashable {
  let source: SourceID
  let id: String?
  let name: String?
  let coordinate: Coordinate?

  init(_ id: AirChart.ID) {
    source = id.source
    self.id = id.siteID
    name = id.siteName
    coordinate = id.coordinate
  }
}
