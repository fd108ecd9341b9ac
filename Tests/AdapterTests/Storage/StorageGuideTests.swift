import AQKit
import AQKitStorage
import AQKitTesting
import Foundation
import Testing

// What Docs/OfflineAndCaching.md describes, over sources of the test.

func remembering(_ container: AQContainer, in folder: URL) throws -> AirHub {
  let storage = AirStorage(folder: folder) { problem in print(problem) }
  return try AirHub(container.setting(.responseStore, to: storage))
}

@Suite("The guide to offline use and caching")
struct StorageGuideTests {
  @Test("a hub remembers the last response")
  func guide() async throws {
    let folder = StoredFolder()
    var container = AQContainer()
    let response = try Sample.response(at: AQSystemClock().time)
    try container.register(Sample.descriptor()) { _, _ in
      ScriptedSource(Sample.descriptor(), always: response)
    }
    let limit = Duration.seconds(600)
    _ = try await remembering(container, in: folder.url).answer(for: Sample.query, within: limit)
    container.replace(Sample.descriptor()) { _, _ in
      ScriptedSource(Sample.descriptor(), outcomes: [.failure(AQError(.unreachable, "No route."))])
    }
    let answer = try await remembering(container, in: folder.url).answer(for: Sample.query, within: limit)
    #expect(answer.best?.series.first?.values.last == 12.5)
  }
}
