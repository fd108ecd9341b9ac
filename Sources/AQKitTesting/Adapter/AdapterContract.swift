public import AQKit

/// Rules for the pure part of an adapter or feed decoder, checked with recorded payloads that are damaged in many ways:
/// truncated at every byte, with each member removed, with every number replaced by null, by text and by NaN.
///
/// ```swift
/// static let contract = AdapterContract(
///   CityAir(key: "key-of-the-test"), recordings: [.init(payload, for: query, at: recordedAt)])
///
/// @Test(arguments: AdapterRule.allCases) func keeps(_ rule: AdapterRule) async throws {
///   try await Self.contract.verify(rule)
/// }
/// ```
///
/// A decoder that crashes ends the process, as it would in an application: the last lines of ``onRule`` name the rule, and
/// the last argument of ``onAttempt`` describes the payload.
public struct AdapterContract: Sendable {
  /// A recorded reply to a call.
  public struct Recording<Step: Sendable>: Sendable {
    /// The response.
    public var response: TransportResponse
    /// The step of the call.
    public var step: Step
    /// The query of the call.
    public var query: AirQuery
    /// The arrival of the body.
    public var receivedAt: AirTime

    /// Creates a recorded response to a call with a step.
    public init(_ response: TransportResponse, step: Step, for query: AirQuery, at receivedAt: AirTime) {
      self.response = response
      self.step = step
      self.query = query
      self.receivedAt = receivedAt
    }
  }

  struct Decoded: Equatable, Sendable {
    let response: AirResponse
    let followUps: Int
  }

  struct Payload: Sendable {
    let name: String
    let bytes: [UInt8]
    let read: @Sendable ([UInt8]) throws -> Decoded
  }

  let payloads: [Payload]
  let requestsPerFetch: Int
  let source: SourceID

  /// The longest real time of an attempt before it counts as hanging.
  public var patience: Duration = .seconds(30)
  /// The largest body that is truncated at every byte. 16 KiB.
  public var exhaustiveLength = 16 << 10
  /// The number of positions tried in larger bodies, and the maximum number of members, numbers and corruptions.
  public var sampledPositions = 2000
  /// The seed of the sampled positions.
  public var seed: UInt64 = 1
  /// The characters between the fields of a payload that isn't JSON; as ``SourceContract/separators``.
  public var separators: String?
  /// The decimal separator of numbers in text and in strings of JSON; as ``SourceContract/decimalSeparator``.
  public var decimalSeparator: Character = "."
  /// Factors by which the adapter multiplies numbers; as ``SourceContract/scales``.
  public var scales: [Double] = []
  /// Called with each rule before it is checked; by default the line goes to standard error, unbuffered. Nil for silence.
  public var onRule: (@Sendable (String) -> Void)? = ContractLog.standardError
  /// Called before every attempt with its description. `ContractLog.standardError` shows which attempt traps.
  public var onAttempt: (@Sendable (String) -> Void)?

  /// Creates a contract for an adapter.
  public init<Adapter: HTTPAdapter>(_ adapter: Adapter, recordings: [Recording<Adapter.Step>]) {
    payloads = recordings.enumerated().map { index, recording in
      Payload(name: "recording \(index)", bytes: recording.response.body) { bytes in
        var response = recording.response
        response.body = bytes
        let reply = HTTPReply(
          response, step: recording.step, query: recording.query, receivedAt: recording.receivedAt)
        var builder = ReportBuilder(adapter.descriptor, receivedAt: recording.receivedAt)
        var followUps = 0
        switch adapter.verdict(on: reply) {
        case .failed(let error): throw error
        case .nothing(let note), .nothingForSomePlace(let note): builder.note(note)
        // Calls about the sites of a list are only made for those that match.
        case .read: followUps = try adapter.decode(reply, into: &builder).count { $0.site == nil }
        }
        return Decoded(response: builder.response(keepingEmptySites: true), followUps: followUps)
      }
    }
    requestsPerFetch = adapter.descriptor.limits.requestsPerFetch
    source = adapter.descriptor.id
  }

  /// Creates a contract for a feed decoder.
  public init(
    _ decoder: some FeedDecoder, messages: [FeedMessage], for query: AirQuery, at receivedAt: AirTime
  ) {
    payloads = messages.enumerated().map { index, message in
      Payload(name: "message \(index)", bytes: message.bytes) { bytes in
        var builder = ReportBuilder(decoder.descriptor, receivedAt: receivedAt)
        builder.timePolicy = decoder.semantics.time
        try decoder.decode(FeedMessage(message.kind, bytes), for: query, into: &builder)
        return Decoded(response: builder.response(keepingEmptySites: true), followUps: 0)
      }
    }
    requestsPerFetch = decoder.descriptor.limits.requestsPerFetch
    source = decoder.descriptor.id
  }
}

extension AdapterContract.Recording where Step == Void {
  /// Creates a recorded response to a call without a step.
  public init(_ response: TransportResponse, for query: AirQuery, at receivedAt: AirTime) {
    self.init(response, step: (), for: query, at: receivedAt)
  }

  /// Creates a recorded body with status 200.
  public init(_ body: [UInt8], for query: AirQuery, at receivedAt: AirTime) {
    self.init(TransportResponse(status: 200, body: body), step: (), for: query, at: receivedAt)
  }
}
