import AQKit
import Foundation

struct ToolConfiguration {
  let path: String?
  /// Whether it was found in the working directory, which may be someone else's.
  let isOfFolder: Bool

  /// Finds the file: the one that is named, else `aqkit.json` in the working directory, else `aqkit/aqkit.json` in
  /// `$XDG_CONFIG_HOME`, by default `~/.config` (XDG Base Directory Specification).
  init(
    named name: String?, searches: Bool = true,
    environment: [String: String] = ProcessInfo.processInfo.environment, in workingFolder: String = "",
    exists: (String) -> Bool = { FileManager.default.fileExists(atPath: $0) }
  ) {
    // As the specification requires, a folder that isn't absolute is ignored.
    let folder =
      environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? environment["HOME"].map { "\($0)/.config" }
    let ofFolder = workingFolder + "aqkit.json"
    let usual = [ofFolder] + (folder.map { ["\($0)/aqkit/aqkit.json"] } ?? [])
    path = name ?? (searches ? usual.first(where: exists) : nil)
    isOfFolder = name == nil && path == ofFolder
  }

  func bytes() throws(AQError) -> [UInt8]? {
    guard let path else { return nil }
    return try InputFile.bytes(atPath: path, of: "configuration", atMost: 16 << 20, allowsPipe: !isOfFolder)
  }

  /// Returns the variable of the environment from which a credential is taken, such as `AQKIT_OPEN_METEO_API_KEY`.
  static func variable(for option: String, of source: SourceID) -> String {
    let words = "aqkit-\(source.rawValue)-\(option)".replacing(#/([\p{Ll}\p{N}])(\p{Lu})/#) {
      "\($0.output.1)-\($0.output.2)"
    }
    return String(words.uppercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }
}
