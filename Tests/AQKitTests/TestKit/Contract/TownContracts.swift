import AQKit
import AQKitTesting
import TestRuns

extension Town {
  /// The contract of the source in memory, or of a broken variant of it.
  static func memory(_ make: (TownMemory) -> any AirDataSource = { $0 }) -> SourceContract {
    SourceContract(make(TownMemory()), queries: [query], clock: ManualClock(now)).quiet
  }

  /// The contract of the source behind a transport, or of a broken variant of it.
  static func service(
    _ adapter: TownService = TownService(), declared: SourceDescriptor = descriptor,
    _ make: @escaping @Sendable (HTTPSource<TownService>, any HTTPTransport) -> any AirDataSource = {
      source, _ in source
    },
    through layer: @escaping @Sendable (any HTTPTransport) -> any HTTPTransport = { $0 },
    recorded: StubTransport = TownService.recorded
  ) -> SourceContract {
    var contract = SourceContract(declared, recorded: recorded, at: now) { transport, clock in
      make(HTTPSource(adapter, transport: layer(transport), clock: clock), transport)
    }
    contract.secrets = [key]
    return contract.quiet
  }

  /// The contract of the source on a feed, or of a broken variant of it.
  static func feed(
    _ decoder: TownFeed = TownFeed(),
    _ make: @escaping @Sendable (FeedSource<TownFeed>, any FeedConnector) -> any AirDataSource = {
      source, _ in source
    }
  ) -> SourceContract {
    SourceContract(TownFeed.descriptor, messages: TownFeed.messages, at: now) { connector, clock in
      make(
        FeedSource(
          decoder, at: FeedEndpoint(url: "wss://air.example.org/feed"), through: connector, clock: clock,
          options: FeedOptions(reconnection: .never)),
        connector)
    }.quiet
  }
}
