import AQKitCommands

/// The command line without SwiftNIO: what needs sockets it hands over to `aqkit-cli-live`.
@main
enum Executable {
  static func main() async { await Entry.run(with: .besideThis) }
}
