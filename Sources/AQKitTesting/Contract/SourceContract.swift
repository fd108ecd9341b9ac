public import AQKit

/// The rules for every source of air data, as checks.
///
/// The source's declaration, and the way in which the contract can drive it, determine which rules apply. A source with
/// an adapter is driven through its transport: the contract serves its recorded payloads, and then refusals, errors,
/// truncated and changed bodies. A source with a decoder is driven through its connector. Any other source is only queried.
///
/// ```swift
/// static let contract = SourceContract(
///   adapter: ExampleOpenAQ(apiKey: "key-of-the-test"), recorded: Recordings.transport,
///   at: Recordings.recordedAt, secrets: ["key-of-the-test"])
///
/// @Test("the source keeps every rule", arguments: contract.rules(asOf: "1.0.0-beta.1"))
/// func source(rule: ContractRule) async throws { try await Self.contract.verify(rule) }
/// ```
///
/// In XCTest or in a command, `try await contract.check().verify()` checks all rules and throws all violations at once;
/// ``check()`` alone returns them as values. A rule that says nothing about a source is neither kept nor broken:
/// ``ContractReport/notApplicable`` lists it with the reason.
public struct SourceContract: Sendable {
  /// The way in which the contract controls a source.
  public enum Drive: Hashable, Sendable {
    /// No control: the source is queried directly.
    case none
    /// Control by its transport.
    case transport
    /// Control by its connector.
    case connector
  }

  enum Subject: Sendable {
    case source(any AirDataSource)
    case http(any HTTPTransport, @Sendable (any HTTPTransport, any AQClock) throws -> any AirDataSource)
    case feed([FeedMessage], @Sendable (any FeedConnector, any AQClock) throws -> any AirDataSource)
  }

  let subject: Subject
  private(set) var samples = SampleCache()

  /// The source's declaration.
  public let descriptor: SourceDescriptor
  /// The queries; by default for the declared test places. A transport must have recordings for them.
  ///
  /// The default ones about declared history and forecast are optional: without a recording the rules `response.history` and
  /// `response.forecast` count as not tried.
  public var queries: [AirQuery] { didSet { samples = SampleCache() } }
  /// Whether the contract asks for declared history and forecast in addition to ``queries``.
  let asksForDeclaredTimes: Bool
  /// The time at which the payloads were recorded; the source's clock shows it.
  public var now: AirTime { didSet { samples = SampleCache() } }
  /// The clock for judging a source that isn't driven.
  public var clock: any AQClock { didSet { samples = SampleCache() } }
  /// Credentials of the source, which must not be visible anywhere.
  public var secrets: [String] = []
  /// Whether the response to the same query may change from one moment to the next.
  public var isChanging = false
  /// The longest real time before an operation counts as hanging. Waits on the contract's own clock don't count.
  public var patience: Duration = .seconds(30)
  /// Waived rules by identifier, each with its reason.
  public var waivers: [String: String] = [:]
  /// The characters between the fields of a payload that isn't JSON, such as `"= "` for `pm25=12.3 no2=40`; the end of
  /// a line always counts as one. Nil for the usual ones of tables and markup: comma, semicolon, tab, bar, quotation
  /// mark, `<`, `>`.
  public var separators: String?
  /// The decimal separator of numbers in text and in strings of JSON, `.` or `,`. A comma then isn't one of the usual
  /// ``separators``.
  public var decimalSeparator: Character = "."
  /// Factors by which the source multiplies numbers of its payloads, such as 0.1 for a service that writes tenths.
  public var scales: [Double] = []
  /// Numbers that mean a missing value in the service's payloads, besides the declared ``SourceDescriptor/sentinels``,
  /// such as 0 for an index that was not computed. If 0 is one of them, the rules on zero expect a gap.
  public var absences: [Double] = []
  /// Called with source and rule before each rule is checked. A trap in the source's code ends the test process,
  /// and these lines show which rule it was; by default they go to standard error, unbuffered. Nil for silence.
  public var onRule: (@Sendable (String) -> Void)? = ContractLog.standardError

  /// Creates a contract for a source that isn't driven.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - queries: The queries; by default for the declared test places.
  ///   - clock: The clock for judging windows and times of receipt.
  public init(_ source: any AirDataSource, queries: [AirQuery]? = nil, clock: any AQClock = AQSystemClock()) {
    self.init(.source(source), source.descriptor, queries, clock.time, clock)
  }

  /// Creates a contract for a source over a transport.
  ///
  /// - Parameters:
  ///   - descriptor: The source's declaration.
  ///   - recorded: Responds to the requests for `queries` with recorded payloads.
  ///   - now: The time at which they were recorded.
  ///   - queries: The queries; by default for the declared test places.
  ///   - secrets: Credentials of the source.
  ///   - make: Makes the source from a transport and a clock.
  public init(
    _ descriptor: SourceDescriptor, recorded: any HTTPTransport, at now: AirTime, queries: [AirQuery]? = nil,
    secrets: [String] = [],
    make: @escaping @Sendable (any HTTPTransport, any AQClock) throws -> any AirDataSource
  ) {
    self.init(.http(recorded, make), descriptor, queries, now, ManualClock(now))
    self.secrets = secrets
  }

  /// Creates a contract for a source over a connector.
  ///
  /// - Parameters:
  ///   - descriptor: The source's declaration.
  ///   - messages: The messages of a connection, in order.
  ///   - now: The time at which the messages were recorded.
  ///   - queries: The queries; by default for the declared test places.
  ///   - secrets: Credentials of the source.
  ///   - make: Makes the source from a connector and a clock.
  public init(
    _ descriptor: SourceDescriptor, messages: [FeedMessage], at now: AirTime, queries: [AirQuery]? = nil,
    secrets: [String] = [],
    make: @escaping @Sendable (any FeedConnector, any AQClock) throws -> any AirDataSource
  ) {
    self.init(.feed(messages, make), descriptor, queries, now, ManualClock(now))
    self.secrets = secrets
  }

  /// Creates a contract for the source that an adapter and a transport make.
  public init(
    adapter: some HTTPAdapter, recorded: any HTTPTransport, at now: AirTime, queries: [AirQuery]? = nil,
    secrets: [String] = []
  ) {
    self.init(adapter.descriptor, recorded: recorded, at: now, queries: queries, secrets: secrets) {
      transport, clock in
      HTTPSource(adapter, transport: transport, clock: clock)
    }
  }

  /// Creates a contract for the source that a decoder and a connector make.
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
    asksForDeclaredTimes = queries == nil
    self.now = now
    self.clock = clock
  }

  /// The way in which the contract controls the source.
  public var drive: Drive {
    switch subject {
    case .source: .none
    case .http: .transport
    case .feed: .connector
    }
  }

  /// Returns the queries for a declaration: its test places, one query per kind of place, with a window that it
  /// offers; without places, a live feed gets a query for everything.
  public static func queries(for descriptor: SourceDescriptor) -> [AirQuery] {
    let capabilities = descriptor.capabilities
    let window = capabilities.smallestWindow
    let queries = AirQuery.Place.Kind.allCases.compactMap { kind -> AirQuery? in
      let places = descriptor.testPlaces.filter { $0.kind == kind }
      return places.isEmpty ? nil : AirQuery(places: places, window: window)
    }
    return queries.isEmpty && capabilities.contains(.live) ? [AirQuery(places: [])] : queries
  }
}
