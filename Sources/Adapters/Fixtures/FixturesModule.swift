public import AQKit

/// Registers a folder of recordings as a source.
///
/// ```swift
/// let container = try AQContainer().installing(.fixtures(folder: "Recordings", id: "lab"))
/// ```
///
/// Recordings are read in the formats that the container has when the source is made, so install adapters, which bring
/// theirs, before or after it.
public struct FixturesModule: AQModule {
  private let folder: FixtureFolder
  private let descriptor: SourceDescriptor

  /// Makes a module.
  ///
  /// - Parameters:
  ///   - folder: The recordings.
  ///   - descriptor: What the source declares.
  public init(_ folder: FixtureFolder, descriptor: SourceDescriptor) {
    self.folder = folder
    self.descriptor = descriptor
  }

  /// Registers the source; its option `folder` sets another folder.
  public func install(into container: inout AQContainer) throws {
    let (folder, descriptor) = (folder, descriptor)
    try container.register(descriptor) { container, options in
      FixtureSource(
        options["folder"].map { FixtureFolder(path: $0) } ?? folder, formats: container.formats,
        descriptor: descriptor)
    }
  }
}

extension AQModule where Self == FixturesModule {
  /// A folder of recordings.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder, which holds a `manifest.json`.
  ///   - id: The source's identifier.
  ///   - name: The source's name for people.
  public static func fixtures(folder: String, id: SourceID = "fixtures", name: String = "Recordings")
    -> FixturesModule
  {
    FixturesModule(FixtureFolder(path: folder), descriptor: .fixtures(id: id, name: name))
  }

  /// The recordings that come with AQKit, as source `recordings`.
  public static var recordings: FixturesModule { FixturesModule(.bundled, descriptor: .recordings) }
}
