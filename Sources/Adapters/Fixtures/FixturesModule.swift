public import AQKit

/// Registers a folder of recordings as a source.
///
/// ```swift
/// let container = try AQContainer().installing(.fixtures(folder: "Recordings", id: "lab"))
/// ```
///
/// Recordings are read in the formats that the container has when the source is made, so adapters, which bring their
/// formats, may be installed before or after it.
public struct FixturesModule: AQModule {
  private let folder: FixtureFolder
  private let descriptor: SourceDescriptor
  private let options: FixtureOptions

  /// A module for one folder.
  ///
  /// - Parameters:
  ///   - folder: The recordings.
  ///   - descriptor: The source's declaration.
  ///   - options: Times, live replay, and the handling of unreadable rows.
  public init(
    _ folder: FixtureFolder, descriptor: SourceDescriptor, options: FixtureOptions = FixtureOptions()
  ) {
    self.folder = folder
    self.descriptor = descriptor
    self.options = options
  }

  /// Registers the source; a configuration may set the options `folder`, `timing`, `speed` and `strict`.
  public func install(into container: inout AQContainer) throws {
    let options = options
    try container.register(
      descriptor,
      refine: { descriptor, configured in
        // Making the source reports unreadable options.
        descriptor = ((try? options.configured(by: configured)) ?? options).refined(descriptor)
      },
      make: { try source($0, $1) })
  }

  func source(_ container: AQContainer, _ configured: SourceOptions) throws -> FixtureSource {
    FixtureSource(
      configured["folder"].map { FixtureFolder(path: $0) } ?? folder, formats: container.formats,
      descriptor: descriptor, options: try options.configured(by: configured), clock: try container[.clock])
  }
}

extension AQModule where Self == FixturesModule {
  /// A folder of recordings.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder with its `manifest.json`.
  ///   - id: The source's identifier.
  ///   - name: The source's name for people.
  ///   - options: Times, live replay, and the handling of unreadable rows.
  public static func fixtures(
    folder: String, id: SourceID = "fixtures", name: String = "Recordings",
    options: FixtureOptions = FixtureOptions()
  ) -> FixturesModule {
    FixturesModule(
      FixtureFolder(path: folder), descriptor: .fixtures(id: id, name: name), options: options)
  }

  /// AQKit's own recordings, as source `recordings`.
  public static var recordings: FixturesModule { FixturesModule(.bundled, descriptor: .recordings) }
}
