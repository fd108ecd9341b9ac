import AQKit

/// Suggestions for mistyped names.
enum Suggestion {
  /// The name that differs least, if it differs by few characters.
  static func nearest(to word: String, among names: some Sequence<String>) -> String? {
    nearestSpelling(to: word, among: names)
  }

  /// ` Did you mean “pm25”?`, or an empty text.
  static func question(about word: String, among names: some Sequence<String>) -> String {
    nearest(to: word, among: names).map { " Did you mean “\($0)”?" } ?? ""
  }
}

extension WrongUsage {
  /// Nothing has this name.
  ///
  /// - Parameters:
  ///   - kind: The expected kind, such as `source`.
  ///   - name: The typed name.
  ///   - names: The existing names.
  ///   - list: Where all of them are, such as `aqkit-cli sources`.
  static func unknown(_ kind: String, _ name: String, among names: some Sequence<String>, list: String)
    -> Self
  {
    let question = Suggestion.question(about: name, among: names)
    let message = "There is no \(kind) “\(name)”.\(question) All of them: \(list)"
    return WrongUsage(reason: AQError(.invalidRequest, message))
  }
}

extension AQContainer {
  /// The identifier of a registered source.
  ///
  /// - Throws: ``WrongUsage`` with a similar name if it doesn't exist.
  func sourceID(_ name: String) throws -> SourceID {
    let id = SourceID(name)
    guard descriptors.contains(where: { $0.id == id }) else {
      throw WrongUsage.unknown(
        "source", name, among: descriptors.map(\.id.rawValue), list: "aqkit-cli sources")
    }
    return id
  }

  /// Checks that a source has an option.
  ///
  /// - Throws: ``WrongUsage`` with similar names if the source or option doesn't exist.
  func checkOption(_ option: String, of source: String) throws {
    let id = try sourceID(source)
    let options = descriptors.first { $0.id == id }?.options.map(\.name) ?? []
    guard options.contains(option) else {
      let question = Suggestion.question(about: option, among: options)
      let message = "\(source) has no option “\(option)”.\(question) All of them: aqkit-cli sources \(source)"
      throw WrongUsage(reason: AQError(.invalidRequest, message))
    }
  }

  /// A format of recorded bytes.
  ///
  /// - Throws: ``WrongUsage`` with a similar name if it doesn't exist.
  func payloadFormat(_ name: String) throws -> PayloadFormat {
    guard let format = formats.first(where: { $0.name == name }) else {
      throw WrongUsage.unknown(
        "format", name, among: formats.map(\.name), list: formats.map(\.name).joined(separator: ", "))
    }
    return format
  }
}

extension AirQualityIndexCatalog {
  /// An index or an edition by its name, or the index of a file whose name ends in `.json`.
  ///
  /// - Throws: ``WrongUsage`` with a similar name if it doesn't exist.
  func named(_ name: String, at time: AirTime? = nil) throws -> any AirQualityIndex {
    if name.hasSuffix(".json") { return try Self.index(ofFile: name) }
    guard let index = index(name, at: time) else {
      throw WrongUsage.unknown("index", name, among: names, list: "aqkit-cli index --list")
    }
    return index
  }

  /// The names of all families and editions.
  var names: [String] {
    var names: [String] = []
    for edition in editions where !names.contains(edition.family) { names.append(edition.family) }
    return names + identifiers.filter { !names.contains($0) }
  }
}
