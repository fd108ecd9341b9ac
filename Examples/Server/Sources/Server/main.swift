import AQKit
import AQKitAsyncHTTPClient
import AQKitFixtures
import AQKitOpenMeteo
import AQKitStations
import AQKitStorage
import AirServer
import CoreMetrics
import Foundation
import Logging

// AIR_PREVIEW=1 serves the bundled recordings, without a network.
let environment = ProcessInfo.processInfo.environment
let logger = Logger(label: "air")
let container =
  try environment["AIR_PREVIEW"] == nil
  ? AQContainer.liveAsyncHTTPClient.installing(.openMeteo).installing(.stations()) : AQContainer.preview
let folder = URL(filePath: environment["AIR_FOLDER"] ?? "air")
let server = try AirServer(container, storage: AirStorage(folder: folder), logger: logger)
MetricsSystem.bootstrap(server.metrics)
try await server.application(
  host: "127.0.0.1", port: environment["PORT"].flatMap(Int.init) ?? 8080, logger: logger
).runService()
