public import AQKit

extension AQContainer {
  /// A container with AQKit's own recordings as its only source, and no network: what a SwiftUI preview and a first
  /// try use.
  ///
  /// Should the recordings not be where they belong, it is the source that says so when it is asked.
  public static var preview: AQContainer {
    var container = AQContainer()
    let recordings = FixturesModule.recordings
    container.replace(.recordings) { try recordings.source($0, $1) }
    return container
  }
}
