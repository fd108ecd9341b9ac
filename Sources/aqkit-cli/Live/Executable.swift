import AQKitCommands

/// The command line with everything that opens and serves sockets.
@main
enum Executable {
  static func main() async { await Entry.run(with: .here(Sockets())) }
}
