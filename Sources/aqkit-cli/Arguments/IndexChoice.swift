import AQKit
import ArgumentParser

struct IndexChoice: ParsableArguments {
  @Option(
    name: .customLong("standard"),
    help: ArgumentHelp(
      "The index to compute, one edition of it, such as us_epa_2024, or the index of a FILE.json.",
      valueName: "INDEX"), completion: .file(extensions: ["json"]))
  var name = IndexChoice.usual

  /// The index if the option is left out.
  static let usual = "us-epa"

  /// Returns the parameters to request: the index's inputs, pollen and UV, and the published indices of sources that have
  /// none of the inputs.
  static func parameters(
    of index: any AirQualityIndex, in container: AQContainer, asking sources: [String]
  ) -> [AirParameter] {
    let inputs = index.inputs.map(\.parameter)
    let published = container.descriptors.filter {
      (sources.isEmpty || sources.contains($0.id.rawValue)) && !$0.parameters.contains(where: inputs.contains)
    }.flatMap { $0.parameters.filter(\.isPublishedIndex) }
    return (inputs + published + AirParameter.known.filter { $0.family == .pollen } + [.uvIndex]).unique
  }
}
