extension AirChart {
  /// How chart values get their bands.
  ///
  /// ```swift
  /// history.charts(AirChart.Options(banding: .published(on: .inNAQI)))   // a city feed that doesn't name its scale
  /// history.charts(AirChart.Options(banding: .index(.usEPA)))            // concentrations, each value taken as it is
  /// history.charts(AirChart.Options(banding: .chosen(.usEPA)))           // both
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

    /// The banding of one series.
    struct Bands {
      fileprivate enum Way {
        case published(any AirQualityIndex)
        case concentration(any AirQualityIndex, IndexInput, (Double) -> Double)
      }

      fileprivate let way: Way
      /// Why the band is only a proxy.
      let proxy: AQIBasis.Proxy?

      func band(of value: Double) -> AQIBand? { place(of: value).band }

      /// The band, and whether the value lies beyond the end of the index.
      func place(of value: Double) -> (band: AQIBand?, isBeyondScale: Bool) {
        switch way {
        case .published(let index):
          guard let band = index.band(ofPublished: value) else { return (nil, false) }
          let most = (index as? BreakpointIndex)?.topNumber ?? band.upperIndex
          return (band, most.map { value.rounded(.toNearestOrAwayFromZero) > Double($0) } ?? false)
        case .concentration(let index, let input, let convert):
          let basis = AQIBasis(origin: .given, proxy: proxy)
          let concentration = IndexInput.Concentration(input, convert(value), basis: basis)
          let outcome = index.value(of: [concentration], options: IndexOptions(proxy: .allowed)).value
          return (outcome?.band, outcome?.isBeyondScale ?? false)
        }
      }
    }

    /// The banding of a series; nil if it has none.
    func bands(of parameter: AirParameter, unit: AirUnit, averaging: AveragingPeriod) -> Bands? {
      switch choice {
      case .none: return nil
      case .published(let index):
        return parameter.isPublishedIndex ? Bands(way: .published(index), proxy: nil) : nil
      case .chosen(let index) where parameter == .publishedIndex:
        return Bands(way: .published(index), proxy: nil)
      case .index(let index) where !parameter.isPublishedIndex,
        .chosen(let index) where !parameter.isPublishedIndex:
        let inputs = index.inputs.filter { $0.parameter == parameter && $0.current != nil }
        guard let input = inputs.first(where: { $0.averaging == averaging }) ?? inputs.first,
          let convert = try? unit.conversion(
            to: input.unit, of: parameter, under: index.edition.conditions)
        else { return nil }
        return Bands(
          way: .concentration(index, input, convert),
          proxy: input.averaging == averaging ? nil : .otherPeriod(averaging))
      case .named, .index, .chosen:
        guard let scale = parameter.indexScale, let index = catalog.index(scale) else { return nil }
        return Bands(way: .published(index), proxy: nil)
      }
    }
  }
}
