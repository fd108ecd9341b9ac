#if Board
  package import AQKit

  extension BoardRow {
    /// The line of a live site: the value that stands for it, and the others as remarks.
    ///
    /// - Parameters:
    ///   - site: The site.
    ///   - prefix: What its key begins with.
    ///   - chart: The recent past of the value that stands for it.
    ///   - catalog: Where the names of scales are looked up.
    package init(
      _ site: LiveAirStore.Site, prefix: String, chart: AirChart?,
      in catalog: AirQualityIndexCatalog = .standard
    ) {
      let value = site.value
      key = Self.key(of: site, prefix: prefix)
      group = .site
      order = 0
      title = BoardText.cut(site.name.isEmpty ? "A site" : site.name)
      detail = BoardText.cut(
        [site.site.country, site.source.rawValue, site.site.isIndoor == true ? "indoor" : nil].compactMap {
          $0
        }.joined(separator: " · "))
      quantity = BoardText.cut(value.map { Self.quantity(of: $0.id, in: catalog) } ?? "")
      self.value = value.map { BoardText.cut($0.display) }
      band = value?.band.map { BoardBand($0, number: value?.number) }
      time = site.updatedAt?.secondsSince1970
      // Where the line of the chart has broken off, the value is one of the past.
      freshness = chart?.points.last.map { $0.value == nil } ?? false ? .silent : .fresh
      var parts: [String] = []
      switch chart?.statistics.trend?.direction {
      case .rising: parts.append("rising")
      case .falling: parts.append("falling")
      case .steady, nil: break
      }
      if value?.band != nil, value?.bandProxy != nil { parts.append("band of a single value") }
      if value?.isBeyondScale == true { parts.append("beyond the scale") }
      parts += site.values.filter { $0.id != value?.id }.prefix(5).map { other in
        "\(Self.quantity(of: other.id, in: catalog)) \(other.display)"
      }
      remark = parts.isEmpty ? nil : BoardText.cut(parts.joined(separator: "; "))
    }

    /// What names a live site for as long as the board runs.
    static func key(of site: LiveAirStore.Site, prefix: String) -> String {
      let id = site.values.first?.id
      return "\(prefix)\(site.source) \(id?.siteID ?? id?.siteName ?? id?.coordinate?.text ?? "")"
    }

    private static func quantity(of id: AirChart.ID, in catalog: AirQualityIndexCatalog) -> String {
      let parameter = id.parameter
      guard parameter.isPublishedIndex else {
        return parameter.name + (id.averaging == .instant ? "" : " (\(id.averaging))")
      }
      let title = parameter.indexScale.map { catalog.index($0)?.edition.title ?? $0 } ?? "Published index"
      return [title, parameter.indexPollutant?.name].compactMap { $0 }.joined(separator: ", ")
    }
  }

  extension BoardChart {
    /// The samples of a live series; where no data could arrive there is none.
    package init(_ chart: AirChart) {
      self.init(step: chart.step.components.seconds)
      for point in chart.points {
        guard let value = point.value else { continue }
        append(
          value, at: point.interval.start,
          band: point.band.map { BoardBand($0, number: Int(exactly: value.rounded())) })
      }
    }
  }
#endif
