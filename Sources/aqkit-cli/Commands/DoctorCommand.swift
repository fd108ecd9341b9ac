import AQKit
import ArgumentParser

/// Prints the versions and the configuration.
struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "doctor",
    "Print what a report of a problem should hold: version, transport, configuration, sources, clock.",
    about: """
      Nothing leaves this machine, unless --probe asks each source that is ready for little, which counts as a request. \
      Of a credential it only says whether there is one.
      """,
    examples: "aqkit-cli doctor", "aqkit-cli doctor --probe --timeout 5",
    "aqkit-cli doctor --store ~/.cache/aqkit")

  @Flag(name: .customLong("probe"), help: "Ask each source that is ready whether it can be reached.")
  var probes = false

  @OptionGroup var output: OutputOptions

  @OptionGroup var patience: Patience

  @OptionGroup var options: ContainerOptions

  mutating func run() async throws {
    let diagnosis = try await diagnosis(in: options.container(opensFeeds: probes))
    try output.print(diagnosis) { _ in diagnosis.lines }
  }

  /// Returns the diagnosis to print.
  func diagnosis(in container: AQContainer) async throws -> Diagnosis {
    var diagnosis = try Diagnosis(
      container, configuration: options.configuration.path, storage: options.storage)
    guard probes else { return diagnosis }
    try await withThrowingTaskGroup(of: (Int, Diagnosis.Reach).self) { [limit = patience.limit] group in
      for (index, source) in diagnosis.sources.enumerated() where source.isReady {
        group.addTask {
          (index, try await Diagnosis.Reach(of: SourceID(source.id), in: container, within: limit))
        }
      }
      for try await (index, reach) in group { diagnosis.sources[index].reach = reach }
    }
    try diagnosis.readBudgets(of: container)
    return diagnosis
  }
}
