import AQKit
import AQKitTesting
import TestRuns
import Testing

/// A deliberately broken source, and the one rule that it breaks.
struct Mutation: Sendable, CustomTestStringConvertible {
  let rule: String
  let contract: SourceContract

  var testDescription: String { rule }

  init(_ rule: String, _ contract: SourceContract) {
    self.rule = rule
    self.contract = contract
  }

  /// A source in memory with a broken declaration.
  static func declared(_ rule: String, _ change: (inout SourceDescriptor) -> Void) -> Mutation {
    Mutation(
      rule,
      Town.memory { source in
        var source = source
        change(&source.descriptor)
        return source
      })
  }

  /// A source in memory with broken reports.
  static func reported(_ rule: String, _ change: @escaping @Sendable (inout AirReport) throws -> Void)
    -> Mutation
  {
    Mutation(rule, Town.memory { $0.reporting(change) })
  }

  /// A source in memory with broken responses.
  static func responded(
    _ rule: String, _ change: @escaping @Sendable (inout AirResponse, AirQuery) throws -> Void
  ) -> Mutation {
    Mutation(rule, Town.memory { $0.responding(change) })
  }

  /// A source in memory that declares values that it refuses.
  static func withheld(_ rule: String, _ capability: SourceDescriptor.Capability) -> Mutation {
    var source = TownMemory()
    source.descriptor.offers[0].capabilities.insert(capability)
    let refusing = source.asked { query, base in
      guard query.window == .current else { throw AQError(.unsupported, "Only what is newest.") }
      return try await base.fetch(query)
    }
    return Mutation(rule, SourceContract(refusing, clock: ManualClock(Town.now)).quiet)
  }

  /// A source in memory that takes queries in a broken way.
  static func asked(
    _ rule: String, _ fetching: @escaping @Sendable (AirQuery, any AirDataSource) async throws -> AirResponse
  ) -> Mutation {
    Mutation(rule, Town.memory { $0.asked(fetching) })
  }

  /// A source behind a transport with broken errors.
  static func failing(
    _ rule: String, on text: String, _ change: @escaping @Sendable (inout AQError) throws -> Void
  ) -> Mutation {
    Mutation(rule, Town.service { source, _ in source.failing(on: text, change) })
  }

  /// A source behind a transport with a broken adapter.
  static func adapter(_ rule: String, _ fault: TownService.Fault) -> Mutation {
    Mutation(rule, Town.service(TownService(fault: fault)))
  }

  /// A source behind a transport that meddles with responses.
  static func transport(
    _ rule: String, _ change: @escaping @Sendable (inout TransportResponse) throws -> Void
  ) -> Mutation {
    Mutation(rule, Town.service(through: { AlteredTransport(base: $0, change: change) }))
  }

  /// A source behind a transport that was recorded with other replies.
  static func recorded(
    _ rule: String, _ change: @escaping @Sendable (inout TransportResponse) -> Void
  ) -> Mutation {
    Mutation(rule, Town.service(recorded: TownService.recorded(change)))
  }
}
