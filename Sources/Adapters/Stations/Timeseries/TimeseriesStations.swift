public import AQKit

/// The stations of a server of 52°North's time-series API: one list of all series, kept for a day, and one request for
/// the hours of the nearest stations' series; of those on each page, if the list comes in pages.
///
/// The list states each series' site, pollutant and unit. Time stamps are the ends of hours, because the API gives the
/// end of the period of an observation.
public struct TimeseriesStations<Server: TimeseriesServer>: StationNetwork {
  /// The request of a call.
  public enum Step: Sendable {
    /// A recorded response without a query, or the list if its last values are the result.
    case any
    /// The list, or a page of it, whose series' hours are asked for.
    case list
    /// The hours of series, with each series by its number.
    case values([String: TimeseriesRow])
  }

  /// The server's declaration.
  public static var descriptor: SourceDescriptor { Server.descriptor }
  static var template: AirSite { Server.template }
  static var reasons: [String] {
    ["userMessage", "reason", "developerMessage", "message", "error", "detail"]
  }
  /// The maximum number of series in a request; a client of Defra's server found that it fails with many.
  private static var seriesPerRequest: Int { 50 }

  let baseURL: String?

  /// Creates an adapter for the server, or for another one with the same responses.
  public init(baseURL: String? = nil) { self.baseURL = baseURL }

  /// Asks for the list; for a query without places, its latest values are the whole response.
  public func calls(for query: AirQuery, at now: AirTime) -> [HTTPCall<Step>] {
    let isResult = query.places.isEmpty && query.detail == .values
    return [
      call(
        "timeseries", isResult ? .any : .list, [("expanded", "true")],
        keepsFor: isResult ? .untilNextValue : .days(1),
        page: Server.pageSize.map { TransportRequest.Page(size: $0, as: .offset("offset", size: "limit")) })
    ]
  }

  /// Reads a list of series or of stations, one of them, or the hours of series.
  public func decode(_ reply: HTTPReply<Step>, into report: inout ReportBuilder) throws -> [HTTPCall<Step>] {
    let body = try reply.json()
    if body.kind != .object || !body["properties"].isMissing || !body["station"].isMissing {
      guard let rows = body.rows else { throw Self.foreign }
      return try read(rows, reply, &report)
    }
    if body["type"].stringValue == "FeatureCollection" {
      throw AQError(.unsupported, "The response is a map of modelled values, not a series of a station.")
    }
    try values(body, reply, &report)
    return []
  }

  /// Registers the stations of a page, and asks for the next one, and for the hours of the nearest stations.
  private func read(_ rows: [AQJSON], _ reply: HTTPReply<Step>, _ report: inout ReportBuilder) throws
    -> [HTTPCall<Step>]
  {
    let isList = if case .list = reply.step { true } else { false }
    let window = reply.query.window
    let oldest = !isList || window == .current ? nil : window.interval(at: reply.askedAt).start
    let read = try report.each(rows) { row, report in
      try TimeseriesRow(row, of: Server.self, notSilentSince: oldest, in: &report)
    }
    if isList, reply.isFirstPage { _ = try Self.inFull(rows) }
    if rows.isEmpty, !isList, reply.isFirstPage { report.note(.nothingNear, "The list of series is empty.") }
    if read.isEmpty, !rows.isEmpty { throw Self.foreign }
    let series = read.compactMap(\.self)
    if !isList { for row in series { row.addLast(to: &report) } }
    let asksForHours = isList && reply.query.detail == .values
    return reply.nextPage(received: rows.count)
      + (asksForHours ? hours(of: series, for: reply.query, at: reply.askedAt) : [])
  }

  private func hours(of series: [TimeseriesRow], for query: AirQuery, at now: AirTime) -> [HTTPCall<Step>] {
    let parameters = Set(descriptor.parameters(askedBy: query))
    let asked = series.filter { parameters.contains($0.parameter) }
    let sites = asked.map(\.site).unique(by: \.id)
    let chosen = Set(query.matches(among: sites, nearest: sitesPerPoint).map(\.site.id))
    let wanted = asked.filter { chosen.contains($0.site.id) }.unique(by: \.id).sorted { $0.id < $1.id }
    let window = query.window.interval(at: now)
    // Whole hours, and the series in order of their numbers, so that all queries within an hour make the same request.
    let start = window.start.floored(toMultipleOf: 3600)
    let end = window.end.adding(seconds: 3599).floored(toMultipleOf: 3600)
    return stride(from: 0, to: wanted.count, by: Self.seriesPerRequest).map { first in
      let part = wanted[first..<min(first + Self.seriesPerRequest, wanted.count)]
      let numbers = part.map { "\"\($0.id)\"" }.joined(separator: ",")
      var call = call("timeseries/getData", .values(Dictionary(part.map { ($0.id, $0) }) { one, _ in one }))
      call.request.method = .post
      call.request.headers.append(TransportRequest.Header("Content-Type", "application/json"))
      call.request.body = Array(#"{"timespan":"\#(start)/\#(end)","timeseries":[\#(numbers)]}"#.utf8)
      return call
    }
  }

  /// Adds the hours of several series by their numbers, or of one.
  private func values(_ body: AQJSON, _ reply: HTTPReply<Step>, _ report: inout ReportBuilder) throws {
    let isOfOne = !body["values"].isMissing
    let members = try body.members.filter { !$0.value["values"].isMissing }
    guard case .values(let asked) = reply.step else {
      guard isOfOne || !members.isEmpty else { throw Self.refusal(of: body, otherwise: .invalidRequest) }
      throw AQError(
        .unsupported,
        "Hours by the numbers of series don't say what was measured or where; read the list of series first.")
    }
    if isOfOne {
      guard asked.count == 1, let series = asked.values.first else { throw Self.foreign }
      return try series.add(body["values"], to: &report)
    }
    let found = try body.members.compactMap { member in
      asked[member.name].map { ($0, member.value["values"]) }
    }
    let (missing, others) = (asked.count - found.count, members.count { asked[$0.name] == nil })
    if found.isEmpty, others == 0, try !body.members.isEmpty {
      throw Self.refusal(of: body, otherwise: .invalidRequest)
    }
    try report.each(found) { try $0.0.add($0.1, to: &$1) }
    if missing > 0 { report.note(.notMeasured, TimeseriesRow.nothing, count: missing) }
    if others > 0 {
      report.note(
        .remark, "The response has a series that wasn't asked for, which is left out.", count: others)
    }
  }
}
