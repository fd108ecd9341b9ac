import AQKit
import AQKitTesting
import TestRuns
import Testing

/// Both contracts of a service over recorded replies.
struct ServiceContract<Adapter: HTTPAdapter>: Sendable {
  let adapter: Adapter
  let recordedAt: AirTime
  var secrets: [String] = []
  var waivers: [String: String] = [:]
  var absences: [Double] = []
  var queries: [AirQuery]?
  /// The reply to a request, by its address.
  let reply: @Sendable (String) throws -> String

  private var transport: StubTransport {
    StubTransport { [reply] request in TransportResponse(status: 200, text: try reply(request.url)) }
  }

  /// Checks every rule of a source.
  func verifySource() async throws {
    var contract = SourceContract(
      adapter: adapter, recorded: transport, at: recordedAt, queries: queries, secrets: secrets)
    contract.waivers = waivers
    contract.absences = absences
    try await contract.quiet.check().verify()
  }

  /// Checks a rule of the adapter on each reply that a query leads to.
  func verifyAdapter(_ rule: AdapterRule, _ query: AirQuery) async throws {
    var recordings: [AdapterContract.Recording<Adapter.Step>] = []
    var calls = try adapter.calls(for: query, at: recordedAt)
    while let call = calls.popLast() {
      let response = try await transport.send(call.request)
      recordings.append(.init(response, step: call.step, for: query, at: recordedAt))
      var report = ReportBuilder(adapter.descriptor, receivedAt: recordedAt)
      calls += try adapter.decode(
        HTTPReply(response, step: call.step, query: query, receivedAt: recordedAt), into: &report)
    }
    try await AdapterContract(adapter, recordings: recordings).withinEffort.verify(rule)
  }
}

/// Checks a rule of an adapter on recorded files of a folder, each with the step of its call, for no particular place.
func verify<Adapter: HTTPAdapter>(
  _ rule: AdapterRule, of adapter: Adapter, on files: [(name: String, step: Adapter.Step)], in folder: String,
  at receivedAt: AirTime
) async throws {
  let recordings = try files.map { file in
    AdapterContract.Recording(
      TransportResponse(status: 200, body: try Payload.bytes("\(folder)/\(file.name)")), step: file.step,
      for: AirQuery(places: []), at: receivedAt)
  }
  try await AdapterContract(adapter, recordings: recordings).withinEffort.verify(rule)
}

extension AirResponse {
  /// The newest value of a parameter at a site, with its interval.
  func newest(_ parameter: AirParameter, at site: String, averaging: AveragingPeriod? = nil) -> AirReading? {
    reports.first { $0.site.id == site }?.series
      .first { $0.parameter == parameter && (averaging == nil || $0.averaging == averaging) }?.newestReading()
  }

  /// All readings of a parameter at a site in order.
  func readings(_ parameter: AirParameter, at site: String) -> [AirReading] {
    reports.filter { $0.site.id == site }.flatMap(\.series).filter { $0.parameter == parameter }
      .flatMap { Array($0.readings) }
  }
}
