import AQKit
import Foundation

/// A package with an adapter to fill in.
struct AdapterScaffold {
  /// The adapter's type, module and package.
  let name: String
  /// The source's identifier: the name in lower case, its words parted by hyphens.
  let identifier: String
  private let dependency: Dependency

  /// Where the package finds AQKit.
  private struct Dependency {
    /// The entry of the manifest's dependencies.
    let declaration: String
    /// The name by which products refer to it.
    let package: String
  }

  /// Plans a package.
  ///
  /// - Parameters:
  ///   - name: The adapter's name: capital letter first, then letters and digits, at most 40.
  ///   - aqkit: A folder, or an address with a scheme or of the form `user@host:path`.
  /// - Throws: ``AQError/Code/invalidRequest`` when the name can't name a Swift module, or the place is empty or holds a
  ///   quotation mark.
  init(name: String, aqkit: String) throws(AQError) {
    guard name.utf8.count <= 40, name.first.map({ $0.isASCII && $0.isUppercase }) ?? false,
      name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
    else {
      throw AQError(
        .invalidRequest,
        "“\(name.prefix(60))” is no name for an adapter: a capital letter, then letters and digits, as in CityAir."
      )
    }
    let taken: Set<String> = [
      "AQKit", "AQKitTesting", "Any", "Foundation", "Protocol", "Recording", "Self", "String", "Swift",
      "Testing",
      "Type", "XCTest",
    ]
    guard !taken.contains(name) else {
      throw AQError(.invalidRequest, "“\(name)” is the name of something else; choose another one.")
    }
    // Scalars, since CR LF is one character, and a quotation mark is one with a mark behind it.
    let isPlain = aqkit.unicodeScalars.allSatisfy { scalar in
      !scalar.steers && !scalar.isJoiner && scalar != "\"" && scalar != "\\"
    }
    guard !aqkit.isEmpty, isPlain else {
      throw AQError(.invalidRequest, "AQKit can't be found at “\(aqkit.prefix(60))”.")
    }
    self.name = name
    identifier = Self.identifier(of: name)
    dependency = Self.dependency(on: aqkit)
  }

  /// `CityAir` as `city-air`, `UBAStations` as `uba-stations`.
  private static func identifier(of name: String) -> String {
    let letters = Array(name)
    var result = ""
    for (index, letter) in letters.enumerated() {
      let follows = index > 0 && (letters[index - 1].isLowercase || letters[index - 1].isNumber)
      let begins = index > 0 && index + 1 < letters.count && letters[index + 1].isLowercase
      if letter.isUppercase, follows || begins { result += "-" }
      result += letter.lowercased()
    }
    return result
  }

  private static func dependency(on aqkit: String) -> Dependency {
    if aqkit.contains("://") || (aqkit.contains("@") && aqkit.contains(":")) {
      var identity = aqkit.split(separator: "/").last.map(String.init) ?? "aqkit"
      if identity.hasSuffix(".git") { identity.removeLast(4) }
      return Dependency(
        declaration: ".package(url: \"\(aqkit)\", from: \"\(Build.version)\", traits: [])", package: identity)
    }
    let path = URL(filePath: aqkit).standardizedFileURL.path
    return Dependency(
      declaration: ".package(name: \"AQKit\", path: \"\(path)\", traits: [])", package: "AQKit")
  }

  /// The files with their texts, by path in the package.
  var files: [(path: String, text: String)] {
    [
      ("Package.swift", manifestText), ("Sources/\(name)/\(name).swift", adapterText),
      ("Sources/\(name)/\(name)Module.swift", moduleText),
      ("Tests/\(name)Tests/Recording.swift", recordingText),
      ("Tests/\(name)Tests/ContractTests.swift", testText), (".gitignore", ".build/\n"),
    ]
  }

  /// The manifest's entry for AQKit.
  var packageDeclaration: String { dependency.declaration }
  /// The name by which the manifest's targets refer to AQKit.
  var packageName: String { dependency.package }

  /// Writes the package as a new folder.
  ///
  /// - Parameter folder: Where the new folder is made; it is made itself where it doesn't exist.
  /// - Returns: The paths that were written.
  /// - Throws: ``AQError/Code/invalidRequest`` when there is something at its place already, which is left as it is.
  func write(into folder: String) throws -> [String] {
    let root = URL(filePath: folder, directoryHint: .isDirectory).appending(path: name)
    guard !FileManager.default.fileExists(atPath: root.path) else {
      throw AQError(
        .invalidRequest, "There is something at \(root.relativePath) already; nothing was written.")
    }
    return try files.map { file in
      let place = root.appending(path: file.path)
      try FileManager.default.createDirectory(
        at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(file.text.utf8).write(to: place, options: .withoutOverwriting)
      return place.relativePath
    }
  }
}
