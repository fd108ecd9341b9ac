public import AQKit

/// A source that serves a folder of recordings, for previews, demonstrations, tests, and work without a network.
///
/// Relative windows, such as the newest values or the past day, are relative to each recording's time, which is also
/// its time of receipt. A report keeps the attribution and the rights of its data, and each series names the recorded
/// source. An unreadable file or row becomes a note and doesn't affect the others; requested data that the folder lacks
/// become a note, too.
///
/// Files are read on use, in pieces, and only the requested data are kept.
public struct FixtureSource: AirDataSource {
  /// The declaration.
  public let descriptor: SourceDescriptor
  /// The recordings.
  public let folder: FixtureFolder
  /// Times, live replay, and the handling of unreadable rows.
  public let options: FixtureOptions
  private let formats: [PayloadFormat]
  private let clock: any AQClock

  /// Creates a source over a folder.
  ///
  /// - Parameters:
  ///   - folder: The recordings.
  ///   - formats: The known formats, usually a container's ``AQContainer/formats``.
  ///   - descriptor: The declaration; ``SourceDescriptor/fixtures(id:name:)`` suits any folder.
  ///   - options: Times, live replay, and the handling of unreadable rows.
  ///   - clock: The clock, which also waits during a replay.
  public init(
    _ folder: FixtureFolder, formats: [PayloadFormat] = [.aqkit, .openAQCSV],
    descriptor: SourceDescriptor = .fixtures(id: "recordings"), options: FixtureOptions = FixtureOptions(),
    clock: any AQClock = AQSystemClock()
  ) {
    self.folder = folder
    self.formats = formats
    self.descriptor = options.refined(descriptor)
    self.options = options
    self.clock = clock
  }

  /// Returns the recorded reports.
  ///
  /// - Throws: ``AQError/Code/notConfigured`` without a manifest, ``AQError/Code/malformed`` when it or all the needed
  ///   files are unreadable, `CancellationError` when the task was cancelled.
  @concurrent public func fetch(_ query: AirQuery) async throws -> AirResponse {
    try read(query, timing: options.timing)
  }

  /// Plays the recorded values at the chosen speed; without a speed, fetches once.
  ///
  /// For the current window it plays everything, otherwise the values that a fetch gives for the window.
  public func updates(for query: AirQuery) -> AirUpdates {
    AirUpdates { send in
      guard let speed = options.replaySpeed else { return try await send(AirUpdate(fetch(query))) }
      try await replay(query, at: speed, send)
    }
  }

  private func read(_ query: AirQuery, timing: FixtureOptions.Timing) throws -> AirResponse {
    do {
      let manifest = try folder.manifest()
      var collected = FixtureResponse(
        query, descriptor, timing, at: clock.time, notes: manifest.notes + manifest.notesOnRawForms)
      for (recording, raw) in manifest.served(in: formats) {
        guard collected.needs(recording) || raw.map(collected.needs) ?? false else { continue }
        if let raw, try read(raw, into: &collected) { continue }
        _ = try read(recording, into: &collected)
      }
      return try collected.response()
    } catch let error as AQError {
      throw error.attributed(to: descriptor.id)
    }
  }

  /// Reads a recording into a response; returns false if it is unreadable. Throws `CancellationError` only.
  private func read(_ recording: FixtureRecording, into collected: inout FixtureResponse) throws -> Bool {
    collected.begin(recording)
    do {
      let format = try format(of: recording)
      try folder.read(recording, as: format, isStrict: options.isStrict) { collected.add($0) }
      return true
    } catch {
      if error is CancellationError { throw error }
      collected.fail(AQError.wrapping(error, as: .malformed).inFile(recording.file))
      return false
    }
  }

  /// Returns the format of a recording: its own layout of CSV, or a registered one.
  private func format(of recording: FixtureRecording) throws(AQError) -> PayloadFormat {
    if recording.format == "csv", let layout = recording.csv { return .csv(layout) }
    guard let format = (formats + [.notices]).first(where: { $0.name == recording.format }) else {
      throw AQError(
        .notConfigured, "the format “\(recording.format)” is not registered, so the file is not read.")
    }
    return format
  }

  /// Plays values in the order of their intervals' ends.
  private func replay(_ query: AirQuery, at speed: Double, _ send: AirUpdates.Send) async throws {
    var (query, timing) = (query, FixtureOptions.Timing.asRecorded)
    if query.window == .current {
      query.window = .interval(AirInterval(seconds: .min, .max))
    } else if case .interval = query.window {
      timing = options.timing
    }
    let recorded = try read(query, timing: timing)
    let script = ReplayScript(recorded)
    let begin = clock.seconds
    let start = AirTime(secondsSince1970: script.start)
    let shift = options.timing.shift(of: start, to: AirTime(seconds: begin))
    let notices = recorded.notices.map { $0.shifted(bySeconds: shift) }
    try await send(
      AirUpdate(notes: recorded.notes, state: .live, notices: notices.isEmpty ? nil : notices))
    var last = script.start
    for moment in script.moments {
      let due = Double(moment.seconds - script.start) / speed
      // At most the time since the last moment: the clock may be set back.
      let wait = min(due - (clock.seconds - begin), Double(moment.seconds - last) / speed)
      last = moment.seconds
      if wait > 0 { try await clock.sleep(for: Duration(boundedSeconds: wait)) }
      try Task.checkCancellation()
      let reports = script.reports(at: moment)
      let moved = reports.map { $0.shifted(bySeconds: shift) }
      try await send(AirUpdate(reports: moved, notes: AirNote.lost(reports, moved).map { [$0] } ?? []))
    }
  }
}

extension FixtureManifest {
  /// Returns the recordings that a source serves, each with its raw form if that form's format is registered.
  package func served(in formats: [PayloadFormat]) -> [(recording: FixtureRecording, raw: FixtureRecording?)]
  {
    let names = Set(formats.map(\.name))
    let files = Set(recordings.map(\.file))
    var raws: [String: FixtureRecording] = [:]
    for recording in recordings where recording.isServed && names.contains(recording.format) {
      if let file = recording.rawOf, raws[file] == nil { raws[file] = recording }
    }
    return recordings.filter { recording in
      recording.isServed && !(recording.rawOf.map(files.contains) ?? false)
    }.map { ($0, raws[$0.file]) }
  }

  /// Notes on recordings that aren't served, because they are raw forms of a raw form.
  fileprivate var notesOnRawForms: [AirNote] {
    let files = Set(recordings.map(\.file))
    let raws = Set(recordings.filter { $0.rawOf.map(files.contains) ?? false }.map(\.file))
    return recordings.filter { $0.isServed && $0.rawOf.map(raws.contains) ?? false }.map {
      AirNote(.refused, "manifest.json: “\($0.file)” isn't served: its “rawOf” is itself a raw form.")
    }
  }
}
