public import AQKit

/// What every source of air data has to keep, as rules that can be run.
///
/// The rules are chosen by what the source declares and by how the contract can drive it. A source made of an adapter
/// is driven through its transport: the contract serves its recorded payloads, and then refusals, errors, cut and
/// changed bodies. A source made of a decoder is driven through its connector. Any other source is asked as it is.
///
/// ```swift
/// static let contract = SourceContract(
///   adapter: CityAir(key: "key-of-the-test"), recorded: StubTransport(always: .json(payload)), at: recordedAt,
///   secrets: ["key-of-the-test"])
///
/// @Test(arguments: contract.rules) func keeps(_ rule: ContractRule) async throws {
///   try await Self.contract.verify(rule)
/// }
/// ```
///
/// In XCTest, or in a command, `try await contract.check().verify()` checks all rules and throws all violations at
/// once; ``check()`` alone returns them as values.
public struct SourceContract: Sendable {
  /// By what the contract can drive a source.
  public enum Drive: Hashable, Sendable {
    /// By nothing: it is asked as it is.
    case none
    /// By its transport.
    case transport
    /// By its connector.
    case connector
  }

  enum Subject: Sendable {
    case source(any AirDataSource)
    case http(any HTTPTransport, @Sendable (any HTTPTransport, any AQClock) throws -> any AirDataSource)
    case feed([FeedMessage], @Sendable (any FeedConnector, any AQClock) throws -> any AirDataSource)
  }

  let subject: Subject
  let evidence = Evidence()

  /// What the source declares.
  public let descriptor: SourceDescriptor
  /// The questions that are asked; the declared test places by default. A transport must have recordings for them.
  public var queries: [AirQuery]
  /// The moment at which the payloads were recorded; what the source's clock shows.
  public var now: AirTime
  /// The clock by which a source that can't be driven is judged.
  public var clock: any AQClock
  /// Credentials that the source was made with, which must not show anywhere.
  public var secrets: [String] = []
  /// Whether the answer to the same question may change from one moment to the next.
  public var isChanging = false
  /// How long, in real time, anything may take before it counts as hanging. What waits on the contract's own clock
  /// doesn't count.
  public var patience: Duration = .seconds(10)
  /// Rules that are waived, by identifier, each with its reason.
  public var exemptions: [String: String] = [:]

  /// A contract for a source that is asked as it is.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - queries: The questions; the declared test places by default.
  ///   - clock: The clock by which windows and times of receipt are judged.
  public init(_ source: any AirDataSource, queries: [AirQuery]? = nil, clock: any AQClock = SystemClock()) {
    self.init(.source(source), source.descriptor, queries, clock.time, clock)
  }

  /// A contract for a source that is made of a transport.
  ///
  /// - Parameters:
  ///   - descriptor: What the source declares.
  ///   - recorded: Answers the requests for `queries` with recorded payloads.
  ///   - now: When they were recorded.
  ///   - queries: The questions; the declared test places by default.
  ///   - secrets: Credentials that the source is made with.
  ///   - make: Makes the source from a transport and a clock.
  public init(
    _ descriptor: SourceDescriptor, recorded: any HTTPTransport, at now: AirTime, queries: [AirQuery]? = nil,
    secrets: [String] = [],
    make: @escaping @Sendable (any HTTPTransport, any AQClock) throws -> any AirDataSource
  ) {
    self.init(.http(recorded, make), descriptor, queries, now, ManualClock(now))
    self.secrets = secrets
  }

  /// A contract for a source that is made of a connector.
  ///
  /// - Parameters:
  ///   - descriptor: What the source declares.
  ///   - messages: What a connection receives, one after the other.
  ///   - now: When the messages were recorded.
  ///   - queries: The questions; the declared test places by default.
  ///   - secrets: Credentials that the source is made with.
  ///   - make: Makes the source from a connector and a clock.
  public init(
    _ descriptor: SourceDescriptor, messages: [FeedMessage], at now: AirTime, queries: [AirQuery]? = nil,
    secrets: [String] = [],
    make: @escaping @Sendable (any FeedConnector, any AQClock) throws -> any AirDataSource
  ) {
    self.init(.feed(messages, make), descriptor, queries, now, ManualClock(now))
    self.secrets = secrets
  }

  /// A contract for the source that is made of an adapter and a transport.
  public init(
    adapter: some HTTPAdapter, recorded: any HTTPTransport, at now: AirTime, queries: [AirQuery]? = nil,
    secrets: [String] = []
  ) {
    self.init(adapter.descriptor, recorded: recorded, at: now, queries: queries, secrets: secrets) {
      transport, clock in
      HTTPSource(adapter, transport: transport, clock: clock)
    }
  }

  /// A contract for the source that is made of a decoder and a connector.
  public init(
    decoder: some FeedDecoder, messages: [FeedMessage], at now: AirTime, queries: [AirQuery]? = nil,
    endpoint: FeedEndpoint = FeedEndpoint(url: "wss://feed.example.org/"), secrets: [String] = []
  ) {
    self.init(decoder.descriptor, messages: messages, at: now, queries: queries, secrets: secrets) {
      connector, clock in
      FeedSource(decoder, at: endpoint, through: connector, clock: clock)
    }
  }

  private init(
    _ subject: Subject, _ descriptor: SourceDescriptor, _ queries: [AirQuery]?, _ now: AirTime,
    _ clock: any AQClock
  ) {
    self.subject = subject
    self.descriptor = descriptor
    self.queries = queries ?? Self.queries(for: descriptor)
    self.now = now
    self.clock = clock
  }

  /// By what the contract can drive the source.
  public var drive: Drive {
    switch subject {
    case .source: .none
    case .http: .transport
    case .feed: .connector
    }
  }

  /// The questions that a declaration suggests: its test places, one query for each kind of place, about a time that
  /// it offers; everything, where it declares a live feed without places.
  public static func queries(for descriptor: SourceDescriptor) -> [AirQuery] {
    let capabilities = descriptor.capabilities
    let window: AirWindow =
      if !capabilities.isDisjoint(with: [.current, .live]) {
        .current
      } else if capabilities.contains(.forecast) {
        .next(.seconds(86_400))
      } else {
        .past(.seconds(86_400))
      }
    let queries = PlaceReference.Kind.allCases.compactMap { kind -> AirQuery? in
      let places = descriptor.testPlaces.filter { $0.kind == kind }
      return places.isEmpty ? nil : AirQuery(places: places, window: window)
    }
    return queries.isEmpty && capabilities.contains(.live) ? [AirQuery(places: [])] : queries
  }
}
