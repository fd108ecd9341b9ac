import AQKit
import Observation

/// The data of Breather: weather, and the air on a scale that the user switches, computed or published.
@Observable final class Breather {
  static let scales: [IndexEdition.Reference] = [.usEPA, .cnAQI]
  let store: AirQualityStore
  let air: AirTopic<AirReport>
  init(_ client: AirClient, air: AirTopic<AirReport> = .air) {
    (self.air, store) = (air, AirQualityStore(client, loading: air, .weather))
  }

  var computed: AQIValue? { store.aqi(of: air)?.value }
  var published: AirReading? {
    store[air].value?[.publishedIndex(scale: store.index.description)]?.newestReading()
  }
  var band: AQIBand? {
    computed?.band ?? published?.band(using: store.index)?.band
  }
}
