import AQKit
import AQKitStations
import ArgumentParser

/// The values that a shell completes. They are looked up on request, so that values from a configuration are included.
enum Completion {
  /// Identifiers of sources.
  static let sources = CompletionKind.custom { _, _, _ in
    (try? ContainerOptions.registered())?.descriptors.map(\.id.rawValue) ?? []
  }

  /// Options of sources, each with its equals sign.
  static let settings = CompletionKind.custom { _, _, _ in
    (try? ContainerOptions.registered())?.descriptors.flatMap { descriptor in
      descriptor.options.map { "\(descriptor.id).\($0.name)=" }
    } ?? []
  }

  /// Indices and their editions.
  static let indices = CompletionKind.custom { _, _, _ in AirQualityIndexCatalog.standard.names }

  /// Formats of recorded bytes.
  static let formats = CompletionKind.custom { _, _, _ in
    (try? ContainerOptions.registered())?.formats.map(\.name) ?? []
  }

  /// Parameters with commas between them: the last one is completed.
  static let parameters = CompletionKind.custom { _, _, prefix in
    let done = prefix.lastIndex(of: ",").map { prefix[...$0] } ?? ""
    return AirParameter.known.map { "\(done)\($0)" }
  }

  /// The beginnings of concentrations.
  static let concentrations = CompletionKind.custom { _, _, _ in
    ["pm25", "pm10", "o3", "no2", "so2", "co"].map { "\($0)=" }
  }

  /// Codes of the countries that a source declares.
  static let countries = CompletionKind.custom { _, _, _ in StationCountry.all.map(\.code) }
}
