import AQKit
import Foundation

#if AsyncHTTPClient && os(Linux)
  import AQKitAsyncHTTPClient
#else
  import AQKitURLSession
#endif

/// What a person who asks for help should say: what runs, and how it is configured. It holds no credential.
struct Diagnosis: Encodable {
  /// A registered source.
  struct Source: Encodable {
    let id: String
    let name: String
    let isEnabled: Bool
    /// The credentials that it takes.
    let credentials: [Credential]
    /// The options without which it can't work and that have no value, credentials included.
    let missing: [String]
  }

  /// A credential that a source takes, without its value.
  struct Credential: Encodable {
    let option: String
    let isRequired: Bool
    let isSet: Bool
  }

  let version = Build.version
  let transport = Build.transport
  /// The configuration file in use, as it was named; nil for none.
  let configuration: String?
  let clock: AirTime
  let timeZone: String
  let sources: [Source]

  /// Looks at a container.
  init(_ container: AQContainer, configuration: String?) throws {
    self.configuration = configuration
    clock = try container[.clock].time
    timeZone = TimeZone.current.identifier
    sources = container.descriptors.map { descriptor in
      let isSet = { (option: SourceDescriptor.Option) in container.hasOption(option.name, of: descriptor.id) }
      return Source(
        id: descriptor.id.rawValue, name: descriptor.name, isEnabled: container.isEnabled(descriptor.id),
        credentials: descriptor.options.filter(\.isSecret).map {
          Credential(option: $0.name, isRequired: $0.isRequired, isSet: isSet($0))
        },
        missing: descriptor.options.filter { $0.isRequired && !isSet($0) }.map(\.name))
    }
  }

  /// The same for people, a line each.
  var lines: [TerminalText] {
    [
      "version    \(version)",
      "transport  \(transport)",
      "config     \(configuration ?? "none (--config FILE)")",
      "clock      \(clock), time zone \(timeZone)",
    ] + sources.map { "source     \(Text.pad(TerminalText($0.id), 20)) \($0.state)" }
  }
}

extension Diagnosis.Source {
  /// Whether the source can be asked, and which credentials it has.
  fileprivate var state: String {
    let ready =
      !isEnabled ? "off" : missing.isEmpty ? "ready" : "not ready: set \(missing.joined(separator: ", "))"
    let keys = credentials.filter { !missing.contains($0.option) }.map {
      "\($0.option) is \($0.isSet ? "set" : "not set, and not needed")"
    }
    return ([ready] + keys).joined(separator: "; ")
  }
}

/// What this command was built from.
enum Build {
  /// The version of the package.
  static let version = "0.1.0"

  #if AsyncHTTPClient && os(Linux)
    /// The HTTP transport in use.
    static let transport = "AsyncHTTPClient"
    /// A container with that transport and no source.
    static var container: AQContainer { .liveAsyncHTTPClient }
  #else
    /// The HTTP transport in use.
    static let transport = "URLSession"
    /// A container with that transport and no source.
    static var container: AQContainer { .live }
  #endif

  /// Version and transport in one line.
  static let description = "aqkit-cli \(version), HTTP over \(transport)"
}
