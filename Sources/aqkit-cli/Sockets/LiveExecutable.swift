import AQKit
import Foundation

/// `aqkit-cli-live`, the executable that opens and serves sockets, as `aqkit-cli` sees it.
///
/// Both are in one folder and have the same commands, so that a command is handed over by running the other one with
/// the same arguments. `swift run aqkit-cli` builds only `aqkit-cli`; the other one is built when it is needed, where
/// both are in a package's folder of builds.
struct LiveExecutable: Sendable {
  static let name = "aqkit-cli-live"

  /// With this variable of the environment nothing is built: for tests, which are about what was built for them.
  static let asBuilt = "AQKIT_AS_BUILT"

  /// The folder of both.
  let folder: URL

  /// The executable next to the one that runs; nil where the system doesn't say where that is.
  static var besideThis: LiveExecutable? {
    guard let file = Bundle.main.executableURL else { return nil }
    return LiveExecutable(folder: file.resolvingSymlinksInPath().deletingLastPathComponent())
  }

  /// Runs it in place of this process: with the same arguments, environment, open files and number.
  ///
  /// - Throws: ``AQError/Code/invalidRequest`` with the remedy where it is missing and can't be built.
  func takeOver() throws -> Never {
    // As they were given: a file's name may be no UTF-8.
    let arguments = UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
    let given = arguments.map { word in
      word.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: CChar.self) }
    }
    if let build, isOutdated, ProcessInfo.processInfo.environment[Self.asBuilt] == nil {
      let command = "swift \(build.map(Self.quoted).joined(separator: " "))"
      complain("aqkit-cli: This needs \(Self.name), which is built now: \(command)")
      // A shell waits for the build, and Ctrl-C ends both.
      let script = """
        live=$1; shift
        \(command) </dev/null >&2 || { echo "aqkit-cli: \(Self.name) can't be built." >&2; exit 1; }
        exec "$live" "$@"
        """
      let words: [String] = ["sh", "-c", script, "sh", path]
      Self.execute("/bin/sh", words.map { word in strdup(word) } + given.dropFirst())
    } else {
      Self.execute(path, given)
    }
    throw AQError(
      .invalidRequest,
      "This needs \(Self.name), which isn't in \(folder.path). Both files belong together: swift build -c release makes them."
    )
  }

  /// A word as the shell reads it.
  private static func quoted(_ word: String) -> String {
    word.contains { !$0.isLetter && !$0.isNumber && !"-_./,+".contains($0) }
      ? "'\(word.replacing("'", with: #"'\''"#))'" : word
  }

  private var path: String { folder.appending(path: Self.name).path }

  /// Returns only where the file can't be run.
  private static func execute(_ file: String, _ words: [UnsafeMutablePointer<CChar>?]) {
    // Threads of tasks block signals, and an executable begins with the mask of the thread that starts it.
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
    _ = execv(file, words + [nil])
  }
}

extension LiveExecutable {
  /// The arguments of `swift` that build it as this executable was built; nil anywhere but in the package's folder of
  /// builds, `.build/TRIPLE/CONFIGURATION`.
  var build: [String]? {
    let builds = folder.deletingLastPathComponent().deletingLastPathComponent()
    let package = builds.deletingLastPathComponent()
    let sources = package.appending(path: "Sources/aqkit-cli/Live").path
    guard builds.lastPathComponent == ".build", FileManager.default.fileExists(atPath: sources) else {
      return nil
    }
    return ["build", "--product", Self.name, "-c", folder.lastPathComponent, "--package-path", package.path]
      + Self.traits
  }

  /// The options for the traits of this build.
  private static var traits: [String] {
    var names: [String] = []
    names.reserveCapacity(3)
    #if NIO
      names.append("NIO")
    #endif
    #if AsyncHTTPClient
      names.append("AsyncHTTPClient")
    #endif
    #if Board
      names.append("Board")
    #endif
    if names == ["NIO"] { return [] }
    return names.isEmpty ? ["--disable-default-traits"] : ["--traits", names.joined(separator: ",")]
  }

  /// Whether it isn't there, or is older than what it is made of: an object file, which the build of `aqkit-cli` may have
  /// made again, or a source that only this one has.
  var isOutdated: Bool {
    guard let built = Self.modified(path) else { return true }
    let list = folder.appending(path: "\(Self.name).product/Objects.LinkFileList")
    let objects = ((try? String(contentsOf: list, encoding: .utf8)) ?? "").split(separator: "\n").map {
      String($0).trimmingCharacters(in: CharacterSet(charactersIn: "'\""))
    }
    return (objects + ownSources).contains { Self.modified($0).map { $0 > built } ?? false }
  }

  private var ownSources: [String] {
    let sources = folder.appending(path: "../../../Sources").standardizedFileURL
    return ["aqkit-cli/Live", "LoopbackServers", "Adapters/SocketFeed", "Adapters/Board"].flatMap { part in
      let folder = sources.appending(path: part)
      let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
      return files.filter { $0.hasSuffix(".swift") }.map { folder.appending(path: $0).path }
    }
  }

  /// When a file was changed last, in nanoseconds; nil where there is none.
  private static func modified(_ path: String) -> Int64? {
    var info = stat()
    guard stat(path, &info) == 0 else { return nil }
    #if canImport(Darwin)
      let time = info.st_mtimespec
    #else
      let time = info.st_mtim
    #endif
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
