extension AirChart {
  /// How chart values get their bands.
  ///
  /// ```swift
  /// // A city feed that doesn't name its scale; concentrations, each value taken as it is; both.
  /// let feed = history.charts(AirChart.Options(banding: .published(on: .inNAQI)))
  /// let concentrations = history.charts(AirChart.Options(banding: .index(.usEPA)))
  /// let both = history.charts(AirChart.Options(banding: .chosen(.usEPA)))
  /// ```
  public struct Banding: Sendable {
    private enum Choice: Sendable {
      case none
      case named
      case published(any AirQualityIndex)
      case index(any AirQualityIndex)
      case chosen(any AirQualityIndex)
    }

    private let choice: Choice
    private let catalog: AirQualityIndexCatalog

    private init(_ choice: Choice?, _ catalog: AirQualityIndexCatalog) {
      self.choice = choice ?? .none
      self.catalog = catalog
    }

    /// No bands.
    public static let none = AirChart.Banding(Choice.none, AirQualityIndexCatalog())

    /// Published indices on the scale that their parameter names; other values have no band.
    public static let published = published(in: .standard)

    /// Published indices on the scale that their parameter names, looked up in a catalogue; other values have no band.
    public static func published(in catalog: AirQualityIndexCatalog) -> AirChart.Banding {
      AirChart.Banding(.named, catalog)
    }

    /// Published indices on a scale that the caller names because the provider doesn't; other values have no band.
    public static func published(
      on reference: IndexEdition.Reference, in catalog: AirQualityIndexCatalog = .standard
    ) -> AirChart.Banding {
      AirChart.Banding(reference.resolved(in: catalog).map(Choice.published), catalog)
    }

    /// Concentrations on an index: each value counts as the average that the index requires; ``AirChart/bandProxy``
    /// tells where it isn't. Published indices use the scale that their parameter names.
    public static func index(
      _ reference: IndexEdition.Reference, in catalog: AirQualityIndexCatalog = .standard
    ) -> AirChart.Banding {
      AirChart.Banding(reference.resolved(in: catalog).map(Choice.index), catalog)
    }

    /// Everything on an index that a user has chosen: concentrations as ``index(_:in:)`` has them, and published indices
    /// on the scale that their parameter names, or on the chosen one if it names none.
    public static func chosen(
      _ reference: IndexEdition.Reference, in catalog: AirQualityIndexCatalog = .standard
    ) -> AirChart.Banding {
      AirChart.Banding(reference.resolved(in: catalog).map(Choice.chosen), catalog)
    }

    /// The bands of a series' values; nil if it has none.
    func bands(of parameter: AirParameter, unit: AirUnit, averaging: AveragingPeriod) -> SingleValueBands? {
      let index: (any AirQualityIndex)?
      switch choice {
      case .none: index = nil
      case .published(let named): index = parameter.isPublishedIndex ? named : nil
      case .chosen(let named) where parameter == .publishedIndex: index = named
      case .index(let named) where !parameter.isPublishedIndex,
        .chosen(let named) where !parameter.isPublishedIndex:
        index = named
      case .named, .index, .chosen: index = parameter.indexScale.flatMap { catalog.index($0) }
      }
      return index.flatMap { SingleValueBands($0, parameter, unit, averaging) }
    }
  }
}
