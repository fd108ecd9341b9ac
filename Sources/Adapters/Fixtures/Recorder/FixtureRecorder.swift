public import AQKit
import Foundation

/// Records a live source into a folder, which ``FixtureSource`` then serves.
///
/// ```swift
/// let recorder = FixtureRecorder(FixtureFolder(path: "Recordings"))
/// try await recorder.record("open-meteo", of: container, AirQuery(near: place))
/// ```
///
/// In addition to the reports and the notices, the folder gets the underlying data: all requests with their responses as a
/// cassette for ``ReplayTransport``; the service's own response, if there was only one and its format is registered, which
/// is then read by the same code as a fetch; the messages of a live feed for ``ReplayConnector``. The manifest has the
/// shape of each.
///
/// Credentials are removed from all files by name and by value (``Redaction``). Requested coordinates, those of the
/// source's options, and those that the user's own instrument states (``AirRights/own``) are rounded to 0.1° everywhere,
/// unless the redaction says otherwise.
public struct FixtureRecorder: Sendable {
  /// The part of a live source to record: until the first of two limits, or its end.
  public struct Extent: Hashable, Sendable {
    /// The duration; nil for no limit.
    public var duration: Duration?
    /// The number of updates with reports; nil for no limit.
    public var updates: Int?

    /// Creates an extent; a nil limit doesn't apply.
    public init(duration: Duration? = nil, updates: Int? = nil) {
      self.duration = duration
      self.updates = updates
    }
  }

  /// The outcome of a recording.
  public struct Outcome: Sendable {
    /// The entries of the manifest that were added.
    public var recordings: [FixtureRecording]
    /// The written reports, and the source's notes; a further note says why messages of a feed are missing.
    public var response: AirResponse
  }

  private let folder: FixtureFolder
  private let redaction: Redaction
  /// The maximum size, in bytes, of a live recording's reports as they are written, and of its messages.
  var limit = FixtureFolder.maximumFileSize

  /// Creates a recorder for one folder.
  ///
  /// - Parameters:
  ///   - folder: The folder, which is created if needed. Its content is kept.
  ///   - redaction: The rule for what to remove in addition to the source's configured credentials.
  public init(_ folder: FixtureFolder, redaction: Redaction = Redaction()) {
    self.folder = folder
    self.redaction = redaction
  }

  /// Queries a source once, or follows its updates, and records the data.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - container: The container with the source, and its transport or connector.
  ///   - query: The query.
  ///   - extent: The part of its updates to record, with ``FixtureFolder/maximumFileSize`` bytes of reports at most; nil for
  ///     a single fetch.
  ///   - name: The beginning of the files' names; by default the source's identifier and the time, with a number if a
  ///     recording has that name. A recording with a given name is replaced. It can't end in `.feed` or `.cassette`.
  ///   - stop: Returns when recording should end, for example after Ctrl-C; the updates so far are written. Nil if only the
  ///     extent ends it.
  /// - Returns: The written files; empty if there was neither a report nor other data.
  /// - Throws: The source's error if nothing was recorded; ``AQError`` when the folder can't be written.
  @discardableResult public func record(
    _ source: SourceID, of container: AQContainer, _ query: AirQuery, live extent: Extent? = nil,
    as name: String? = nil, until stop: (@Sendable () async -> Void)? = nil
  ) async throws -> Outcome {
    // Checked before any request, because its response would be lost.
    if let name {
      _ = try folder.path(of: "\(name).cassette.ndjson")
      // The messages of `x` have the file of `x.feed`.
      guard ![".feed", ".cassette"].contains(where: name.lowercased().hasSuffix) else {
        throw AQError(.invalidRequest, "The name of a recording can't end in .feed or .cassette.")
      }
    }
    _ = try folder.manifestToExtend()
    if extent != nil { try folder.locked { _ in } }
    var container = container
    let capture = try SourceCapture(into: &container, of: source, about: query, redaction, atMost: limit)
    let clock = try container[.clock]
    let live = try AirHub(container).source(source)
    var response: AirResponse
    if let extent {
      response = try await listen(to: live.updates(for: query), extent, clock, stop)
    } else {
      response = try await live.fetch(query)
    }
    // A source may end, or hide the error, before it says that its messages are no longer recorded.
    if let fault = capture.fault, !response.notes.contains(where: { $0.failure == fault.code }) {
      response.notes.append(AirNote(fault))
    }
    // The place of the user's own instrument is as private as one that was asked about.
    var hidden = query
    if live.descriptor.rights == .own {
      hidden.places += response.reports.compactMap(\.site.coordinate).unique.map(AirQuery.Place.near)
      capture.learn(hidden.degrees)
    }
    func rounding(_ text: String) -> String { capture.roundingEchoes(in: text, of: hidden) }
    let now = clock.time
    let asked = redaction.roundsCoordinates ? query.rounded(names: rounding) : query
    for index in response.reports.indices {
      var report = response.reports[index]
      if redaction.roundsCoordinates {
        report.site = hidden.roundingEcho(in: report.site, capture.ownCoordinates)
      }
      report.site.rewriteTexts(rounding)
      response.reports[index] = try capture.redacted(report)
    }
    for index in response.notes.indices {
      response.notes[index].message = capture.redacted(rounding(response.notes[index].message))
    }
    response.notices = try response.notices.map { notice in
      try capture.redacted(notice.mappingTexts { text, _ in rounding(text) })
    }
    let id = source.rawValue.prefix(100).map {
      $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "." ? $0 : "-"
    }
    let usual = "\(String(id))-\(now.description.filter { $0 != "-" && $0 != ":" })"
    let recordings = try folder.locked { folder in
      let writing = RecordingSet(
        folder: folder, base: try name ?? folder.freeBase(usual), source: live.descriptor, query: asked,
        recordedAt: now, formats: container.formats)
      return try writing.write(response, capture)
    }
    return Outcome(recordings: recordings, response: response)
  }

