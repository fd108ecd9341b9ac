import AQKit
import AQKitTesting
import TestRuns
import Testing

/// A transport that hands a body over in portions, as a real one does, or breaks it off.
struct PortionedTransport: HTTPTransport {
  let body: [UInt8]
  var portion = 1000
  var status = 200
  /// The number of portions before the reply breaks off, for each attempt; nil for the whole reply.
  var cuts: [Int?] = [nil]
  private let tries = Tally()

  init(_ body: [UInt8], portion: Int = 1000, status: Int = 200, cuts: [Int?] = [nil]) {
    (self.body, self.portion, self.status, self.cuts) = (body, portion, status, cuts)
  }

  func send(_ request: TransportRequest) async throws -> TransportResponse {
    let head = TransportResponse(status: status)
    guard let reader = request.bodyReader, status == 200 else {
      return TransportResponse(status: status, body: body)
    }
    let cut = cuts[min(tries.increment(), cuts.count) - 1]
    let take = reader.begin(head)
    for (number, start) in stride(from: 0, to: body.count, by: portion).enumerated() {
      if number == cut { throw AQError(.unreachable, "The reply broke off.", retry: .now) }
      try take(Array(body[start..<min(start + portion, body.count)]))
    }
    return head
  }
}

/// A transport that measures how the time to read a row again and again grows.
private struct GrowingTransport: HTTPTransport {
  let head: String
  let row: String
  let growth = Locked<Growth?>(nil)

  func send(_ request: TransportRequest) async throws -> TransportResponse {
    let growth = Growth(of: { Array((head + String(repeating: row, count: $0)).utf8) }) { body in
      let take = request.bodyReader?.begin(TransportResponse(status: 200))
      for start in stride(from: 0, to: body.count, by: 50_000) {
        try? take?(Array(body[start..<min(start + 50_000, body.count)]))
      }
    }
    if request.bodyReader != nil { self.growth.withLock { $0 = growth } }
    return TransportResponse(status: 200)
  }
}

/// Sends a request once more when it fails.
private struct TwiceTransport: HTTPTransport {
  let base: any HTTPTransport

  func send(_ request: TransportRequest) async throws -> TransportResponse {
    do { return try await base.send(request) } catch { return try await base.send(request) }
  }
}

/// Hourly values of many stations, one row each, as CSV.
struct ArrivingAdapter: HTTPAdapter {
  static let descriptor = SourceDescriptor.sample(
    "arriving", offers: [.sample([.pm25, .no2], convention: .end, averaging: .oneHour)])

  var pieces: TransportRequest.Pieces? = .csv()
  var layout = Self.layout
  var onPiece: @Sendable (HTTPReply<Void>) throws -> Void = { _ in }

  static let layout: PayloadFormat.CSVLayout = {
    var layout = PayloadFormat.CSVLayout.wide(
      time: "time", columns: [.init("pm25", .pm25, unit: "µg/m³"), .init("no2", .no2, unit: "µg/m³")])
    layout.siteID = "id"
    layout.latitude = "lat"
    layout.longitude = "lon"
    return layout
  }()

  func calls(for query: AirQuery, at now: AirTime) -> [HTTPCall<Void>] {
    let call = HTTPCall(TransportRequest(url: "https://rows.test/"), keepsFor: .days(1))
    return [pieces.map(call.inPieces) ?? call]
  }

  func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) throws -> [HTTPCall<Void>] {
    try onPiece(reply)
    try report.read(csv: reply.body, layout)
    return []
  }
}

@Suite("A reply that is read while it arrives") struct ArrivingReplyTests {
  private let header = "id,lat,lon,time,pm25,no2\n"

  /// Rows of stations at latitudes 40, 41, …, hour by hour up to noon.
  private func rows(_ stations: Int, _ hours: Int) -> String {
    (0..<hours).reversed().map { hour in
      (0..<stations).map { "s\($0),\(40 + $0),7,\(AirTime.noon.hours(Int64(-hour))),\(hour).5,\($0)\n" }
        .joined()
    }
    .joined()
  }

  private func fetch(
    _ text: String, portion: Int = 1000, cuts: [Int?] = [nil], near latitude: Double = 41,
    window: AirQuery.Window = .current, _ adapter: ArrivingAdapter = ArrivingAdapter()
  ) async throws -> AirResponse {
    try await source(PortionedTransport(Array(text.utf8), portion: portion, cuts: cuts), adapter)
      .fetch(AirQuery(near: Coordinate(latitude, 7), window: window))
  }

  private func source(_ transport: any HTTPTransport, _ adapter: ArrivingAdapter = ArrivingAdapter())
    -> HTTPSource<ArrivingAdapter>
  {
    HTTPSource(adapter, transport: transport, clock: ManualClock())
  }

  private var small: TransportRequest.Pieces {
    var pieces = TransportRequest.Pieces.csv()
    pieces.size = 2000
    return pieces
  }

