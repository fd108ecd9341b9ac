extension AirResponse {
  /// The part of the response that a query requests: its kinds, parameters and window. A requested series without a
  /// value in the window gets a note. If the query requests sites only, they have no series.
  package func narrowed(to query: AirQuery, at now: AirTime) -> AirResponse {
    var narrowed = AirResponse(notes: notes)
    for var report in reports {
      if !query.kinds.isEmpty, !query.kinds.contains(report.kind) { continue }
      if !query.parameters.isEmpty {
        let hadSeries = !report.series.isEmpty
        report.series.removeAll { !query.parameters.contains($0.parameter) }
        if hadSeries, report.series.isEmpty { continue }
      }
      if query.detail == .sites {
        let measured = report.site.details.measures.map(\.parameter)
        if !query.parameters.isEmpty, !measured.isEmpty, !measured.contains(where: query.parameters.contains)
        {
          continue
        }
        report.series = []
        narrowed.reports.append(report)
        continue
      }
      let series = report.series.map { $0.narrowed(to: query.window, at: now) }
      var told = Set(series.lazy.filter { !$0.hasNoValue }.map(\.parameter))
      let absent = report.series.map(\.parameter).filter { told.insert($0).inserted }
      if !absent.isEmpty { narrowed.notes.append(.notMeasured(absent, places: report.places)) }
      if !report.series.isEmpty {
        report.series = series.filter { !$0.hasNoValue }
        if report.series.isEmpty { continue }
      }
      narrowed.reports.append(report)
    }
    return narrowed
  }

  /// The response with a note for each place without a report or note, and for each missing parameter of a place with a
  /// report.
  package func accountingForPlaces(of query: AirQuery) -> AirResponse {
    var result = self
    var silent: [Int] = []
    var missing: [[AirParameter]: [Int]] = [:]
    let general = Set(notes.filter(\.places.isEmpty).flatMap(\.parameters))
    var measured: [Int: Set<AirParameter>] = [:]
    for report in reports {
      for place in report.places { measured[place, default: []].formUnion(report.series.map(\.parameter)) }
    }
    var noted: [Int: Set<AirParameter>] = [:]
    // After a failure the rest of the place's data is unknown.
    let failed = Set(notes.filter { $0.code == .failed || $0.code == .limitReached }.flatMap(\.places))
    for note in notes {
      for place in note.places { noted[place, default: []].formUnion(note.parameters) }
    }
    for place in query.places.indices {
      if let parameters = measured[place] {
        let absent = query.parameters.filter {
          !parameters.contains($0) && !general.contains($0) && !(noted[place]?.contains($0) ?? false)
        }
        if query.detail == .values, !failed.contains(place), !absent.isEmpty {
          missing[absent, default: []].append(place)
        }
      } else if noted[place] == nil {
        silent.append(place)
      }
    }
    if !silent.isEmpty {
      result.notes.append(
        AirNote(.nothingNear, "The source has nothing for this place.", places: silent, count: silent.count))
    }
    for (parameters, places) in missing.sorted(by: { $0.value.lexicographicallyPrecedes($1.value) }) {
      result.notes.append(.notMeasured(parameters, places: places))
    }
    if result.reports.isEmpty, result.notes.isEmpty {
      result.notes.append(AirNote(.nothingNear, "The source has nothing of what was asked."))
    }
    return result
  }
}

extension AirSeries {
  /// The part of the series in a window. Current values are the newest ones up to now, however old, and the 25 hours
  /// before them.
  func narrowed(to window: AirWindow, at now: AirTime) -> AirSeries {
    var interval = window.interval(at: now)
    if window == .current, let newest = newestEnd(notAfter: now), newest < interval.end {
      interval = AirInterval(uncheckedStart: newest.adding(seconds: -25 * 3600), end: interval.end)
    }
    return clamped(to: interval)
  }
}
