public import AQKit

/// Rules for the pure part of an adapter or feed decoder, checked with recorded payloads that are damaged in every way:
/// truncated at every byte, without each member, with every number replaced by null, a text and NaN.
///
/// ```swift
/// static let contract = AdapterContract(CityAir(), recordings: [.init(payload, for: query, at: recordedAt)])
///
/// @Test(arguments: AdapterRule.allCases) func keeps(_ rule: AdapterRule) async throws {
///   try await Self.contract.verify(rule)
/// }
/// ```
///
/// A decoder that crashes ends the process, as it would in an application: the last argument of ``onAttempt`` describes
/// the payload.
public struct AdapterContract: Sendable {
  /// A recorded reply to a call.
  public struct Recording<Step: Sendable>: Sendable {
    /// The response.
    public var response: TransportResponse
    /// The step of the call.
    public var step: Step
    /// The query of the call.
    public var query: AirQuery
    /// When the body arrived.
    public var receivedAt: AirTime

    /// A recorded response to a call with a step.
    public init(_ response: TransportResponse, step: Step, for query: AirQuery, at receivedAt: AirTime) {
      self.response = response
      self.step = step
      self.query = query
      self.receivedAt = receivedAt
    }
  }

  /// The outcome of one attempt to read.
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

  /// The longest real time of an attempt before it counts as hanging.
  public var patience: Duration = .seconds(10)
  /// The largest body that is truncated at every byte. 16 KiB.
  public var exhaustiveLength = 16 << 10
  /// The number of positions tried in larger bodies, and the most members, numbers and corruptions.
  public var sampledPositions = 2000
  /// The seed of the sampled positions.
  public var seed: UInt64 = 1
  /// Called before every attempt with its description.
  public var onAttempt: (@Sendable (String) -> Void)?

  /// A contract for an adapter.
  public init<Adapter: HTTPAdapter>(_ adapter: Adapter, recordings: [Recording<Adapter.Step>]) {
    payloads = recordings.enumerated().map { index, recording in
      Payload(name: "recording \(index)", bytes: recording.response.body) { bytes in
        var response = recording.response
        response.body = bytes
        let reply = HTTPReply(
          response, step: recording.step, query: recording.query, receivedAt: recording.receivedAt)
        var builder = ReportBuilder(adapter.descriptor, receivedAt: recording.receivedAt)
        switch adapter.verdict(on: response) {
        case .failed(let error): throw error
        case .nothing(let note), .nothingForSomePlace(let note):
          builder.note(note)
          return Decoded(response: builder.response(keepingEmptySites: true), followUps: 0)
        case .read:
          let followUps = try adapter.decode(reply, into: &builder)
          return Decoded(response: builder.response(keepingEmptySites: true), followUps: followUps.count)
        }
      }
    }
    requestsPerFetch = adapter.descriptor.limits.requestsPerFetch
  }

  /// A contract for a feed decoder.
  public init(
    _ decoder: some FeedDecoder, messages: [FeedMessage], for query: AirQuery, at receivedAt: AirTime
  ) {
    payloads = messages.enumerated().map { index, message in
      Payload(name: "message \(index)", bytes: message.bytes) { bytes in
        var spoilt = message
        spoilt.bytes = bytes
        var builder = ReportBuilder(decoder.descriptor, receivedAt: receivedAt)
        try decoder.decode(spoilt, for: query, into: &builder)
        return Decoded(response: builder.response(keepingEmptySites: true), followUps: 0)
      }
    }
    requestsPerFetch = decoder.descriptor.limits.requestsPerFetch
  }
}

extension AdapterContract.Recording where Step == Void {
  /// A recorded response to a call without a step.
  public init(_ response: TransportResponse, for query: AirQuery, at receivedAt: AirTime) {
    self.init(response, step: (), for: query, at: receivedAt)
  }

  /// A recorded body with status 200.
  public init(_ body: [UInt8], for query: AirQuery, at receivedAt: AirTime) {
    self.init(TransportResponse(status: 200, body: body), step: (), for: query, at: receivedAt)
  }
}

/// One rule for the pure part of an adapter, for any bytes.
public enum AdapterRule: String, CaseIterable, Sendable, Codable, CustomStringConvertible {
  /// Every recording is read without an error, and at least one gives a value.
  case readsItsRecordings = "adapter.recordings"
  /// The same bytes give the same answer twice.
  case isPure = "adapter.pure"
  /// A truncated body is refused, or gives only values that are in it.
  case survivesTruncation = "adapter.truncated"
  /// An object without any one member is refused, or gives only values that are in it.
  case survivesMissingMembers = "adapter.member-removed"
  /// A null instead of any number means absence, and never another value.
  case survivesNull = "adapter.number-null"
  /// A text instead of any number is refused and counted, and never becomes another value.
  case survivesText = "adapter.number-text"
  /// NaN instead of any number is refused or absent, and never another value.
  case survivesNaN = "adapter.number-nan"
  /// Reading a body with changed bytes ends with an error or an answer.
  case survivesCorruption = "adapter.corrupted"

  /// The rule, as a sentence.
  public var sentence: String {
    switch self {
    case .readsItsRecordings: "Every recording is read without an error, and at least one gives a value."
    case .isPure: "The same bytes give the same answer twice."
    case .survivesTruncation: "A body that is cut anywhere is refused, or gives only values that are in it."
    case .survivesMissingMembers:
      "An object that lacks any one member is refused, or gives only values that are in it."
    case .survivesNull: "A null in the place of any number is absent, and never another value."
    case .survivesText: "A text in the place of any number is refused and counted, and never another value."
    case .survivesNaN: "NaN in the place of any number is refused or absent, and never another value."
    case .survivesCorruption: "A body with some bytes changed comes to an end, by an error or an answer."
    }
  }

  /// Identifier and sentence.
  public var description: String { "\(rawValue): \(sentence)" }
}
