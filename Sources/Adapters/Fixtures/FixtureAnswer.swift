import AQKit

/// Collects what a query asks of the recordings that are read one after the other, each piece by piece.
struct FixtureAnswer {
  /// What of one recording is asked for.
  private struct Part {
    let recording: FixtureRecording
    /// By how many seconds its times are shifted.
    let shift: Int64
    var builder: ReportBuilder
    var notes: [AirNote] = []
    var readAt: AirTime { recording.recordedAt.adding(seconds: shift) }
  }

  private let query: AirQuery
  private let descriptor: SourceDescriptor
  private let now: AirTime
  private let timing: FixtureOptions.Timing
  private var parts: [Part] = []
  private var notes: [AirNote] = []
  /// The first recording that could not be read.
  private(set) var failure: AQError?

  init(_ query: AirQuery, _ descriptor: SourceDescriptor, _ timing: FixtureOptions.Timing, at now: AirTime) {
    self.query = query
    self.descriptor = descriptor
    self.timing = timing
    self.now = now
  }

  /// Whether any recording was read.
  var hasRead: Bool { !parts.isEmpty }

  /// Whether a recording may hold something that is asked for: what it says about its places decides, where it does.
  func needs(_ recording: FixtureRecording) -> Bool {
    query.places.isEmpty || recording.places.isEmpty || !places(of: recording).isEmpty
  }

  /// The query's places that a recording says it has.
  private func places(of recording: FixtureRecording) -> [Int] {
    query.places.indices.filter { index in
      recording.places.contains { query.places[index].names($0, within: query.radius) }
    }
  }

  mutating func note(_ note: AirNote) { notes.append(note) }

  /// Begins with a recording.
  mutating func begin(_ recording: FixtureRecording) {
    parts.append(
      Part(
        recording: recording, shift: timing.shift(of: recording.recordedAt, to: now),
        builder: ReportBuilder(
          descriptor,
          receivedAt: recording.recordedAt.adding(seconds: timing.shift(of: recording.recordedAt, to: now)))))
  }

  /// Takes in that the recording that was begun last can't be read, and forgets what it has said.
  mutating func fail(_ error: AQError) {
    guard let part = parts.popLast() else { return }
    failure = failure ?? error
    notes.append(AirNote(.failed, error.message, places: places(of: part.recording), failure: error.code))
  }

  /// Takes in a piece of the recording that was begun last.
  mutating func add(_ response: AirResponse) {
    guard let last = parts.indices.last else { return }
    let recording = parts[last].recording
    for var note in response.notes {
      note.message = "\(recording.file): \(note.message)"
      note.places = []
      let same = parts[last].notes.firstIndex { $0.code == note.code && $0.message == note.message }
      if let same { parts[last].notes[same].count += note.count } else { parts[last].notes.append(note) }
    }
    for report in response.reports {
      guard query.kinds.isEmpty || query.kinds.contains(report.kind) else { continue }
      guard
        query.places.isEmpty || query.places.contains(where: { $0.names(report.site, within: query.radius) })
      else { continue }
      parts[last].builder.add(wanted(of: report, in: recording, shiftedBy: parts[last].shift))
    }
  }

  /// A report with no more than what may be asked for.
  private func wanted(of report: AirReport, in recording: FixtureRecording, shiftedBy shift: Int64)
    -> AirReport
  {
    var report = report.shifted(bySeconds: shift)
    if report.attribution.isEmpty { report.attribution = recording.attribution }
    if report.rights == .unknown { report.rights = recording.rights }
    if query.detail == .sites {
      report.series = []
      return report
    }
    if !query.parameters.isEmpty { report.series.removeAll { !query.parameters.contains($0.parameter) } }
    // What is current is known at the end only.
    if query.window != .current {
      let window = query.window.interval(at: recording.recordedAt.adding(seconds: shift))
      report.series = report.series.map { $0.clamped(to: window) }
    }
    return report
  }

  /// The reports that answer the query's places, in their order, and notes on what is not there.
  consuming func response() -> AirResponse {
    var reports: [(report: AirReport, readAt: AirTime)] = []
    for part in parts {
      var response = part.builder.response(keepingEmptySites: true)
      response.notes.removeAll { $0.code == .notMeasured }
      for var note in response.notes {
        note.message = "\(part.recording.file): \(note.message)"
        notes.append(note)
      }
      notes += part.notes
      reports += response.reports.map { ($0, part.readAt) }
      if part.shift != 0 {
        notes.append(
          AirNote(
            .remark,
            "\(part.recording.file): recorded at \(part.recording.recordedAt), shown as if it were now."))
      }
    }
    for (index, place) in query.places.enumerated() {
      for match in matches(for: place, in: reports.map(\.report.site)) {
        reports[match].report.places.append(index)
      }
    }
    if !query.places.isEmpty { reports.removeAll { $0.report.places.isEmpty } }
    let order = reports.indices.sorted {
      (reports[$0].report.places.first ?? 0, $0) < (reports[$1].report.places.first ?? 0, $1)
    }
    var answer = AirResponse(notes: notes)
    for index in order {
      let (report, readAt) = reports[index]
      if query.detail == .values, report.series.isEmpty {
        // Of a site with nothing that was asked for, the places' account says so.
        if query.parameters.isEmpty {
          answer.notes.append(
            AirNote(.notMeasured, "No value in the time asked about.", places: report.places))
        } else {
          answer.notes.append(.notMeasured(query.parameters, places: report.places))
        }
        continue
      }
      let narrowed = AirResponse(reports: [report]).narrowed(to: query, at: readAt)
      answer.reports += narrowed.reports
      answer.notes += narrowed.notes
    }
    return answer.accountingForPlaces(of: query)
  }

  /// The sites that a place means: every report of the nearest site, or of the sites that it names.
  private func matches(for place: PlaceReference, in sites: [Site]) -> [Int] {
    let named = sites.indices.filter { place.names(sites[$0], within: query.radius) }
    guard let point = place.coordinate else { return named }
    let nearest = named.min { left, right in
      guard let first = sites[left].coordinate, let second = sites[right].coordinate else { return false }
      return point.distance(to: first) < point.distance(to: second)
    }
    guard let nearest else { return [] }
    return named.filter { sites[$0].isSame(as: sites[nearest]) }
  }
}

extension Site {
  /// Whether two descriptions mean one site: by identifier, else by coordinate and name.
  func isSame(as other: Site) -> Bool {
    id != nil || other.id != nil ? id == other.id : coordinate == other.coordinate && name == other.name
  }
}
