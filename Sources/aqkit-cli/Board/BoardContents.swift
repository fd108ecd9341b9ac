#if Board
  package import AQKit

  /// The contents of a board.
  package struct BoardContents: Sendable {
    package let places: [AirQuery.Place]
    /// Asks about the places.
    package let client: AirClient
    /// The live feeds that are followed.
    package let feeds: [any AirDataSource]
    /// By which places are judged.
    package let index: any AirQualityIndex
    /// By which concentrations of live sites are judged.
    package let reference: IndexEdition.Reference
    package let catalog: AirQualityIndexCatalog
    /// Between the samples of a live chart.
    package let interval: Duration
    package let clock: any AQClock
    /// The remark on the whole, such as that these are recordings.
    package let remark: String?
  }
#endif
