/// How a registered source is made.
struct SourceRecipe: Sendable {
  var descriptor: SourceDescriptor
  var make: @Sendable (AQContainer, SourceOptions) throws -> any AirDataSource
  var isEnabled = true
  var options: SourceOptions

  init(
    descriptor: SourceDescriptor,
    make: @escaping @Sendable (AQContainer, SourceOptions) throws -> any AirDataSource
  ) {
    self.descriptor = descriptor
    self.make = make
    self.options = SourceOptions(source: descriptor.id, declared: descriptor.options)
  }

  /// Makes the source, after checking that every required option is there.
  func make(in container: AQContainer) throws -> any AirDataSource {
    try options.checkRequired()
    let source = try make(container, options)
    // A second instance of a recipe goes by its own name.
    return source.descriptor.id == descriptor.id
      ? source : RenamedSource(base: source, id: descriptor.id, name: descriptor.name)
  }
}
