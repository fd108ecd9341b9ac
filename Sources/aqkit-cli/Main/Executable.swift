import AQKitCommands

/// The command line without SwiftNIO: `aqkit-cli-live` runs the commands that need sockets.
@main
enum Executable {
  static func main() async { await Entry.run(with: .besideThis) }
}
