import AQKit
import AQKitStorage
import ArgumentParser
import Foundation

struct DoctorCommand: ToolCommand {
  static let help = CommandHelp(
    "doctor",
    "Print what a bug report should contain: version, transport, configuration, sources, clock.",
    about: """
      Nothing leaves this machine, unless --probe asks each source that is ready, which counts as a request. \
      Of a credential it only says whether there is one.
      """,
    examples: "doctor", "doctor --probe --timeout 5", "doctor --store ~/.cache/aqkit")

  @Flag(name: .customLong("probe"), help: "Check whether each source that is ready can be reached.")
  var probes = false

  @OptionGroup var output: OutputOptions
  @OptionGroup var patience: Patience
  @OptionGroup var options: ContainerOptions

  mutating func run() async throws {
    let diagnosis = try await diagnosis(in: options.container(opensFeeds: probes))
    try output.print(Members(diagnosis, [:])) { _ in diagnosis.lines }
  }

  func diagnosis(in container: AQContainer) async throws -> Diagnosis {
    let probed = probes ? container.descriptors.filter(container.isReady).map(\.id) : []
    let reached = try await inOrder(probed) { [limit = patience.limit] source in
      try await Diagnosis.Reach(of: source, in: container, within: limit)
    }
    return try Diagnosis(
      container, Dictionary(zip(probed, reached)) { $1 }, configuration: options.configuration.path,
      storage: options.storage)
  }
}

/// A description of the running program and its configuration, without credentials.
struct Diagnosis: Encodable {
  struct Source: Encodable {
    let id: String
    let name: String
    let isEnabled: Bool
    let credentials: [Credential]
    /// The required options that have no value, including credentials.
    let missing: [String]
    /// The addresses that their provider will switch off, or has deprecated.
    let retirements: [SourceDescriptor.Endpoint]
    /// The requests that remain of each limit, by window.
    let budgets: [Budget]
    /// Whether it responded; nil if it wasn't asked.
    let reach: Reach?

    var isReady: Bool { isEnabled && missing.isEmpty }
  }

  struct Credential: Encodable {
    let option: String
    let isSet: Bool
  }

  struct Budget: Encodable {
    /// The name of a named budget; nil for the general one.
    let name: String?
    let seconds: Int
    let limit: Double
    let left: Double
  }

  struct Reach: Encodable {
    let isReached: Bool
    let milliseconds: Double
    /// The error with its remedy; nil if the source responded.
    let problem: String?

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
      milliseconds = (start.duration(to: .now) / .milliseconds(1) * 10).rounded() / 10
    }
  }

  struct Store: Encodable {
    let folder: String
    let responses: Int
    let bytes: Int
  }

  let version = Build.version
  let transport = Build.transport
  /// The configuration file in use, as it was named; nil for none.
  let configuration: String?
  let store: Store?
  let clock: AirTime
  let timeZone = TimeZone.current.identifier
  let sources: [Source]

  /// Describes a container. Its limits are unused as long as neither this process nor others with the same store request
  /// anything.
  init(
    _ container: AQContainer, _ reached: [SourceID: Reach], configuration: String?, storage: AirStorage?
  ) throws {
    self.configuration = configuration
    store = storage.map { Store(folder: $0.folder.path, responses: $0.size.responses, bytes: $0.size.bytes) }
    clock = try container[.clock].time
    // A source's budget knows what other processes have requested, and is made with the source.
    if storage != nil {
      for source in container.descriptors.filter(container.isReady) { _ = try? container.source(source.id) }
    }
    let health = try AirHub(container).health
    sources = container.descriptors.map { descriptor -> Source in
      let left = health.first { $0.source == descriptor.id }?.budgetLeft ?? []
      let named = descriptor.limits.budgets.sorted { $0.key < $1.key }.map { (String?($0.key), $0.value) }
      let budgets = ([(nil, descriptor.limits.windows)] + named).flatMap { name, windows -> [Budget] in
        let known = left.filter { $0.name == name }
        return windows.enumerated().map { number, window in
          Budget(
            name: name, seconds: Int(window.seconds), limit: window.weight,
            left: known.indices.contains(number) ? known[number].weight : window.weight)
        }
      }
      return Source(
        id: descriptor.id.rawValue, name: descriptor.name, isEnabled: container.isEnabled(descriptor.id),
        credentials: descriptor.options.filter(\.isSecret).map {
          Credential(option: $0.name, isSet: container.hasOption($0.name, of: descriptor.id))
        },
        missing: container.missingOptions(of: descriptor),
        retirements: descriptor.endpoints.filter { $0.retiresOn != nil || $0.deprecatedSince != nil },
        budgets: budgets, reach: reached[descriptor.id])
    }
  }

  var lines: [TerminalText] {
    var lines: [TerminalText] = [
      "version    \(version)",
      "transport  \(transport)",
      "config     \(configuration ?? "none (aqkit.json, ~/.config/aqkit/aqkit.json or --config FILE)")",
      "clock      \(clock), time zone \(timeZone)",
    ]
    if let store {
      let size = "\(Text.count(store.responses, "response")), \(Text.count(store.bytes, "byte"))"
      lines.append("store      \(store.folder): \(size)")
    }
    for source in sources {
      lines.append("source     \(Text.pad(TerminalText(source.id), 20)) \(source.state)")
      lines += source.details.map { "           \(Text.pad("", 20)) \($0)" }
    }
    return lines
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

  /// Further lines: reachability, what is left of its limits, retirements.
  fileprivate var details: [String] {
    let reached = reach.map { $0.problem ?? "reached in \(Text.number($0.milliseconds, digits: 1)) ms" }
    let left = budgets.map {
      "\($0.name.map { "\($0): " } ?? "")\(Text.number($0.left)) of \(Text.number($0.limit)) in \($0.seconds) s"
    }.joined(separator: ", ")
    let retired = retirements.map { address in
      let date = address.retiresOn.map { "is switched off on \($0.description.prefix(10))" }
      let next = address.replacedBy.map { "; then \($0)" } ?? ""
      return "\(address.shownURL) \(date ?? "is deprecated")\(next)"
    }
    return [reached, isReady && !left.isEmpty ? "requests left: \(left)" : nil].compactMap(\.self) + retired
  }
}
