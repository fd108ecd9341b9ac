/// The module of one adapter: all that it takes to install a product with a single web service.
///
/// ```swift
/// extension AQModule where Self == HTTPModule<ExampleOpenAQ> {
///   /// Registers OpenAQ, whose option `apiKey` a configuration or `container.setOption` sets.
///   public static var exampleOpenAQ: HTTPModule<ExampleOpenAQ> {
///     HTTPModule(countedBy: "apiKey") { ExampleOpenAQ(apiKey: $0.secret("apiKey") ?? "") }
///   }
/// }
/// ```
///
/// Its source is an ``HTTPSource`` over ``AQContainer/transport(for:credential:)``, so all sources with one key at one
/// server share a budget of requests. A source that needs more, such as another transport or tokens, is registered by hand:
/// ``AQContainer/register(_:refine:make:)``.
public struct HTTPModule<Adapter: HTTPAdapter>: AQModule {
  private let option: String?
  private let formats: [PayloadFormat]
  private let make: @Sendable (SourceOptions) throws -> Adapter

  /// Creates a module.
  ///
  /// - Parameters:
  ///   - option: The option with the key by which the provider counts; nil if it counts by address.
  ///   - formats: The formats of its recorded responses.
  ///   - make: Makes the adapter from the configured options, of which the required ones are set.
  public init(
    countedBy option: String? = nil, formats: [PayloadFormat] = [],
    make: @escaping @Sendable (SourceOptions) throws -> Adapter
  ) {
    self.option = option
    self.formats = formats
    self.make = make
  }

  /// Registers the adapter's source, whose declaration its options refine, and the formats.
  ///
  /// - Throws: ``AQError/Code/invalidRequest`` when the name of the source, or of a format other than its own, is taken.
  public func install(into container: inout AQContainer) throws {
    for format in formats {
      // Another module may have registered the source's own format without the source.
      if format.name == Adapter.descriptor.id.rawValue {
        container.replace(format: format)
      } else {
        try container.register(format: format)
      }
    }
    try container.register(
      Adapter.descriptor,
      refine: { [make] declaration, options in
        // A source with invalid options reports them on use.
        if let adapter = try? make(options) { declaration = adapter.descriptor(as: options.source) }
      },
      make: { [option, make] container, options in
        let adapter = try make(options)
        let transport = try container.transport(
          for: adapter.descriptor(as: options.source), credential: option.flatMap(options.secret))
        return HTTPSource(adapter, transport: transport, clock: try container[.clock])
      })
  }
}

extension HTTPAdapter {
  /// Returns the declaration of an instance. All instances at one server share its limits, whether it is the adapter's own
  /// service or another.
  fileprivate func descriptor(as source: SourceID) -> SourceDescriptor {
    var declaration = descriptor
    let hosts = declaration.hosts
    if declaration.limits.provider == nil, !hosts.isEmpty {
      if hosts != Self.descriptor.hosts {
        declaration.limits.provider = Array(hosts).ordered(by: <).joined(separator: " ")
      } else if source != declaration.id {
        declaration.limits.provider = declaration.id.rawValue
      }
    }
    declaration.id = source
    return declaration
  }
}
