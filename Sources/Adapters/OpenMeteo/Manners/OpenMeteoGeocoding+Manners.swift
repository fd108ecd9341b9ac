public import AQKit

extension OpenMeteoGeocoding {
  /// What must be shown beside places.
  public var attribution: [Attribution] { Self.attribution }

  /// The search that the options of the air-quality source ask for, with all manners: names of places rarely change.
  ///
  /// - Throws: ``AQError/Code/notConfigured`` for an option that can't be meant, and when the container lacks a service.
  init(_ options: SourceOptions, in container: AQContainer) throws(AQError) {
    let access = ServiceAccess(
      Self.address, apiKey: options.secret("apiKey"), baseURL: options["searchURL"] ?? options["baseURL"],
      limits: try options.limits())
    let manners = try ServiceManners(
      options, limits: access.limits, baseURL: access.baseURL, in: container)
    self.init(access, transport: manners.transport(news: .after(.seconds(86_400))))
  }
}
