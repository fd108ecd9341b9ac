import AQKit
import AQKitDevices
import AQKitFeedFormats
import AQKitFixtures
import AQKitInflate
import AQKitOpenMeteo
import AQKitStations
import AQKitStorage
import ArgumentParser
import Foundation

/// The options that every command with sources has.
struct ContainerOptions: ParsableArguments {
  @Option(
    name: .customLong("set"),
    help: ArgumentHelp("Set an option of a source; may be repeated.", valueName: "SOURCE.OPTION=VALUE"))
  var settings: [String] = []

  @Option(
    name: .customLong("config"),
    help: ArgumentHelp(
      "A JSON configuration of sources; by default aqkit.json here or in ~/.config/aqkit.", valueName: "FILE"),
    completion: .file(extensions: ["json"]))
  var configurationFile: String?

  @Flag(name: .customLong("no-config"), help: "Don't look for aqkit.json.")
  var ignoresConfiguration = false

  @Option(
    name: .customLong("store"),
    help: ArgumentHelp("Keep the last responses and the request counts in a folder.", valueName: "DIR"),
    completion: .directory)
  var storeFolder: String?

  /// The folder of the last responses and request counts; nil if there is none. Its problems go to stderr.
  var storage: AirStorage? {
    storeFolder.map { folder in
      AirStorage(folder: URL(filePath: folder, directoryHint: .isDirectory)) { problem in
        complain("\(folder): \(problem.description)")
      }
    }
  }

  mutating func validate() throws {
    try refuse(if: storeFolder == "", "--store takes a folder.")
    for setting in settings where Self.parts(of: setting) == nil {
      throw ValidationError(
        "“\(setting.prefix { $0 != "=" })” is not of the form SOURCE.OPTION=VALUE, such as open-meteo.baseURL=http://127.0.0.1:8080."
      )
    }
    try refuse(
      if: ignoresConfiguration && configurationFile != nil, "--config and --no-config can't be combined.")
  }

  var configuration: ToolConfiguration {
    ToolConfiguration(named: configurationFile, searches: !ignoresConfiguration)
  }

  /// Returns the container with everything that this tool knows, configured by the file, then by credentials of the
  /// environment, then by `--set`. An invalid configuration is wrong usage. If a source to ask is a feed, the executable that
  /// opens sockets takes over; without `sources`, all that are ready may be asked.
  func container(
    asking sources: [String] = [], opensFeeds: Bool = true,
    environment: [String: String] = ProcessInfo.processInfo.environment, by found: ToolConfiguration? = nil
  ) throws -> AQContainer {
    var remarks: [TerminalText] = []
    // Not reached if the other executable takes over, which prints its own.
    defer { for remark in remarks { complain(remark) } }
    let container = try WrongUsage.checked {
      try configured(environment, found ?? configuration, &remarks)
    }
    if opensFeeds, SocketAccess.isElsewhere, container.hasFeed(among: sources) {
      _ = try SocketAccess.needed()
    }
    return container
  }

  /// Returns the recordings, Open-Meteo, the live feeds, networks of stations and devices.
  static func registered() throws -> AQContainer {
    var container = Build.container
    if case .here(let tools) = SocketAccess.current.get(), let connector = tools.connector {
      container.set(.feedConnector, to: connector)
    }
    try container.install(.recordings)
    try container.install(.openMeteo)
    try container.install(FeedRegistration())
    try container.install(StationsModule(registersAll: true) { try Inflater.decompressed($0) })
    try container.install(.devices)
    try ToolAdditions.current.get().install(into: &container)
    return container
  }

  private func configured(
    _ environment: [String: String], _ configuration: ToolConfiguration, _ remarks: inout [TerminalText]
  ) throws -> AQContainer {
    var container = try Self.registered()
    if let storage {
      container.set(.responseStore, to: storage)
      container.set(.requestBudgets, to: RequestBudgets(in: storage))
    }
    if let bytes = try configuration.bytes() {
      // A user in someone else's folder should see that its configuration is used, and which parts of it aren't.
      if configuration.isOfFolder { remarks.append("Configured by ./aqkit.json (--no-config ignores it).") }
      do throws(AQError) {
        let leftOut = try container.configure(json: bytes, isTrusted: !configuration.isOfFolder)
        if !leftOut.isEmpty {
          let names = leftOut.joined(separator: ", ")
          remarks.append(
            "Ignored, because the file may be someone else's: its settings of \(names). --config aqkit.json trusts it."
          )
        }
      } catch {
        throw changed(error) { $0.message = "\(configuration.path ?? ""): \(error.message)" }
      }
    }
    for descriptor in container.descriptors {
      for option in descriptor.options where option.isSecret {
        let name = ToolConfiguration.variable(for: option.name, of: descriptor.id)
        guard let value = environment[name], !value.isEmpty else { continue }
        try container.setOption(option.name, of: descriptor.id, to: value)
      }
    }
    for setting in settings.compactMap(Self.parts) {
      try container.setOption(setting.option, of: SourceID(setting.source), to: setting.value)
    }
    return container
  }

  private static func parts(of setting: String) -> (source: String, option: String, value: String)? {
    // Scalars are matched, as a certificate's lines may end with CR LF, which is one character.
    let form = #/([^=]+)\.([^.=]+)=((?s:.*))/#.matchingSemantics(.unicodeScalar)
    return setting.wholeMatch(of: form).map { (String($0.1), String($0.2), String($0.3)) }
  }
}

extension AQContainer {
  /// Whether one of the named sources is a configured feed; without a name, whether one of those that are ready is.
  fileprivate func hasFeed(among names: [String]) -> Bool {
    descriptors.contains { descriptor in
      let options = Set(descriptor.options.map(\.name))
      let isAsked = names.isEmpty ? isEnabled(descriptor.id) : names.contains(descriptor.id.rawValue)
      return isAsked && FeedOptions.declared.allSatisfy { options.contains($0.name) }
        && missingOptions(of: descriptor).isEmpty
    }
  }
}
