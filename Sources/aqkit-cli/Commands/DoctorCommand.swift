import AQKit
import ArgumentParser

/// Prints what runs and how it is configured.
struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract:
      "Print what a report of a problem should hold: version, transport, configuration, sources, clock.",
    discussion: "Nothing leaves this machine. Of a credential it only says whether there is one.")

  @Flag(name: .customLong("json"), help: "Print it as a JSON object.")
  var printsJSON = false

  @OptionGroup var options: ContainerOptions

  mutating func run() async throws {
    let diagnosis = try diagnosis()
    if printsJSON {
      try StandardOutput.print(JSONText.text(of: diagnosis))
    } else {
      for line in diagnosis.lines { try StandardOutput.print(line) }
    }
  }

  /// What is to be printed.
  func diagnosis() throws -> Diagnosis {
    try Diagnosis(options.container(), configuration: options.configurationFile)
  }
}