  @Test("gives the same as the whole reply, whatever the portions", arguments: [1, 7, 1000, 1 << 20])
  func sameAsWhole(portion: Int) async throws {
    let text = header + rows(4, 60)
    let whole = try await fetch(text, ArrivingAdapter(pieces: nil))
    let arrived = try await fetch(text, portion: portion, ArrivingAdapter(pieces: small))
    #expect(arrived.reports == whole.reports)
    #expect(arrived.reports.first?[.pm25]?.values.count == 25)
    #expect(arrived.reports.map(\.site.id) == ["s1"])
  }

  @Test("is skipped outside the query, and the skipped rows are counted")
  func unasked() async throws {
    let response = try await fetch(header + rows(4, 60), ArrivingAdapter(pieces: small))
    let note = try #require(response.notes.first { $0.code == .remark })
    // 3 stations of 60 hours, and values older than 25 hours, are dropped; some of it only at the end.
    #expect(note.count >= 3 * 60 * 2)
    let all = try await fetch(
      header + rows(1, 3), near: 40, window: .past(.seconds(86_400)), ArrivingAdapter(pieces: small))
    #expect(all.notes.isEmpty)
  }

  @Test("has the hour of a moment, like the whole reply, from the station that has it")
  func moment() async throws {
    let asked = AirQuery.Window.interval(AirInterval(instant: .noon.hours(-2)))
    // The nearest station is silent then.
    let text = header + "s9,40.01,7,\(AirTime.noon),1,1\n" + rows(1, 4)
    for pieces in [nil, small] {
      let response = try await fetch(text, near: 40.01, window: asked, ArrivingAdapter(pieces: pieces))
      #expect(response.reports.map(\.site.id) == ["s0"])
      #expect(response.reports.first?[.pm25]?.values == [1.5])
    }
  }

  @Test(
    "needs memory for a piece and for the response only, however lines end", arguments: ["\n", "\r\n", "\r"])
  func memory(lineEnd: String) async throws {
    let largest = Box(0)
    var adapter = ArrivingAdapter(pieces: small)
    adapter.onPiece = { reply in
      let size = reply.body.count
      largest.change { $0 = max($0, size) }
    }
    let text = (header + rows(20, 200)).replacing("\n", with: lineEnd)
    let response = try await fetch(text, portion: 999, adapter)
    #expect(largest.value < 2000 + (1 << 16) + 2000)
    #expect(response.reports.first?[.pm25]?.values.count == 25)
  }

  @Test("gives nothing if it is truncated or unreadable, and is read again on the next request")
  func brokenOff() async throws {
    let text = header + rows(4, 60)
    let cut = await #expect(throws: AQError.self) {
      try await fetch(text, cuts: [3], ArrivingAdapter(pieces: small))
    }
    #expect(cut?.code == .unreachable)
    let transport = PortionedTransport(Array(text.utf8), cuts: [5, nil])
    let retried = try await source(
      TwiceTransport(base: transport), ArrivingAdapter(pieces: small)
    ).fetch(AirQuery(near: Coordinate(41, 7)))
    #expect(try await retried.reports == fetch(text, ArrivingAdapter(pieces: nil)).reports)
    #expect(!retried.notes.contains { $0.code == .duplicate })

