public import AQKit

extension OpenMeteoGeocoding {
  /// The attribution that must be shown beside places.
  public var attribution: [AirAttribution] { Self.attribution }

  /// The search configured by the air-quality source's options, with limits, retries and a cache: places rarely change.
  ///
  /// - Throws: ``AQError/Code/notConfigured`` for an invalid option or a missing service.
  init(_ options: SourceOptions, in container: AQContainer) throws(AQError) {
    let access = ServiceAccess(
      Self.address, apiKey: options.secret("apiKey"), baseURL: options["searchURL"] ?? options["baseURL"],
      limits: try options.limits())
    let policy = try RequestPolicy(
      options, limits: access.limits, baseURL: access.baseURL, in: container)
    self.init(access, transport: policy.transport(news: .after(.seconds(86_400))))
  }
}
