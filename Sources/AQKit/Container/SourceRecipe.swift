/// The recipe of a registered source.
struct SourceRecipe: Sendable {
  /// The source's declaration without options.
  var descriptor: SourceDescriptor
  /// Adapts the declaration to the options.
  private let refine: (@Sendable (inout SourceDescriptor, SourceOptions) -> Void)?
  var make: @Sendable (AQContainer, SourceOptions) throws -> any AirDataSource
  var isEnabled = true
  /// Whether it replaces a source that may be registered later.
  var isStandIn = false
  var options: SourceOptions
  /// The instance that the hubs of a container and of its copies share.
  var made = MadeOnce()
  /// The recent performance of the source, in all hubs.
  private(set) var log = SourceHealthLog()
  /// The name that the container gives the source; nil for its own.
  private var name: String?
  /// The precedence that the container gives the source; nil for its own.
  private var precedence: Int?

  init(
    descriptor: SourceDescriptor, refine: (@Sendable (inout SourceDescriptor, SourceOptions) -> Void)?,
    make: @escaping @Sendable (AQContainer, SourceOptions) throws -> any AirDataSource
  ) {
    self.descriptor = descriptor
    self.refine = refine
    self.make = make
    self.options = SourceOptions(source: descriptor.id, declared: descriptor.options)
  }

  /// The source's declaration with its current options; makes no source.
  var declaration: SourceDescriptor {
    var declaration = descriptor
    refine?(&declaration, options)
    declaration.id = descriptor.id
    declaration.name = name ?? declaration.name
    declaration.precedence = precedence ?? declaration.precedence
    declaration.options = descriptor.options
    return declaration
  }

  /// Makes the source after checking that all required options are set.
  func make(in container: AQContainer) throws -> any AirDataSource {
    try options.checkRequired()
    let source = try make(container, options)
    var given = source.descriptor
    given.id = descriptor.id
    given.name = name ?? given.name
    given.precedence = precedence ?? given.precedence
    given.options = descriptor.options
    return given == source.descriptor ? source : ConfiguredSource(base: source, descriptor: given)
  }

  /// Returns the recipe of a further instance with its own options.
  func again(as id: SourceID) -> SourceRecipe {
    var copy = self
    copy.descriptor.id = id
    copy.isEnabled = true
    copy.made = MadeOnce()
    copy.log = SourceHealthLog()
    copy.options = SourceOptions(source: id, declared: descriptor.options)
    return copy
  }

  mutating func rename(_ name: String) {
    descriptor.name = name
    self.name = name
    made = MadeOnce()
  }

  mutating func setPrecedence(_ precedence: Int) {
    descriptor.precedence = precedence
    self.precedence = precedence
    made = MadeOnce()
  }
}

/// A source under the identifier, name or precedence that a container gives it; everything else is its base's.
struct ConfiguredSource: WrappingSource {
  let base: any AirDataSource
  let descriptor: SourceDescriptor

  init(base: any AirDataSource, descriptor: SourceDescriptor) {
    self.base = base
    self.descriptor = descriptor
  }

  @concurrent func fetch(_ query: AirQuery) async throws -> AirResponse {
    do {
      return renamed(try await base.fetch(query))
    } catch let error as AQError {
      throw renamed(error)
    }
  }

  func updates(for query: AirQuery) -> AirUpdates {
    AirUpdates { send in
      do {
        for try await update in base.updates(for: query) {
          var update = update
          for index in update.reports.indices { update.reports[index].source = descriptor.id }
          try await send(update)
        }
      } catch let error as AQError {
        throw renamed(error)
      }
    }
  }

  @concurrent func probe() async throws -> [AirNote] {
    do {
      return try await base.probe()
    } catch let error as AQError {
      throw renamed(error)
    }
  }

  private func renamed(_ response: AirResponse) -> AirResponse {
    var copy = response
    for index in copy.reports.indices { copy.reports[index].source = descriptor.id }
    return copy
  }

  private func renamed(_ error: AQError) -> AQError {
    var copy = error
    copy.source = descriptor.id
    return copy
  }
}

extension ConfiguredSource: AnswerKeeping {
  var keepsAnswers: Bool { base.answerKeeper != nil }

  func kept(for query: AirQuery, isFresh: Bool) -> AirResponse? {
    base.answerKeeper?.kept(for: query, isFresh: isFresh).map(renamed)
  }
}

/// The module of one adapter: all that a product with a single web service needs to be installed.
///
/// ```swift
/// extension AQModule where Self == HTTPModule<OpenAQStations> {
///   /// Registers OpenAQ, whose option `apiKey` a configuration or `container.setOption` sets.
///   public static var openAQ: HTTPModule<OpenAQStations> {
///     HTTPModule(countedBy: "apiKey") { OpenAQStations(apiKey: $0.secret("apiKey") ?? "") }
///   }
/// }
/// ```
///
/// Its source is an ``HTTPSource`` over ``AQContainer/transport(for:credential:)``, so all sources with one key share a
/// budget of requests. A source that needs more, such as another transport or tokens, is registered by hand:
/// ``AQContainer/register(_:refine:make:)``.
public struct HTTPModule<Adapter: HTTPAdapter>: AQModule {
  private let option: String?
  private let formats: [PayloadFormat]
  private let make: @Sendable (SourceOptions) throws -> Adapter

  /// Creates a module.
  ///
  /// - Parameters:
  ///   - option: The option with the key by which the provider counts; nil if it counts by address.
  ///   - formats: The formats of its recorded answers.
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
  /// - Throws: ``AQError/Code/invalidRequest`` when the name of the source or of a format is taken.
  public func install(into container: inout AQContainer) throws {
    for format in formats { try container.register(format: format) }
    try container.register(
      Adapter.descriptor,
      refine: { [make] declaration, options in
        // A source with invalid options reports them on use.
        if let adapter = try? make(options) { declaration = adapter.descriptor }
      },
      make: { [option, make] container, options in
        let adapter = try make(options)
        let transport = try container.transport(
          for: adapter.descriptor, credential: option.flatMap(options.secret))
        return HTTPSource(adapter, transport: transport, clock: try container[.clock])
      })
  }
}
