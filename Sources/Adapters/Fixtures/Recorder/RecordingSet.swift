import AQKit
import Foundation

struct RecordingSet {
  let folder: FixtureFolder
  let base: String
  let source: SourceDescriptor
  let query: AirQuery
  let recordedAt: AirTime
  let formats: [PayloadFormat]

  func write(_ response: AirResponse, _ capture: SourceCapture) throws -> [FixtureRecording] {
    let query = try capture.redacted(query)
    var written: [FixtureRecording] = []
    func add(_ recording: FixtureRecording, _ bytes: [UInt8]) throws {
      written.append(try folder.write(capture.redacted(recording), bytes: bytes))
    }
    let cassette = capture.cassette
    if !response.reports.isEmpty {
      written.append(
        try folder.add(
          response.reports, as: "\(base).ndjson", recordedAt: recordedAt, origin: origin, source: source.id,
          query: query))
    }
    if !response.notices.isEmpty {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      let bytes = Array(try encoder.encode(response.notices))
      try add(entry("\(base).notices.json", PayloadFormat.notices.name), bytes)
    }
    if let raw = rawResponse(of: cassette, response) { try add(raw.recording, raw.bytes) }
    if let messages = capture.messages {
      let format = formats.first { $0.name == source.id.rawValue }
      var recording = entry("\(base).feed.ndjson", format?.name ?? "feed")
      recording.rawOf = response.reports.isEmpty ? nil : "\(base).ndjson"
      recording.isServed = format != nil && recording.rawOf != nil
      recording.shape = PayloadShape(messages)
      try add(recording, messages.bytes)
    }
    if !cassette.exchanges.isEmpty {
      var recording = entry("\(base).cassette.ndjson", Cassette.formatName)
      recording.isServed = false
      recording.shape = PayloadShape(cassette)
      try add(recording, cassette.bytes)
    }
    let files = written.map(\.file)
    if !files.isEmpty { try folder.remove(Self.endings.map { base + $0 }.filter { !files.contains($0) }) }
    return written
  }

  /// The ends of the names of all files that a recording may have.
  private static let endings = [
    ".ndjson", ".notices.json", ".raw.json", ".raw.csv", ".feed.ndjson", ".cassette.ndjson",
  ]

  /// Returns the service's own response, if there was only one and reading it gives as many reports.
  private func rawResponse(of cassette: Cassette, _ response: AirResponse) -> (
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
    let context = PayloadFormat.Context(receivedAt: recordedAt, places: recording.places)
    let read = try? format.decode(body, context)
    guard read?.reports.count == response.reports.count else { return nil }
    return (recording, body)
  }

  private func entry(_ file: String, _ format: String) -> FixtureRecording {
    var recording = FixtureRecording(file: file, format: format, recordedAt: recordedAt)
    (recording.source, recording.query, recording.origin) = (source.id, query, origin)
    return recording
  }

  private var origin: FixtureOrigin {
    let credits = source.attribution.map { credit in
      credit.text + (credit.licence.map { ", \($0)" } ?? "")
    }
    return FixtureOrigin(
      data: "\(source.name): \(credits.isEmpty ? "no attribution stated" : credits.joined(separator: "; "))")
  }
}

extension PayloadFormat {
  /// The notices of a response, which AQKit's schema has no place for. Every source of recordings reads them.
  static let notices = PayloadFormat("notices", summary: "The notices of a recorded source.") { bytes, _ in
    AirResponse(notices: try JSONDecoder().decode([AirNotice].self, from: Data(bytes)))
  }
}

extension Coordinate {
  /// The coordinate rounded to 0.1°, about 11 km.
  var rounded: Coordinate {
    let (north, east) = ((latitude * 10).rounded() / 10, (longitude * 10).rounded() / 10)
    return (try? Coordinate(north == 0 ? 0 : north, east == 0 ? 0 : east)) ?? self
  }
}

extension AirQuery {
  /// Returns the query with its coordinates rounded to 0.1°, also those in identifiers and names, which a closure rounds; a
  /// box grows to the next tenths.
  func rounded(names rounding: (String) -> String) -> AirQuery {
    let rounded = places.map { place -> Place in
      switch place {
      case .near(let coordinate): return .near(coordinate.rounded)
      case .area(let box):
        var (west, east) = ((box.west * 10).rounded(.down) / 10, (box.east * 10).rounded(.up) / 10)
        // A box whose ends meet around the globe is all of it, not the narrow one between them.
        if box.west > box.east, west <= east { (west, east) = (-180, 180) }
        let grown = try? GeoShape.BoundingBox(
          south: (box.south * 10).rounded(.down) / 10, west: west,
          north: (box.north * 10).rounded(.up) / 10, east: east)
        return .area(grown ?? box)
      case .site(let id): return .site(rounding(id))
      case .city(let name): return .city(rounding(name))
      }
    }
    return changed(self) { $0.places = rounded }
  }

  /// The degrees of its points and of its boxes' corners, as requests spell them.
  var degrees: [String] {
    places.flatMap { place -> [Double] in
      switch place {
      case .near(let point): [point.latitude, point.longitude]
      case .area(let box): [box.south, box.west, box.north, box.east]
      case .site, .city: []
      }
    }.map { Coordinate.text(degrees: $0) }
  }

  /// Returns a site, with its coordinate rounded if that repeats one of the query or of the source's options, `own`.
  func roundingEcho(in site: AirSite, _ own: [String]) -> AirSite {
    guard let coordinate = site.coordinate else { return site }
    let isEcho = places.contains { place in
      guard let point = place.coordinate else { return false }
      return abs(point.latitude - coordinate.latitude) < 0.001
        && abs((point.longitude - coordinate.longitude).remainder(dividingBy: 360)) < 0.001
    }
    let degrees = own.compactMap { Double($0) }
    let isOwn = [coordinate.latitude, coordinate.longitude].allSatisfy { degree in
      degrees.contains { abs($0 - degree) < 1e-5 }
    }
    guard isEcho || isOwn else { return site }
    return changed(site) { $0.coordinate = coordinate.rounded }
  }
}
