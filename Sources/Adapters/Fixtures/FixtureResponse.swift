import AQKit

/// Collects the response to a query from recordings that are read one after another, in pieces.
struct FixtureResponse {
  private struct Part {
    let recording: FixtureRecording
    /// The number of seconds by which its times are shifted.
    let shift: Int64
    var builder: ReportBuilder
    /// Holds the notes, those of a kind counted together.
    var snapshot = FeedSnapshot()
    var notices: [AirNotice] = []

    var readAt: AirTime { recording.recordedAt.adding(seconds: shift) }
  }

  private let query: AirQuery
  private let descriptor: SourceDescriptor
  private let now: AirTime
  private let timing: FixtureOptions.Timing
  private var parts: [Part] = []
  private var notes: [AirNote]
  private var failure: AQError?

  init(
    _ query: AirQuery, _ descriptor: SourceDescriptor, _ timing: FixtureOptions.Timing, at now: AirTime,
    notes: [AirNote]
  ) {
    self.query = query
    self.descriptor = descriptor
    self.timing = timing
    self.now = now
    self.notes = notes
  }

  /// Returns whether a recording may contain requested data: its places decide, if it states them.
  func needs(_ recording: FixtureRecording) -> Bool {
    query.places.isEmpty || recording.places.isEmpty || !places(of: recording).isEmpty
  }

  /// Returns the query's places that a recording states it is for.
  private func places(of recording: FixtureRecording) -> [Int] {
    query.places.indices.filter { index in
      recording.places.contains { query.places[index].names($0, within: query.reach) }
    }
  }

  mutating func begin(_ recording: FixtureRecording) {
    let shift = timing.shift(of: recording.recordedAt, to: now)
    let builder = ReportBuilder(descriptor, receivedAt: recording.recordedAt.adding(seconds: shift))
    parts.append(Part(recording: recording, shift: shift, builder: builder))
  }

  mutating func fail(_ error: AQError) {
    guard let part = parts.popLast() else { return }
    failure = failure ?? error
    notes.append(AirNote(error, places: places(of: part.recording)))
  }

  mutating func add(_ response: AirResponse) {
    guard let last = parts.indices.last else { return }
    let (recording, shift) = (parts[last].recording, parts[last].shift)
    let notes = response.notes.map { note in changed(note) { $0.places = [] } }
    parts[last].snapshot.merge(AirUpdate(notes: notes))
    parts[last].notices += response.notices.map { $0.shifted(bySeconds: shift) }
    for report in response.reports where query.asks(for: report.kind) {
      guard
        query.places.isEmpty || query.places.contains(where: { $0.names(report.site, within: query.reach) })
      else { continue }
      let moved = report.shifted(bySeconds: shift)
      if let lost = AirNote.lost([report], [moved]) {
        parts[last].snapshot.merge(AirUpdate(notes: [lost]))
      }
      parts[last].builder.merge(wanted(of: moved, in: recording, readAt: parts[last].readAt))
    }
  }

  /// Returns a report whose times were already shifted, without data outside the query.
  private func wanted(of report: AirReport, in recording: FixtureRecording, readAt: AirTime) -> AirReport {
    var report = report
    if report.attribution.isEmpty { report.attribution = recording.attribution }
    if report.rights == .unknown { report.rights = recording.rights }
    if query.detail == .sites {
      report.series = []
      return report
    }
    if !query.parameters.isEmpty { report.series.removeAll { !query.parameters.contains($0.parameter) } }
    // The current window is only known at the end.
    if query.window != .current {
      let window = query.window.interval(askedAt: readAt, receivedAt: readAt)
      report.series = report.series.map { $0.clamped(to: window) }
    }
    return report
  }

  /// Returns the reports for the query's places, in their order, and notes on missing data. Throws the first failure if
  /// nothing was read.
  consuming func response() throws(AQError) -> AirResponse {
    if parts.isEmpty, let failure { throw failure }
    var reports: [(report: AirReport, readAt: AirTime)] = []
    for part in parts {
      var response = part.builder.response(keepingEmptySites: true)
      response.notes.removeAll { $0.code == .notMeasured }
      for var note in response.notes + part.snapshot.notes {
        note.message = "\(part.recording.file): \(note.message)"
        notes.append(note)
      }
      reports += response.reports.map { ($0, part.readAt) }
      if part.shift != 0 {
        notes.append(
          AirNote(
            .remark,
            "\(part.recording.file): recorded at \(part.recording.recordedAt), shown as if it were now.",
            time: part.recording.recordedAt))
      }
    }
    // A site may have a report for each kind of value.
    let sites = reports.map(\.report.site).unique(by: FeedSnapshot.Device.init)
    let places = Dictionary(
      query.matches(among: sites, nearest: 1).map { (FeedSnapshot.Device($0.site), $0.places) }
    ) { $1 }
    for index in reports.indices {
      reports[index].report.places = places[FeedSnapshot.Device(reports[index].report.site)] ?? []
    }
    if !query.places.isEmpty { reports.removeAll { $0.report.places.isEmpty } }
    reports.sort { ($0.report.places.first ?? 0) < ($1.report.places.first ?? 0) }
    var response = AirResponse(notes: notes, notices: notices)
    for (report, readAt) in reports {
      if query.detail == .values, report.series.isEmpty {
        // A site without values of the query becomes a note about its places.
        response.notes.append(
          query.parameters.isEmpty
            ? AirNote(.notMeasured, "No value in the time asked about.", places: report.places)
            : .notMeasured(query.parameters, places: report.places))
        continue
      }
      let narrowed = AirResponse(reports: [report]).narrowed(
        to: query, askedAt: readAt, receivedAt: readAt)
      response.reports += narrowed.reports
      response.notes += narrowed.notes
    }
    return response.accountingForPlaces(of: query)
  }

  /// The recorded notices for the query's places, unless they had ended; one without a shape is for an unknown place.
  private var notices: [AirNotice] {
    if query.detail == .sites { return [] }
    let open = parts.flatMap { part in part.notices.filter { !$0.hasEnded(by: part.readAt) } }
    return open.map { notice in changed(notice) { $0.places = query.places(in: notice.area) } }
      .filter { !$0.places.isEmpty || query.places.isEmpty }
      // The service's own response may have them, too.
      .unique { [$0.source.rawValue, $0.id] }
  }
}

extension AirNotice {
  func shifted(bySeconds seconds: Int64) -> AirNotice {
    func shifted(_ time: AirTime?) -> AirTime? { time?.adding(seconds: seconds) }
    return changed(self) {
      ($0.issuedAt, $0.from, $0.until) = (shifted(issuedAt), shifted(from), shifted(until))
    }
  }
}
