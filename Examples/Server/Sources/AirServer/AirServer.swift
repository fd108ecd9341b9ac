public import AQKit
import AQKitObservability
public import AQKitStorage
public import Hummingbird
public import Logging
import ServiceLifecycle

/// Serves the air at any place: as JSON at `/air?lat=…&lon=…`, as server-sent events at `/events?lat=…&lon=…`, and as a
/// page at `/` that shows those events; and what the hub does for Prometheus at `/metrics`.
public struct AirServer: Sendable {
  let hub: AirHub
  let observability: AirObservability
  /// The server's metrics. An application that hands them to `MetricsSystem.bootstrap` sees its requests, too.
  public let metrics = PrometheusMetrics()

  /// Makes the one hub that all requests share.
  ///
  /// - Parameters:
  ///   - container: The sources and their transport.
  ///   - storage: Keeps the last responses and the counts of limits on disk, also for other processes.
  ///   - logger: Logs the activity of the hub.
  public init(_ container: AQContainer, storage: AirStorage, logger: Logger) throws {
    observability = AirObservability(logger: logger, metrics: metrics)
    hub = try AirHub(
      container.setting(.responseStore, to: storage)
        .setting(.requestBudgets, to: RequestBudgets(in: storage))
        .setting(.hubObserver, to: observability))
  }

  /// The server as an application of Hummingbird, which ends gracefully on SIGTERM and SIGINT.
  public func application(host: String, port: Int, logger: Logger) -> some ApplicationProtocol {
    let router = Router()
    router.middlewares.add(MetricsMiddleware())
    router.get("/") { _, _ in Self.page() }
    router.get("/air") { request, _ in try await air(Self.query(request)) }
    router.get("/events") { request, _ in events(try Self.query(request), for: request) }
    router.get("/metrics") { _, _ in
      // The budgets that remain grow with time alone.
      observability.record(hub.health)
      return metrics.response
    }
    // Whether the server responds, whatever its sources do: one that gets no requests would never see them recover.
    router.get("/health") { _, _ in HTTPResponse.Status.ok }
    return Application(
      router: router, configuration: .init(address: .hostname(host, port: port), serverName: "air"),
      logger: logger)
  }

  private func air(_ query: AirQuery) async throws -> Air {
    try await Air(hub.answer(for: query, within: .seconds(5)))
  }

  /// Sends the state of a place at once, and again whenever a source has news of it, until the client disconnects.
  private func events(_ query: AirQuery, for request: Request) -> Response {
    Response(
      status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-cache"],
      body: ResponseBody { writer in
        try await request.body.consumeWithCancellationOnInboundClose { _ in
          try await writer.write(air(query).event)
          for try await update in hub.updates(for: query).cancelOnGracefulShutdown()
          where !update.reports.isEmpty {
            try await writer.write(air(query).event)
          }
        }
        try await writer.finish(nil)
      })
  }

  private static func query(_ request: Request) throws -> AirQuery {
    let parameters = request.uri.queryParameters
    guard let latitude = parameters.get("lat", as: Double.self),
      let longitude = parameters.get("lon", as: Double.self), let place = try? Coordinate(latitude, longitude)
    else { throw HTTPError(.badRequest, message: "Write the place as ?lat=52.52&lon=13.41.") }
    return AirQuery(near: place, parameters: Air.pollutants)
  }
}