  private func listen(
    to updates: AirUpdates, _ extent: Extent, _ clock: any AQClock,
    _ stop: (@Sendable () async throws -> Void)?
  ) async throws -> AirResponse {
    // The notes of an endless stream are bounded, and counted; the notices are those of the end.
    let heard = Locked((reports: [AirReport](), others: FeedSnapshot(), updates: 0, size: 0))
    @Sendable func hear() async throws {
      for try await update in updates {
        var writer = AirReport.Writer()
        for report in update.reports { writer.append(report) }
        let size = writer.bytes.count
        let count = try heard.withLock { heard in
          heard.size += size
          guard heard.size <= limit else { throw AQError.tooLarge(recordingBeyond: limit) }
          heard.reports += update.reports
          heard.others.merge(AirUpdate(notes: update.notes, notices: update.notices))
          if !update.reports.isEmpty { heard.updates += 1 }
          return heard.updates
        }
        if let most = extent.updates, count >= most { return }
      }
    }
    var timeLimit: (@Sendable () async throws -> Void)?
    if let duration = extent.duration { timeLimit = { try await clock.sleep(for: duration) } }
    var failure: [AirNote] = []
    do {
      try await firstOutcome(hear, timeLimit, stop)
    } catch {
      // An error after the first data loses none of it.
      let hasNothing = heard.withLock { $0.reports.isEmpty && $0.others.response.notices.isEmpty }
      if error is CancellationError || hasNothing { throw error }
      failure = [AirNote(AQError.wrapping(error))]
    }
    let (reports, others) = heard.withLock { ($0.reports, $0.others.response) }
    return AirResponse(reports: reports, notes: others.notes + failure, notices: others.notices)
  }
}

/// Captures a source's traffic by replacing its container's transport and connector.
struct SourceCapture {
  private let transport: RecordingTransport?
  private let connector: RecordingConnector?
  private let startedAt: AirTime
  private let redaction: Redaction
  private let known: KnownCredentials
  /// The coordinates of the source's options, such as those of a device at home.
  let ownCoordinates: [String]

