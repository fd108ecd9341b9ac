/// How a registered source is made.
struct SourceRecipe: Sendable {
  /// What the source declares while no option is set.
  var descriptor: SourceDescriptor
  /// What options change in that.
  private let refine: (@Sendable (inout SourceDescriptor, SourceOptions) -> Void)?
  var make: @Sendable (AQContainer, SourceOptions) throws -> any AirDataSource
  var isEnabled = true
  var options: SourceOptions
  /// What the container calls the source, where that is not what the source calls itself.
  private var name: String?
  /// Where the container places the source, where that is not what the source declares.
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

  /// What the source declares with its options as they are set, without making it.
  var declaration: SourceDescriptor {
    var declaration = descriptor
    refine?(&declaration, options)
    declaration.id = descriptor.id
    declaration.name = name ?? declaration.name
    declaration.precedence = precedence ?? declaration.precedence
    declaration.options = descriptor.options
    return declaration
  }

  /// Makes the source, after checking that every required option is there.
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

  /// The recipe for a further source, with options of its own.
  func again(as id: SourceID) -> SourceRecipe {
    var copy = self
    copy.descriptor.id = id
    copy.isEnabled = true
    copy.options = SourceOptions(source: id, declared: descriptor.options)
    return copy
  }

  mutating func rename(_ name: String) {
    descriptor.name = name
    self.name = name
  }

  mutating func setPrecedence(_ precedence: Int) {
    descriptor.precedence = precedence
    self.precedence = precedence
  }
}
