import AQKit
import AQKitOpenMeteo
import AQKitStorage
import AQKitURLSession

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A hub whose sources' last responses outlive the process.
func remembering(in folder: URL) throws -> AirHub {
  let storage = AirStorage(folder: folder) { problem in print(problem) }
  return try AirHub(.live.installing(.openMeteo).setting(.responseStore, to: storage))
}

/// Returns “cached since …, last refresh failed: …”, or nil for new values.
func age(of report: AirReport, in answer: AirAnswer) -> String? {
  guard let caching = answer.caching(of: report), caching.isCached else { return nil }
  let failure = caching.failure.map { ", last refresh failed: \($0)" } ?? ""
  return "cached since \(caching.since)\(failure)"
}

/// Keeps responses for ten minutes whatever the sources' cadence, and shows older ones only on errors, for two days.
func keepingLonger(_ container: AQContainer) -> AQContainer {
  let policy = AirPolicy.Cache(
    fresh: .seconds(600), staleWhileRevalidate: .zero, staleIfError: .seconds(2 * 86_400))
  return container.setting(.resilience, to: .layers(policy))
}

/// A server's hub: 100,000 responses in memory, and one request for all callers within 20 ms.
func servingMany(_ container: AQContainer) throws -> AirHub {
  let policy = AirPolicy.Cache(
    staleWhileRevalidate: .zero, staleIfError: .seconds(86_400), maximumEntries: 100_000,
    maximumBytes: 2 << 30)
  return try AirHub(
    container.setting(.resilience, to: .layers(policy, gathering: .milliseconds(20))))
}
