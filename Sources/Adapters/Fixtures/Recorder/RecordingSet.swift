import AQKit
import Foundation

/// The files of one recording.
struct RecordingSet {
  let folder: FixtureFolder
  /// The beginning of the files' names.
  let base: String
  let source: SourceDescriptor
  let query: AirQuery
  let recordedAt: AirTime
  let formats: [PayloadFormat]

  /// The longest file name with this beginning.
  static func longestName(_ base: String) -> String { "\(base).cassette.ndjson" }

  /// Writes what a source said, and what was heard on the way.
  func write(_ response: AirResponse, _ capture: SourceCapture) throws -> [FixtureRecording] {
    let query = try capture.redacted(query)
    var written: [FixtureRecording] = []
    let cassette = capture.cassette
    let messages = capture.messages
    if !response.reports.isEmpty {
      written.append(
        try folder.add(
          response.reports, as: "\(base).ndjson", recordedAt: recordedAt, origin: origin, source: source.id,
          query: query))
    }
    if let raw = rawAnswer(of: cassette, response) {
      let recording = try capture.redacted(raw.recording)
      try folder.add(recording, bytes: raw.bytes)
      written.append(recording)
    }
    if let messages {
      let format = formats.first { $0.name == source.id.rawValue }
      var recording = entry("\(base).feed.ndjson", format?.name ?? "feed")
      recording.rawOf = response.reports.isEmpty ? nil : "\(base).ndjson"
      recording.isServed = format != nil && recording.rawOf != nil
      recording.shape = PayloadShape(messages)
      recording = try capture.redacted(recording)
      try folder.add(recording, bytes: messages.bytes)
      written.append(recording)
    }
    if !cassette.exchanges.isEmpty {
      var recording = entry("\(base).cassette.ndjson", Cassette.formatName)
      recording.isServed = false
      recording.shape = PayloadShape(cassette)
      recording = try capture.redacted(recording)
      try folder.add(recording, bytes: cassette.bytes)
      written.append(recording)
    }
    return written
  }

  /// The service's own answer, if there was only one and reading it gives the same response.
  private func rawAnswer(of cassette: Cassette, _ response: AirResponse) -> (
    recording: FixtureRecording, bytes: [UInt8]
  )? {
    guard cassette.exchanges.count == 1, let body = cassette.exchanges[0].body, !response.reports.isEmpty,
      let format = formats.first(where: { $0.name == source.id.rawValue })
    else { return nil }
    let shape = try? PayloadShape(body)
    let isTable = shape?.lines.first == "$: table"
    var recording = entry("\(base).raw.\(isTable ? "csv" : "json")", format.name)
    recording.rawOf = "\(base).ndjson"
    recording.shape = shape
    recording.attribution = source.attribution
    recording.rights = source.rights
    recording.places = query.places.indices.map { place in
      response.reports.first { $0.places.contains(place) }?.site
        ?? AirSite(coordinate: query.places[place].coordinate, kind: source.siteKinds.first ?? .modelCell)
    }
    let context = PayloadContext(receivedAt: recordedAt, places: recording.places)
    guard let read = try? format.decode(body, context),
      read.reports.count == response.reports.count
    else { return nil }
    return (recording, body)
  }

  private func entry(_ file: String, _ format: String) -> FixtureRecording {
    FixtureRecording(
      file: file, format: format, recordedAt: recordedAt, source: source.id, query: query, origin: origin)
  }

  private var origin: FixtureOrigin {
    let credits = source.attribution.map { credit in
      credit.text + (credit.licence.map { ", \($0)" } ?? "")
    }
    return FixtureOrigin(
      data: "\(source.name): \(credits.isEmpty ? "no attribution stated" : credits.joined(separator: "; "))")
  }
}
