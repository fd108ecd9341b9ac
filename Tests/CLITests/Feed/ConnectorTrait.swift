import Testing

@testable import aqkit_cli_live

extension Trait where Self == ConditionTrait {
  /// Runs a test only in a build with a connector for live feeds.
  static var withConnector: Self { .enabled(if: Sockets().connector != nil, "It needs the trait NIO.") }
}
