import AQKit

extension AirQualityIndexCatalog {
  /// Returns an index or an edition by its name, or the index of a file whose name ends in `.json`; an unknown name is wrong usage.
  func named(_ name: String, at time: AirTime? = nil) throws -> any AirQualityIndex {
    if name.isIndexFile { return try Self.index(ofFile: name) }
    guard let index = index(name, at: time) else {
      throw WrongUsage.unknown("index", name, among: names, list: "\(toolName) index --list")
    }
    return index
  }

  var names: [String] { (editions.map(\.family) + identifiers).unique }

  /// Returns the index with a name as ``named(_:at:)`` does; the index of a file is then also in the catalogue.
  mutating func take(_ name: String) throws -> any AirQualityIndex {
    let index = try named(name)
    if name.isIndexFile { replace(index) }
    return index
  }

  /// Returns the index in a JSON file (`Docs/AddAnIndex.md`), as `--standard FILE.json` names it.
  static func index(ofFile path: String) throws -> any AirQualityIndex {
    let bytes = try WrongUsage.checked { try InputFile.bytes(atPath: path, of: "index", atMost: 1 << 20) }
    do {
      return try BreakpointIndex(json: bytes)
    } catch {
      throw WrongUsage("The file “\(path)” contains no index: \(error)")
    }
  }
}

extension IndexEdition.Reference {
  /// Creates a reference to a named index: to the index itself if it is in a file, else to its name, so that a family has
  /// the edition that is in force at each hour.
  init(_ name: String, of index: any AirQualityIndex) {
    if name.isIndexFile { self.init(index) } else { self.init(name) }
  }
}

extension String {
  var isIndexFile: Bool { hasSuffix(".json") }
}
