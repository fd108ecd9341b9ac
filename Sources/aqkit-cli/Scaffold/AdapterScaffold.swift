import AQKit
import Foundation

struct AdapterScaffold {
  /// The adapter's type, module and package.
  let name: String
  /// The source's identifier: the name in lower case, its words separated by hyphens.
  let identifier: String
  /// The manifest's entry for AQKit.
  let packageDeclaration: String
  /// The name by which the manifest's targets refer to AQKit.
  let packageName: String
  /// The advice on the manifest for a version that isn't available yet; nil if none is needed.
  let advice: String?

  /// Creates the scaffold of an adapter. Throws ``AQError/Code/invalidRequest`` when the name can't name a Swift module, or
  /// the location is empty or contains a quotation mark.
  init(name: String, aqkit: String) throws(AQError) {
    guard name.utf8.count <= 40, name.first.map({ $0.isASCII && $0.isUppercase }) ?? false,
      name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
    else {
      throw AQError(
        .invalidRequest,
        "“\(name.prefix(60))” isn't a name for an adapter: a capital letter, then letters and digits, as in CityAir."
      )
    }
    let taken = """
      AQContainer AQKit AQKitTesting AQModule AdapterContract AdapterRule AirAttribution AirQuery
      AirRights AirSite AirTime Any Array ContractRule ContractTests Foundation HTTPAdapter HTTPCall HTTPModule
      HTTPReply Issue PayloadFormat Protocol Recording ReportBuilder RequestLimits Self SourceContract
      SourceDescriptor String StubTransport Suite Swift Test Testing TimeStamp TransportRequest Type URL Void XCTest
      """
    // Words of the language, since the template has a member of that name.
    let words = """
      as associatedtype break case catch class continue default defer deinit do else enum extension
      fallthrough false fileprivate for func guard if import in init inout internal is let nil operator
      precedencegroup private public repeat rethrows return static struct subscript super switch throw
      throws true try typealias var where while
      """
    func names(_ list: String) -> Set<Substring> { Set(list.split(whereSeparator: \.isWhitespace)) }
    guard !names(taken).contains(name[...]), !names(words).contains(name.lowercased()[...]) else {
      throw AQError(.invalidRequest, "“\(name)” is a name that is already taken; choose another one.")
    }
    // Uses scalars, since CR LF is one character, and so is a quotation mark with a combining mark after it.
    let isPlain = aqkit.unicodeScalars.allSatisfy { !$0.steers && !$0.isJoiner && $0 != "\"" && $0 != "\\" }
    guard !aqkit.isEmpty, isPlain else {
      throw AQError(.invalidRequest, "AQKit can't be found at “\(aqkit.prefix(60))”.")
    }
    self.name = name
    identifier = Self.identifier(of: name)
    if aqkit.contains("://") || (aqkit.contains("@") && aqkit.contains(":")) {
      let identity = aqkit.split(separator: "/").last.map(String.init) ?? "aqkit"
      packageName = identity.hasSuffix(".git") ? String(identity.dropLast(4)) : identity
      // A later beta may change any name.
      let requirement = Build.version.contains("-") ? "exact" : "from"
      packageDeclaration = ".package(url: \"\(aqkit)\", \(requirement): \"\(Build.version)\")"
      advice = Build.untagged
    } else {
      let path = URL(filePath: aqkit).standardizedFileURL.path
      packageDeclaration = ".package(name: \"AQKit\", path: \"\(path)\")"
      (packageName, advice) = ("AQKit", nil)
    }
  }

  /// Returns the identifier for a name: `city-air` for `CityAir`, `uba-stations` for `UBAStations`.
  private static func identifier(of name: String) -> String {
    name.replacing(#/([a-z0-9])([A-Z])/#) { "\($0.output.1)-\($0.output.2)" }
      .replacing(#/([A-Z])([A-Z][a-z])/#) { "\($0.output.1)-\($0.output.2)" }.lowercased()
  }

  var files: [(path: String, text: String)] {
    [
      ("Package.swift", filled(PackageResources.Package_swift_txt)),
      ("Sources/\(name)/\(name).swift", filled(PackageResources.Adapter_swift_txt)),
      ("Sources/\(name)/\(name)Module.swift", filled(PackageResources.Module_swift_txt)),
      ("Tests/\(name)Tests/Recording.swift", filled(PackageResources.Recording_swift_txt)),
      ("Tests/\(name)Tests/ContractTests.swift", filled(PackageResources.ContractTests_swift_txt)),
      (".gitignore", ".build/\n"),
      (".github/workflows/tests.yml", String(decoding: PackageResources.Workflow_yml_txt, as: UTF8.self)),
    ]
  }

  /// Returns a file of the folder Template with its blanks filled in.
  private func filled(_ template: [UInt8]) -> String {
    let words = identifier.split(separator: "-")
    let rest = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
    let values = [
      "name": name, "identifier": identifier, "member": (words.prefix(1).map(String.init) + rest).joined(),
      "dependency": packageDeclaration, "package": packageName, "version": Build.version,
      "advice": advice.map { "\n    // \($0)" } ?? "",
    ]
    return values.reduce(String(decoding: template, as: UTF8.self)) { text, value in
      text.replacing("{{\(value.key)}}", with: value.value)
    }
  }

  /// Writes the package as a new folder and returns its paths; throws if something already exists there.
  func write(into folder: String) throws -> [String] {
    let root = URL(filePath: folder, directoryHint: .isDirectory).appending(path: name)
    guard !FileManager.default.fileExists(atPath: root.path) else {
      throw AQError(
        .invalidRequest, "\(root.relativePath) already exists; nothing was written.")
    }
    do {
      return try files.map { file in
        let place = root.appending(path: file.path)
        try FileManager.default.createDirectory(
          at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(file.text.utf8).write(to: place, options: .withoutOverwriting)
        return place.relativePath
      }
    } catch {
      throw AQError(
        .invalidRequest, "\(root.relativePath) can't be written: \(error.localizedDescription)", cause: error)
    }
  }
}
