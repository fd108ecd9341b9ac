public import AQKit

/// The command line as a library: your own executable gets every command of `aqkit-cli`, with your sources and indices
/// in addition to AQKit's.
///
/// ```swift uncompiled
/// import AQKitCommands
/// import CityAir
///
/// await AQKitTool.main(installing: [CityAirModule()])
/// ```
///
/// It brings no connector for live feeds: install a module that sets `feedConnector`, such as one with the
/// `NIOFeedConnector` of AQKitSocketFeed. `smoke` and `serve-feed` are AQKit's own and need `aqkit-cli-live`.
public enum AQKitTool {
  /// Runs the command that the process's arguments name, prints its result, and ends the process if it fails: with 1 if
  /// a source or file failed, with 2 for wrong usage.
  ///
  /// - Parameters:
  ///   - modules: The modules to register after AQKit's own sources, in this order. A module whose source has the
  ///     identifier of a registered one is wrong usage.
  ///   - indices: The indices that every command accepts by name; each replaces one with the same identifier.
  public static func main(installing modules: [any AQModule] = [], indices: [any AirQualityIndex] = []) async
  {
    await ToolAdditions.current.withValue(ToolAdditions(modules: modules, indices: indices)) {
      await Entry.run(with: .nowhere)
    }
  }
}

/// An executable's additions to the command line.
struct ToolAdditions: Sendable {
  /// The additions of this process; empty in a test.
  static let current = TaskLocal(wrappedValue: ToolAdditions(modules: [], indices: []))

  let modules: [any AQModule]
  let indices: [any AirQualityIndex]

  func install(into container: inout AQContainer) throws {
    for module in modules { try container.install(module) }
    guard !indices.isEmpty else { return }
    var catalog = try container[.indexCatalog]
    for index in indices { catalog.replace(index) }
    container.set(.indexCatalog, to: catalog)
  }
}
