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

  /// Returns the error for an unknown name of a kind, such as `source`. The list is the place where all names can be found.
  static func unknown(_ kind: String, _ name: String, among names: some Sequence<String>, list: String)
    -> Self
  {
    let near = suggestedSpelling(for: name, among: names)
    return WrongUsage("There is no \(kind) “\(name)”\(near). All of them: \(list)")
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
}
