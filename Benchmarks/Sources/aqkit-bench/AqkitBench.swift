import Foundation

/// `aqkit-bench [SUITE…] [--check]`: prints the figures of the suites, all of them if none is named. With `--check` it exits
/// with 1 if a promised ratio isn't reached; absolute goals depend on the machine and are only printed.
@main
enum AqkitBench {
  private static let suites: [(name: String, figures: @Sendable () throws -> [Figure])] = [
    ("indices", IndicesSuite.figures),
    ("open-meteo", OpenMeteoSuite.figures),
    ("archive", ArchiveSuite.figures),
    ("stations", StationsSuite.figures),
    ("store", StoreSuite.figures),
    ("store-index", StoreIndexSuite.figures),
    ("hub", HubSuite.figures),
    ("estimate", EstimateSuite.figures),
    ("feed", NetworkSuites.feed),
    ("http", NetworkSuites.http),
  ]

  static func main() {
    // A missing script never reads its input; that is an error to handle, not the end of the process.
    signal(SIGPIPE, SIG_IGN)
    if CommandLine.arguments.count == 3, CommandLine.arguments[1] == ArchiveSuite.peakArgument {
      do {
        return try ArchiveSuite.printPeak(of: CommandLine.arguments[2])
      } catch {
        say("aqkit-bench: \(error)")
        exit(1)
      }
    }
    var names: [String] = []
    var checks = false
    for argument in CommandLine.arguments.dropFirst() {
      if argument == "--check" {
        checks = true
      } else if suites.contains(where: { $0.name == argument }) {
        names.append(argument)
      } else {
        say(
          "aqkit-bench: “\(argument)” is neither a suite nor --check. Suites: \(suites.map(\.name).joined(separator: ", "))"
        )
        exit(2)
      }
    }
    var failures = 0
    for suite in suites where names.isEmpty || names.contains(suite.name) {
      do {
        let figures = try suite.figures()
        print(suite.name)
        for figure in figures { print(figure) }
        failures += figures.map(\.failures).reduce(0, +)
      } catch {
        say("aqkit-bench: the suite \(suite.name) failed: \(error)")
        exit(1)
      }
    }
    guard checks else { return }
    if failures > 0 {
      say("aqkit-bench: \(failures) promised ratio(s) not reached")
      exit(1)
    }
  }

  private static func say(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
}
