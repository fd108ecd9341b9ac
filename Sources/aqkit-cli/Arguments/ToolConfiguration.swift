import AQKit
import AQKitDecoding
import AQKitFixtures
import Foundation

struct ToolConfiguration {
  let path: String?
  let isNamed: Bool
  /// Whether it was found in the working directory, which may be someone else's.
  let isOfFolder: Bool

  /// Finds the file: the one that is named, else `aqkit.json` in the working directory, else `aqkit/aqkit.json` in
  /// `$XDG_CONFIG_HOME`, by default `~/.config` (XDG Base Directory Specification).
  init(
    named name: String?, searches: Bool = true,
    environment: [String: String] = ProcessInfo.processInfo.environment, in workingFolder: String = "",
    exists: (String) -> Bool = { FileManager.default.fileExists(atPath: $0) }
  ) {
    isNamed = name != nil
    // By the specification, a folder that isn't absolute is ignored.
    let folder =
      environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? environment["HOME"].map { "\($0)/.config" }
    let ofFolder = workingFolder + "aqkit.json"
    let usual = [ofFolder] + (folder.map { ["\($0)/aqkit/aqkit.json"] } ?? [])
    path = name ?? (searches ? usual.first(where: exists) : nil)
    isOfFolder = name == nil && path == ofFolder
  }

  private static let largest = 16 << 20

  /// Reduces a configuration of unknown origin to the order of sources and whether they are on. New sources and options
  /// could send a key or a place to any address, so they are left out. Returns the rest, and the sources that it
  /// changes or creates; the document itself if it can't be read.
  static func withoutAddresses(_ bytes: [UInt8]) -> (bytes: [UInt8], leftOut: [String]) {
    guard let root = try? AQJSON(parsing: bytes), let elements = try? root["sources"].array() else {
      return (bytes, [])
    }
    var leftOut: [String] = []
    var json = JSONText()
    json.object {
      $0.array("sources") {
        for element in elements {
          let names = (try? element.members.map(\.name)) ?? []
          if element["id"].stringValue != nil, names.allSatisfy(["id", "enabled", "precedence"].contains) {
            $0.value(json: element.rawText.utf8)
          } else {
            leftOut.append(element["id"].stringValue ?? element["kind"].stringValue ?? "a source")
          }
        }
      }
      if let others = root["others"].stringValue { $0.member("others", others) }
    }
    return leftOut.isEmpty ? (bytes, []) : (json.bytes, leftOut)
  }

  func bytes() throws(AQError) -> [UInt8]? {
    guard let path else { return nil }
    return try InputFile.bytes(atPath: path, of: "configuration", atMost: Self.largest, allowsPipe: isNamed)
  }

  /// Returns the variable of the environment from which a credential is taken, such as `AQKIT_OPEN_METEO_API_KEY`.
  static func variable(for option: String, of source: SourceID) -> String {
    let words = "aqkit-\(source.rawValue)-\(option)".replacing(#/([\p{Ll}\p{N}])(\p{Lu})/#) {
      "\($0.output.1)-\($0.output.2)"
    }
    return String(words.uppercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }
}

/// Files that the user named; `-` is standard input. A file that can't be read is an error with the system's reason.
enum InputFile {
  /// Returns all bytes of a file, or of a pipe such as that of `<(command)`.
  static func bytes(
    atPath path: String, of kind: String = "file", atMost limit: Int = FixtureFolder.maximumFileSize,
    allowsPipe: Bool = true
  ) throws(AQError) -> [UInt8] {
    try naming("The \(kind) “\(path)”") { () throws(FileBytes.Fault) in
      let handle =
        try path == "-"
        ? FileHandle.standardInput : FileBytes.handle(of: path, atMost: limit, allowsPipe: allowsPipe)
      return try FileBytes.all(of: handle, atMost: limit)
    }
  }

  /// Opens a file of any size for reading in pieces.
  static func opened(_ path: String) throws(AQError) -> FileHandle {
    if path == "-" { return .standardInput }
    return try naming("The file “\(path)”") { () throws(FileBytes.Fault) in
      try FileBytes.handle(of: path, allowsPipe: true)
    }
  }

  private static func naming<Result>(
    _ name: String, _ read: () throws(FileBytes.Fault) -> Result
  ) throws(AQError) -> Result {
    do throws(FileBytes.Fault) {
      return try read()
    } catch {
      throw AQError(.invalidRequest, "\(name) can't be read: \(error.reason).")
    }
  }
}
