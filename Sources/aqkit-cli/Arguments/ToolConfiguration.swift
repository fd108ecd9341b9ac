import AQKit
import Foundation

/// Where the tool's configuration is.
struct ToolConfiguration {
  /// The file; nil for none.
  let path: String?
  /// Whether somebody named it.
  let isNamed: Bool
  /// Whether it was found in the working directory, which may be somebody else's.
  let isOfFolder: Bool

  /// The file that is named, else `aqkit.json` in the working directory, else `aqkit/aqkit.json` in
  /// `$XDG_CONFIG_HOME`, by default `~/.config` (XDG Base Directory Specification).
  init(
    named name: String?, searches: Bool = true,
    environment: [String: String] = ProcessInfo.processInfo.environment, in workingFolder: String = "",
    exists: (String) -> Bool = { FileManager.default.fileExists(atPath: $0) }
  ) {
    isNamed = name != nil
    // A folder that isn't absolute is to be ignored, says the specification.
    let folder =
      environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? environment["HOME"].map { "\($0)/.config" }
    let ofFolder = workingFolder + "aqkit.json"
    let usual = [ofFolder] + (folder.map { ["\($0)/aqkit/aqkit.json"] } ?? [])
    path = name ?? (searches ? usual.first(where: exists) : nil)
    isOfFolder = name == nil && path == ofFolder
  }

  /// The sources that a configuration names: it may have changed where they send a credential.
  static func sources(in bytes: [UInt8]) -> Set<SourceID> {
    let entries = (try? AQJSON(parsing: bytes)["sources"].array()) ?? []
    return Set(entries.compactMap { entry in entry["id"].asString.map { SourceID($0) } })
  }

  /// The bytes of the file; nil without one.
  ///
  /// - Throws: An ``AQError`` with the system's reason where it can't be read.
  func bytes() throws -> [UInt8]? {
    guard let path else { return nil }
    do throws(InputFile.Fault) {
      // A pipe that lies there would be waited for.
      var info = stat()
      if !isNamed, stat(path, &info) == 0, info.st_mode & S_IFMT != S_IFREG {
        throw InputFile.Fault(reason: "it is no file of bytes")
      }
      return try InputFile.bytes(atPath: path)
    } catch {
      throw AQError(.notConfigured, "The configuration “\(path)” can't be read: \(error.reason).")
    }
  }

  /// The variable of the environment from which a credential is taken, such as `AQKIT_OPEN_METEO_API_KEY`.
  static func variable(for option: String, of source: SourceID) -> String {
    var name = "AQKIT_"
    var wasSmall = false
    for character in "\(source.rawValue)-\(option)" {
      if character.isUppercase, wasSmall { name += "_" }
      wasSmall = character.isLowercase || character.isNumber
      name += character.isLetter || character.isNumber ? character.uppercased() : "_"
    }
    return name
  }
}

/// Files that somebody named.
enum InputFile {
  /// Why a file can't be read.
  struct Fault: Error {
    /// The system's reason, such as `No such file or directory`.
    let reason: String
  }

  /// All bytes of a file.
  static func bytes(atPath path: String) throws(Fault) -> [UInt8] {
    let handle = try open(path)
    do {
      return Array(try handle.readToEnd() ?? Data())
    } catch {
      throw Fault(reason: "it can't be read to its end")
    }
  }

  /// Opens a file for reading; `-` is standard input.
  static func open(_ path: String) throws(Fault) -> FileHandle {
    if path == "-" { return .standardInput }
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      throw Fault(reason: "it is a folder")
    }
    errno = 0
    guard let handle = FileHandle(forReadingAtPath: path) else {
      throw Fault(reason: errno == 0 ? "no such file" : String(cString: strerror(errno)))
    }
    return handle
  }
}
