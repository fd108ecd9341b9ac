import AQKit
import ArgumentParser

/// An error in what the user wrote, such as a source that doesn't exist. No source was asked.
struct WrongUsage: Error {
  let reason: AQError

  /// Checks the arguments; an `AQError` from that becomes wrong usage.
  static func checked<Value>(_ body: () throws -> Value) throws -> Value {
    do { return try body() } catch let error as AQError { throw WrongUsage(reason: error) }
  }
}

/// Throws an error of wrong usage if a condition is met.
func refuse(if isWrong: Bool, _ message: String) throws {
  if isWrong { throw ValidationError(message) }
}

extension WrongUsage {
  init(_ message: String) { self.init(reason: AQError(.invalidRequest, message)) }

  /// Returns ` Did you mean “pm25”?`, or the empty string.
  static func suggestion(for word: String, among names: some Sequence<String>) -> String {
    nearestSpelling(to: word, among: names).map { " Did you mean “\($0)”?" } ?? ""
  }

  /// Returns the error for an unknown name of a kind, such as `source`. The list is the place where all names can be found.
  static func unknown(_ kind: String, _ name: String, among names: some Sequence<String>, list: String)
    -> Self
  {
    WrongUsage("There is no \(kind) “\(name)”.\(suggestion(for: name, among: names)) All of them: \(list)")
  }
}

extension AQContainer {
  /// Returns the declaration of a source. Throws ``WrongUsage`` with a similar name if it doesn't exist.
  func declaration(of source: String) throws -> SourceDescriptor {
    guard let descriptor = descriptors.first(where: { $0.id == SourceID(source) }) else {
      throw WrongUsage.unknown(
        "source", source, among: descriptors.map(\.id.rawValue), list: "\(toolName) sources")
    }
    return descriptor
  }

  /// Checks that a source has an option; otherwise it is wrong usage, with similar names.
  func checkOption(_ option: String, of source: String) throws {
    let options = try declaration(of: source).options.map(\.name)
    guard options.contains(option) else {
      let question = WrongUsage.suggestion(for: option, among: options)
      throw WrongUsage(
        "\(source) has no option “\(option)”.\(question) All of them: \(toolName) sources \(source)")
    }
  }

  /// Returns the format of recorded bytes with a name; an unknown one is wrong usage, with a similar name.
  func payloadFormat(_ name: String) throws -> PayloadFormat {
    guard let format = formats.first(where: { $0.name == name }) else {
      throw WrongUsage.unknown(
        "format", name, among: formats.map(\.name), list: formats.map(\.name).joined(separator: ", "))
    }
    return format
  }
}
