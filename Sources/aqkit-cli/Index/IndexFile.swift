import AQKit

extension AirQualityIndexCatalog {
  /// Returns an index or an edition by its name, or the index in a file whose name ends in `.json`
  /// (`Docs/AddAnIndex.md`); an unknown name is wrong usage.
  func named(_ name: String, at time: AirTime? = nil) throws -> any AirQualityIndex {
    if name.isIndexFile {
      let bytes = try WrongUsage.checked { try InputFile.bytes(atPath: name, of: "index", atMost: 1 << 20) }
      do {
        return try BreakpointIndex(json: bytes)
      } catch {
        throw WrongUsage("The file “\(name)” contains no index: \(error)")
      }
    }
    guard let index = index(name, at: time) else {
      throw WrongUsage.unknown("index", name, among: names, list: "\(toolName) index --list")
    }
    return index
  }

  var names: [String] { (editions.map(\.family) + identifiers).unique }

  /// Returns the catalogue's name for an index that is named as for ``named(_:at:)``. The index of a file joins
  /// the catalogue, and its name is its identifier.
  mutating func take(_ name: String) throws -> String {
    let index = try named(name)
    guard name.isIndexFile else { return name }
    replace(index)
    return index.edition.identifier
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
