import AQKit
import AQKitDevices
import AQKitFixtures
import AQKitOpenMeteo
import AQKitSocketFeed
import AQKitStations
import ArgumentParser
import Foundation

/// The options that every command with sources has.
struct ContainerOptions: ParsableArguments {
  @Option(
    name: .customLong("set"),
    help: ArgumentHelp("Set an option of a source; may be repeated.", valueName: "SOURCE.OPTION=VALUE"))
  var settings: [String] = []

  @Option(
    name: .customLong("config"), help: ArgumentHelp("A JSON configuration of sources.", valueName: "FILE"))
  var configurationFile: String?

  mutating func validate() throws {
    for setting in settings where Setting(setting) == nil {
      throw ValidationError(
        "“\(setting.prefix { $0 != "=" })” is not of the form SOURCE.OPTION=VALUE, such as open-meteo.baseURL=http://127.0.0.1:8080."
      )
    }
  }

  /// Everything that this tool knows: the recordings, Open-Meteo, the live feeds, and the networks of stations, as
  /// configured.
  ///
  /// - Throws: ``WrongUsage`` when the configuration can't be meant.
  func container() throws -> AQContainer { try WrongUsage.checked(configured) }

  private func configured() throws -> AQContainer {
    var container = Build.container
    try container.install(.recordings)
    try container.install(.openMeteo)
    try container.install(.socketFeed)
    try container.install(StationsModule(registersAll: true))
    try container.install(.devices)
    if let configurationFile {
      guard let data = FileManager.default.contents(atPath: configurationFile) else {
        throw AQError(.notConfigured, "The file “\(configurationFile)” can't be read.")
      }
      try container.configure(json: Array(data))
    }
    for setting in settings.compactMap(Setting.init) {
      try container.setOption(setting.option, of: SourceID(setting.source), to: setting.value)
    }
    return container
  }

  private struct Setting {
    let source: String
    let option: String
    let value: String

    init?(_ text: String) {
      let text = text.unicodeScalars
      guard let equals = text.firstIndex(of: "="), let dot = text[..<equals].lastIndex(of: ".") else {
        return nil
      }
      source = String(text[..<dot])
      option = String(text[text.index(after: dot)..<equals])
      value = String(text[text.index(after: equals)...])
      if source.isEmpty || option.isEmpty { return nil }
    }
  }
}
