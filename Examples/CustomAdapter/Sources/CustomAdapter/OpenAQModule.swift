import AQKit

/// Registers OpenAQ, whose option `apiKey` a configuration or `container.setOption` sets.
public struct OpenAQModule: AQModule {
  /// Registers the source. All that ask with one key share its budget of requests.
  public func install(into container: inout AQContainer) throws {
    let descriptor = OpenAQStations.descriptor
    try container.register(descriptor) { container, options in
      let key = options.secret("apiKey") ?? ""
      let transport = try container.transport(for: descriptor, credential: key)
      return try HTTPSource(OpenAQStations(apiKey: key), transport: transport, clock: container[.clock])
    }
  }
}

extension AQModule where Self == OpenAQModule {
  /// OpenAQ's reference stations.
  public static var openAQ: OpenAQModule { OpenAQModule() }
}
