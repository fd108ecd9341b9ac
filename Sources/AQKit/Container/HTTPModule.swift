/// The module of one adapter: all that a product with a single web service needs to be installed.
///
/// ```swift
/// extension AQModule where Self == HTTPModule<CityAir> {
///   /// The stations of the city.
///   public static var cityAir: HTTPModule<CityAir> {
///     HTTPModule(countedBy: "apiKey") { CityAir(key: $0.secret("apiKey") ?? "") }
///   }
/// }
/// ```
///
/// Its source is an ``HTTPSource`` over ``AQContainer/transport(for:credential:)``, so all sources with one key share a
/// budget of requests. A source that needs more, such as another transport or tokens, is registered by hand:
/// ``AQContainer/register(_:refine:make:)``.
public struct HTTPModule<Adapter: HTTPAdapter>: AQModule {
  private let option: String?
  private let make: @Sendable (SourceOptions) throws -> Adapter

  /// A module.
  ///
  /// - Parameters:
  ///   - option: The option with the key by which the provider counts; nil if it counts by address.
  ///   - make: Makes the adapter from the configured options, of which the required ones are set.
  public init(
    countedBy option: String? = nil, make: @escaping @Sendable (SourceOptions) throws -> Adapter
  ) {
    self.option = option
    self.make = make
  }

  /// Registers the adapter's source.
  public func install(into container: inout AQContainer) throws {
    try container.register(Adapter.descriptor) { [self] container, options in
      let adapter = try make(options)
      let transport = try container.transport(
        for: adapter.descriptor, credential: option.flatMap(options.secret))
      return HTTPSource(adapter, transport: transport, clock: try container[.clock])
    }
  }
}