  /// Installs itself in a container. The source's credentials are removed from the captured data, and the query's
  /// coordinates are rounded under any name.
  init(
    into container: inout AQContainer, of source: SourceID, about query: AirQuery, _ redaction: Redaction,
    atMost limit: Int = FixtureFolder.maximumFileSize
  ) throws {
    let clock = try container[.clock]
    var redaction = redaction
    redaction.secrets += container.secrets(of: source)
    let options = try container.options(of: source)
    let names = container.descriptors.first { $0.id == source }?.options.map(\.name) ?? []
    ownCoordinates = names.filter(redaction.isCoordinate).compactMap { options[$0] }
    startedAt = clock.time
    let known = KnownCredentials(redaction)
    (self.redaction, self.known) = (redaction, known)
    // The recording needs the source's current response, not a cached one.
    container.set(.resilience, to: .none)
    transport =
      try container.has(.httpTransport)
      ? RecordingTransport(container[.httpTransport], redaction: redaction, clock: clock, known: known) : nil
    if let transport { container.set(.httpTransport, to: transport) }
    connector =
      try container.has(.feedConnector)
      ? RecordingConnector(
        container[.feedConnector], redaction: redaction, clock: clock, known: known, atMost: limit) : nil
    if let connector { container.set(.feedConnector, to: connector) }
    learn(ownCoordinates + query.degrees)
  }

  /// The reason why the messages aren't complete; nil if they are.
  var fault: AQError? { connector?.fault }

  /// Learns coordinates to round wherever they are.
  func learn(_ degrees: [String]) {
    known.learn(coordinates: redaction.exactNumbers(in: degrees.map { Array($0.utf8) }))
  }

  var cassette: Cassette {
    var cassette = transport?.cassette ?? Cassette(startedAt: startedAt)
    // An earlier response may contain credentials and coordinates that became known later.
    let (finder, exact) = (known.finder, known.exactCoordinates)
    for index in cassette.exchanges.indices {
      cassette.exchanges[index].redact(redaction, repeating: exact, finder)
    }
    return cassette
  }

  var messages: FeedRecording? {
    guard var recording = connector?.recording, !recording.entries.isEmpty else { return nil }
    let (finder, exact) = (known.finder, known.exactCoordinates)
    for index in recording.entries.indices {
      let message = recording.entries[index].message
      recording.entries[index].message = redaction.message(message, repeating: exact, finder)
    }
    return recording
  }

  /// Rounds the coordinates of a query in any spelling, and those of all requests, in a text.
  func roundingEchoes(in text: String, of query: AirQuery) -> String {
    guard redaction.roundsCoordinates, text.utf8.contains(where: \.isDigit) else { return text }
    let rounded = Redaction.rounding(known.exactCoordinates, in: text)
    return RequestSecrets(about: query).roundingCoordinates(in: rounded)
  }

  func redacted(_ text: String) -> String { redaction.text(text, known.finder) }

  /// Returns a value of AQKit's own types without the known credentials.
  func redacted<Value: Codable>(_ value: Value) throws -> Value {
    try redaction.content(of: value, known.finder)
  }
}

extension AirSite {
  /// Rewrites every text in which a service may repeat a request.
  fileprivate mutating func rewriteTexts(_ rewrite: (String) -> String) {
    id = id.map(rewrite)
    name = name.map(rewrite)
    guard details != Details() else { return }
    details.operatedBy = details.operatedBy.map(rewrite)
    details.network = details.network.map(rewrite)
    details.identifiers = details.identifiers.mapValues(rewrite)
    details.further = details.further.mapValues(rewrite)
  }
}

extension Cassette.Exchange {
  /// Removes the credentials, and rounds the coordinates, that weren't known at the time of recording.
  fileprivate mutating func redact(
    _ redaction: Redaction, repeating exact: [Double], _ finder: CredentialFinder
  ) {
    func clean(_ text: String) -> String { Redaction.rounding(exact, in: finder.replaced(in: text)) }
    request.url = clean(request.url)
    request.body = Redaction.rounding(exact, in: finder.replaced(in: request.body))
    for index in request.headers.indices {
      request.headers[index].value = clean(request.headers[index].value)
    }
    switch outcome {
    case .response(let response):
      outcome = .response(redaction.response(response, repeating: exact, finder))
    case .failure(let code, let message): outcome = .failure(code, clean(message))
    }
  }
}
