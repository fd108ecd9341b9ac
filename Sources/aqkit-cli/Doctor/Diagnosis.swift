package import AQKit
import AQKitStorage
import Foundation

#if AsyncHTTPClient && os(Linux)
  import AQKitAsyncHTTPClient
#else
  import AQKitURLSession
#endif

/// The information that a request for help should have: versions and configuration. It contains no credentials.
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
    /// The addresses that their provider will switch off, or calls deprecated.
    let retirements: [Retirement]
    /// The remaining budgets, by window.
    var budgets: [Budget] = []
    /// Whether it answered; nil if it wasn't asked.
    var reach: Reach?

    /// Whether it can be asked.
    var isReady: Bool { isEnabled && missing.isEmpty }
  }

  /// An address that will be switched off.
  struct Retirement: Encodable {
    let url: String
    let deprecatedSince: AirTime?
    let retiresOn: AirTime?
    let replacedBy: String?
  }

  /// The remainder of a limit on requests.
  struct Budget: Encodable {
    /// The name of a named budget; nil for the general one.
    let name: String?
    let seconds: Int
    let limit: Double
    let left: Double
  }

  /// Whether a source answered a small question.
  struct Reach: Encodable {
    let isReached: Bool
    /// Milliseconds until it answered.
    let milliseconds: Double
    /// The error, with the remedy; nil if the source answered.
    let problem: String?

    /// Asks a source.
    init(of source: SourceID, in container: AQContainer, within limit: Duration) async throws {
      let start = ContinuousClock.now
      do {
        _ = try await AirDeadline.limit(limit, clock: container[.clock], source: source) {
          try await container.source(source).probe()
        }
        problem = nil
      } catch {
        if error is CancellationError { throw error }
        let error = AQError.wrapping(error, source: source)
        problem = "\(error.code): \(error.message) \(error.adviceAfterAsking)"
      }
      isReached = problem == nil
      milliseconds = (start.duration(to: .now).milliseconds * 10).rounded() / 10
    }
  }

  /// The content of the folder on disk.
  struct Store: Encodable {
    let folder: String
    let answers: Int
    let bytes: Int

    /// The same for people.
    fileprivate var text: TerminalText {
      "\(folder): \(Text.count(answers, "answer")), \(Text.count(bytes, "byte"))"
    }
  }

  /// A credential that a source takes, without its value.
  struct Credential: Encodable {
    let option: String
    let isRequired: Bool
    let isSet: Bool
  }

  let version = Build.version
  let transport = Build.transport
  /// The configuration file in use, as named by the user; nil for none.
  let configuration: String?
  /// The folder of `--store`; nil for none.
  let store: Store?
  let clock: AirTime
  let timeZone: String
  var sources: [Source]

  /// Looks at a container.
  init(_ container: AQContainer, configuration: String?, storage: AirStorage? = nil) throws {
    self.configuration = configuration
    store = storage.map { Store(folder: $0.folder.path, answers: $0.size.answers, bytes: $0.size.bytes) }
    clock = try container[.clock].time
    timeZone = TimeZone.current.identifier
    sources = container.descriptors.map { descriptor in
      let isSet = { (option: SourceDescriptor.Option) in container.hasOption(option.name, of: descriptor.id) }
      return Source(
        id: descriptor.id.rawValue, name: descriptor.name, isEnabled: container.isEnabled(descriptor.id),
        credentials: descriptor.options.filter(\.isSecret).map {
          Credential(option: $0.name, isRequired: $0.isRequired, isSet: isSet($0))
        },
        missing: container.missingOptions(of: descriptor),
        retirements: descriptor.endpoints.compactMap { endpoint in
          guard endpoint.retiresOn != nil || endpoint.deprecatedSince != nil else { return nil }
          return Retirement(
            url: endpoint.shownURL, deprecatedSince: endpoint.deprecatedSince, retiresOn: endpoint.retiresOn,
            replacedBy: endpoint.replacedBy)
        })
    }
    try readBudgets(of: container)
  }

  /// Reads the remaining budgets: the full limits if nothing was requested yet, by this process or by others with the same
  /// store.
  mutating func readBudgets(of container: AQContainer) throws {
    // A source's budget, which is created with the source, includes the requests of others.
    if store != nil {
      for source in sources where source.isReady { _ = try? container.source(SourceID(source.id)) }
    }
    let health = try AirHub(container).health
    for (index, descriptor) in container.descriptors.enumerated() where sources.indices.contains(index) {
      let left = health.first { $0.source == descriptor.id }?.budgetLeft ?? []
      func budgets(_ name: String?, _ windows: [RequestLimits.Window]) -> [Budget] {
        let known = left.filter { $0.name == name }
        return windows.enumerated().map { number, window in
          Budget(
            name: name, seconds: Int(window.seconds), limit: window.weight,
            left: known.indices.contains(number) ? known[number].weight : window.weight)
        }
      }
      let named = descriptor.limits.budgets.sorted { $0.key < $1.key }
      sources[index].budgets =
        budgets(nil, descriptor.limits.windows) + named.flatMap { budgets($0.key, $0.value) }
    }
  }

  /// The same for people, a line each.
  var lines: [TerminalText] {
    [
      "version    \(version)",
      "transport  \(transport)",
      "config     \(configuration ?? "none (aqkit.json, ~/.config/aqkit/aqkit.json or --config FILE)")",
      "clock      \(clock), time zone \(timeZone)",
    ]
      + (store.map { ["store      \($0.text)"] } ?? [])
      + sources.flatMap { source in
        ["source     \(Text.pad(TerminalText(source.id), 20)) \(source.state)"]
          + source.details.map { "           \(Text.pad("", 20)) \($0)" }
      }
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

  /// Further details: reachability, remaining budget, retirements.
  fileprivate var details: [String] {
    var lines: [String] = []
    if let reach {
      lines.append(reach.problem ?? "reached in \(Text.number(reach.milliseconds, digits: 1)) ms")
    }
    if isReady, !budgets.isEmpty {
      let left = budgets.map {
        "\($0.name.map { "\($0): " } ?? "")\(Text.number($0.left)) of \(Text.number($0.limit)) in \($0.seconds) s"
      }
      lines.append("requests left: \(left.joined(separator: ", "))")
    }
    for retirement in retirements {
      let when =
        retirement.retiresOn.map { "is switched off on \($0.description.prefix(10))" } ?? "is deprecated"
      lines.append("\(retirement.url) \(when)\(retirement.replacedBy.map { "; then \($0)" } ?? "")")
    }
    return lines
  }
}

/// The source of this build.
package enum Build {
  /// The version of the package; until it is tagged, the next one (`Docs/Releasing.md`).
  static let version = "1.0.0-beta.1"
  /// Whether that version is tagged, so that a package finds AQKit by it.
  static let isTagged = false
  /// The replacement for the version until it is tagged; nil afterwards.
  static let untagged: String? =
    isTagged
    ? nil : "Until AQKit \(version) is tagged, write branch: \"main\" in place of from: \"\(version)\"."

  #if AsyncHTTPClient && os(Linux)
    /// The HTTP transport in use.
    package static let transport = "AsyncHTTPClient"
    /// A container with that transport and no source.
    package static var container: AQContainer { .liveAsyncHTTPClient }
  #else
    /// The HTTP transport in use.
    package static let transport = "URLSession"
    /// A container with that transport and no source.
    package static var container: AQContainer { .live }
  #endif

  /// Version and transport in one line.
  static let description = "aqkit-cli \(version), HTTP over \(transport)"
}
