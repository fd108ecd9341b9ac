import AQKit
import Foundation

extension FixtureFolder {
  /// AQKit's own recordings.
  ///
  /// They are in a resource bundle beside the executable. If an application was moved without it, reading them throws
  /// ``AQError/Code/notConfigured``. The package manager's generated accessor would end the process instead, so it
  /// isn't used.
  public static let bundled = FixtureFolder { () throws(AQError) in
    let name = "AQKit_AQKitFixtures"
    let finder = Bundle(for: BundleFinder.self)
    let beside: [URL?] = [
      Bundle.main.resourceURL, Bundle.main.bundleURL, finder.resourceURL, finder.bundleURL,
      finder.bundleURL.deletingLastPathComponent(),
      Bundle.main.executableURL?.resolvingSymlinksInPath().deletingLastPathComponent(),
    ]
    for directory in beside {
      guard let directory else { continue }
      for ending in ["bundle", "resources"] {
        let bundle = directory.appendingPathComponent("\(name).\(ending)")
        // On Apple's systems a bundle may have its resources in Contents/Resources.
        for folder in ["Recordings", "Contents/Resources/Recordings"] {
          let path = bundle.appendingPathComponent(folder).path
          if FileManager.default.fileExists(atPath: path + "/manifest.json") { return path }
        }
      }
    }
    throw AQError(
      .notConfigured,
      "AQKit's recordings are not there: keep the resource bundle \(name) beside the executable, where the build put it."
    )
  }

  /// Only there to ask in which bundle this module is.
  private final class BundleFinder {}
}
