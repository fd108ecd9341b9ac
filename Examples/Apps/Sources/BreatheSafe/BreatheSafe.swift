import AQKit
import Foundation
import Observation

/// The data of Breathe Safe: live cities with a search field, and a city's bars.
@Observable final class BreatheSafe {
  let live: LiveAirStore
  var search = ""

  init(_ live: LiveAirStore) { self.live = live }

  var cities: [LiveAirStore.Site] {
    live.sites.filter { search.isEmpty || $0.name.localizedStandardContains(search) }
  }
  func bars(of city: LiveAirStore.Site) -> [AirChart.Point] { live.chart(of: city)?.points ?? [] }
}
