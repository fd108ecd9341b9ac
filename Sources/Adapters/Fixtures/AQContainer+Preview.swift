public import AQKit

extension AQContainer {
  /// A container with AQKit's own recordings as its only source, and no network, for SwiftUI previews and first steps.
  ///
  /// If the recordings are missing, the source's first fetch throws.
  public static var preview: AQContainer {
    var container = AQContainer()
    let recordings = FixturesModule.recordings
    container.replace(.recordings) { try recordings.source($0, $1) }
    return container
  }
}