    var adapter = ArrivingAdapter(pieces: small)
    let pieces = Tally()
    adapter.onPiece = { _ in
      if pieces.increment() == 3 { throw AQError(.malformed, "The end is missing.", retry: .now) }
    }
    let refused = await #expect(throws: AQError.self) { try await fetch(text, adapter) }
    #expect(refused?.message == "The end is missing." && refused?.retry == .now)
  }

  @Test("keeps good rows among bad ones: an endless row, a quote that isn't closed, NaN, a cut last row")
  func badRows() async throws {
    let time = "\(AirTime.noon)"
    let long = "s1,41,7,\(time),\(String(repeating: "1", count: 3 << 20)),1\n"
    let text =
      header + long + "s1,41,7,\(AirTime.noon.hours(-1)),NaN,3\n" + "\"s1,41,7,\(time),2,2\n"
      + "s1,41,7,\(time),5,6\n" + "s1,41,7,2026"
    let response = try await fetch(text, portion: 50_000, ArrivingAdapter())
    let report = try #require(response.reports.first)
    #expect(report[.pm25]?.values.last == 5 && report[.no2]?.values == [3, 6])
    let refusals = response.notes.filter { $0.code == .refused }
    #expect(refusals.contains { $0.message.contains("longer than 1 MiB") && $0.count == 1 })
    #expect(refusals.reduce(0) { $0 + $1.count } == 3)
  }

  @Test(
    "is read on line by line where quoted fields run on, in no more than six times the time for four times",
    .computing)
  func runOnQuotes() async throws {
    let lines = 1000
    let text = header + String(repeating: "x\",\"\n", count: lines) + "s1,41,7,\(AirTime.noon),5,6\n"
    let response = try await fetch(text, portion: 50_000, ArrivingAdapter())
    #expect(response.reports.first?[.pm25]?.values == [5])
    let refusals = response.notes.filter { $0.code == .refused }
    #expect(refusals.reduce(0) { $0 + $1.count } == lines)

    let transport = GrowingTransport(head: header, row: "x\",\"\n")
    _ = try? await source(transport).fetch(AirQuery(near: Coordinate(41, 7)))
    let growth = try #require(transport.growth.withLock { $0 })
    #expect(growth.isLinear, "\(growth)")
  }

  @Test("may have quoted fields with line breaks, or lines of JSON")
  func otherRows() async throws {
    let text =
      header
      + (0..<300).map { hour in
        "\"s1\",41,7,\(AirTime.noon.hours(Int64(hour - 299))),\(hour),\"1\"\n"
      }.joined()
    let quoted = text.replacing("lat,lon", with: "\"lat\",lon")
    let response = try await fetch(quoted, portion: 13, ArrivingAdapter(pieces: small))
    #expect(response.reports.first?[.pm25]?.values.last == 299)
    #expect(
      HTTPReply(
        TransportResponse(status: 200, text: "{}\r\n\n[1]\n"), step: (), query: AirQuery(places: []),
        receivedAt: .noon
      ).lines == [Array("{}".utf8), Array("[1]".utf8)])
  }

  @Test(
    "a doubled quote in a field without quotes begins no quoted field", arguments: [1, 7, 1000, 1 << 20])
  func quotesWithinField(portion: Int) async throws {
    let text =
      "id,lat,lon,time,pm25,no2,remark\n"
      + (0..<60).map { hour -> String in
        let start = "s1,41,7,\(AirTime.noon.hours(Int64(hour - 59))),\(hour)"
        return "\(start),1,5\"\" pipe\ns2,42,7,\(AirTime.noon),0,2,\"two\nlines\"\n"
      }.joined()
    let whole = try await fetch(text, ArrivingAdapter(pieces: nil))
    let arrived = try await fetch(text, portion: portion, ArrivingAdapter(pieces: small))
    #expect(arrived.reports == whole.reports)
    #expect(arrived.reports.first?[.pm25]?.values.last == 59)
    #expect(!arrived.notes.contains { $0.code == .refused })
  }

  @Test("a reply without rows or header, and an error, give the same as whole")
  func otherReplies() async throws {
    let empty = try await fetch(header, ArrivingAdapter(pieces: small))
    #expect(empty.reports.isEmpty && empty.notes.map(\.code) == [.nothingNear])
    let none = await #expect(throws: AQError.self) { try await fetch("", ArrivingAdapter(pieces: small)) }
    #expect(none?.code == .malformed)
    let failing = PortionedTransport(Array("Go away.".utf8), status: 503)
    let error = await #expect(throws: AQError.self) {
      try await source(failing).fetch(AirQuery(near: Coordinate(41, 7)))
    }
    #expect(error?.code == .unavailable)
  }

  @Test("has the hour that occurs twice in its order, although much is dropped before the end has arrived")
  func repeatedHour() async throws {
    let zone = try #require(AirTime.Zone(identifier: "Europe/Warsaw"))
    var adapter = ArrivingAdapter(pieces: small)
    adapter.layout.timeFormat = .iso8601(in: .civil(zone))
    // So many values, newest first, that rows are dropped while the first hour arrives.
    let hours = ["2026-10-25 02:00", "2026-10-25 02:00", "2026-10-25 01:00", "2026-10-01 00:00"]
    let rows = hours.enumerated().map { number, hour in
      (0..<6000).map { "s\($0),41,7,\(hour),\(9 - number),1\n" }.joined()
    }
    let transport = PortionedTransport(Array((header + rows.joined()).utf8), portion: 50_000)
    let now = try #require(AirTime("2026-10-25T12:00:00Z"))
    let response = try await HTTPSource(adapter, transport: transport, clock: ManualClock(now)).fetch(
      AirQuery(near: Coordinate(41, 7), window: .past(.seconds(86_400))))
    let series = try #require(response.reports.first?[.pm25])
    #expect(series.values == [7, 8, 9])
    #expect(series.timeline.last?.end == AirTime("2026-10-25T01:00:00Z"))
    let dropped = response.notes.first { $0.message.contains("outside the query") }
    #expect(dropped.map(\.count) ?? 0 > 0)
  }

  @Test("may come from a transport that gives whole bodies")
  func wholeBody() async throws {
    let text = header + rows(4, 60)
    let stub = StubTransport(always: .status(200, text: text))
    let source = source(stub, ArrivingAdapter(pieces: small))
    let response = try await source.fetch(AirQuery(near: Coordinate(41, 7)))
    #expect(try await response.reports == fetch(text, ArrivingAdapter(pieces: nil)).reports)
    let other = try await source.fetch(AirQuery(near: Coordinate(42, 7)))
    #expect(other.reports.map(\.site.id) == ["s2"])
    #expect(stub.requests.count == 2, "the rows of other places weren't kept")
  }
}
