public import AQKit
import Foundation

/// The command line as a library: your own executable gets every command of `aqkit-cli`, with your sources and indices
/// in addition to AQKit's.
///
/// ```swift
/// import AQKit
/// import AQKitCommands
/// import CustomAdapter
///
/// await AQKitTool.main(installing: [HTTPModule.exampleOpenAQ], indices: [try BreakpointIndex.playground()])
/// ```
///
/// Help and advice call it by the name of its executable.
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
    let path = CommandLine.arguments.first ?? ToolAdditions.usualName
    let name = URL(fileURLWithPath: path).lastPathComponent
    await ToolAdditions.current.withValue(ToolAdditions(modules: modules, indices: indices, name: name)) {
      await Entry.run(with: .nowhere)
    }
  }
}

struct ToolAdditions: Sendable {
  /// The name of AQKit's own executable.
  static let usualName = "aqkit-cli"
  /// The additions of this process; empty in a test.
  static let current = TaskLocal(wrappedValue: ToolAdditions(modules: [], indices: []))

  let modules: [any AQModule]
  let indices: [any AirQualityIndex]
  var name = Self.usualName

  func install(into container: inout AQContainer) throws {
    for module in modules { try container.install(module) }
    var catalog = try container[.indexCatalog]
    for index in indices { catalog.replace(index) }
    container.set(.indexCatalog, to: catalog)
  }
}

/// The name by which the executable is called, for texts that say how to call it.
var toolName: String { ToolAdditions.current.get().name }
