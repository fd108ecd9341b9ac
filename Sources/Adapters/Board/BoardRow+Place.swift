#if Board
  package import AQKit

  extension BoardRow {
    /// The line of a place that nothing is known of yet.
    ///
    /// - Parameters:
    ///   - place: The place as it was asked about.
    ///   - index: The index by which it is judged.
    ///   - order: Its place in the list.
    ///   - remark: Why nothing is known.
    package init(
      _ place: AirQuery.Place, on index: any AirQualityIndex, order: Int, remark: String = "Asking…"
    ) {
      let title =
        switch place {
        case .city(let name): name
        case .site(let id): id
        case .near(let point): point.text
        case .area: "An area"
        }
      self.init(
        key: "place \(order)", group: .place, order: order, title: BoardText.cut(title), detail: "",
        quantity: BoardText.cut(index.edition.title), remark: BoardText.cut(remark))
    }

    /// The line of the place that a store shows.
    ///
    /// - Parameters:
    ///   - store: The store, which loads ``AirTopic/air``.
    ///   - index: The index by which it is judged.
    ///   - order: The line's place in the list.
    @MainActor init(_ store: AirQualityStore, on index: any AirQualityIndex, order: Int) {
      let (load, place) = (store[.air], store.place)
      let value = store.aqi?.value.flatMap { $0.isBandUncertain ? nil : $0 }
      let now = store.client.now()
      key = "place \(order)"
      group = .place
      self.order = order
      title = BoardText.cut(place?.name ?? "")
      detail = BoardText.cut(load.value.map { Self.detail(of: $0, at: place) } ?? place?.countryCode ?? "")
      quantity = BoardText.cut(index.edition.title)
      band = value?.band.map { BoardBand($0, number: value?.number) }
      self.value = value.flatMap { $0.display == $0.band?.name ? nil : $0.display }
      time = (value?.time ?? load.value?.newestEnd(notAfter: now))?.secondsSince1970
      freshness = load.value.flatMap { report in
        store.answers(to: .air).first?.outcomes.first { $0.source == report.source }?
          .descriptor.freshness(of: report, at: now)
      }
      var parts = value.map(Self.remarks) ?? []
      if let error = load.error {
        parts.append(load.value == nil ? error.message : "not renewed: \(error.message)")
      } else if value == nil {
        parts.append(store.aqi.map(\.description) ?? "Asking…")
      }
      remark = parts.isEmpty ? nil : BoardText.cut(parts.joined(separator: "; "))
    }

    private static func detail(of report: AirReport, at place: AirPlace?) -> String {
      let sources = Set(report.series.map { $0.origin?.source ?? report.source }.map(\.rawValue)).sorted()
      let site = report.site.name.flatMap { $0 == place?.name ? nil : $0 }
      return [
        site, place?.countryCode ?? report.site.country, sources.joined(separator: ", "),
        report.kind.rawValue, report.site.isIndoor == true ? "indoor" : nil,
      ]
      .compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " · ")
    }

    private static func remarks(on value: AQIValue) -> [String] {
      var parts: [String] = []
      if !value.dominant.isEmpty { parts.append(value.dominant.map(\.name).joined(separator: ", ")) }
      if let proxy = value.proxyText {
        parts.append("about, \(proxy)")
      } else if value.isPartial {
        parts.append("at least")
      }
      if value.isPartial { parts.append("without \(Self.list(value.missing))") }
      if value.isBeyondScale { parts.append("beyond the scale") }
      if value.provenance?.isUncorrected == true { parts.append("uncorrected sensor") }
      return parts
    }

    private static func list(_ parameters: [AirParameter]) -> String {
      parameters.map(\.name).joined(separator: ", ")
    }
  }

  extension Coordinate {
    /// Latitude and longitude in degrees.
    var text: String { "\(latitude), \(longitude)" }
  }

  extension BoardChart {
    /// The index hour by hour (or day by day) within an interval; nil where there are fewer than two values.
    package init?(_ series: AQISeries, within interval: AirInterval) {
      let step = series.timeline.regular?.step ?? 3600
      self.init(step: step)
      let isGraded = series.edition.kind != .category
      for i in 0..<series.count {
        // Beyond the open end of a scale there is no number: the bar ends where the band begins.
        guard let entry = series[i], !entry.isBandUncertain,
          let number = entry.number ?? (isGraded ? entry.band.lowerIndex : nil),
          entry.interval.end > interval.start, entry.interval.end <= interval.end
        else { continue }
        append(
          Double(number), at: entry.interval.end.adding(seconds: -step),
          band: BoardBand(entry.band, number: number))
      }
      if times.count < 2 { return nil }
    }
  }
#endif
