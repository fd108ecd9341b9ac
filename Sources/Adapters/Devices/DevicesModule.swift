public import AQKit

/// Registers devices by their addresses, the kind `mapped` for configurations, and a format for the replies of every
/// device in the container's catalogue.
///
/// ```swift
/// let home = try Coordinate(50.08, 14.42)
/// let container = try AQContainer.live.installing(
///   .devices([
///     .init("airgradient", at: "http://192.168.1.20", id: "airgradient-kitchen", near: home, isIndoor: true),
///     .init("airgradient", at: "http://192.168.1.21", id: "airgradient-balcony", near: home),
///   ]))
/// ```
public struct DevicesModule: AQModule {
  /// A device at an address.
  public struct Device: Sendable {
    let device: String
    let id: SourceID?
    let options: [String: String]

    /// Creates a device at an address.
    ///
    /// - Parameters:
    ///   - device: The identifier of its kind in the catalogue, such as `airgradient`.
    ///   - url: Its address, such as `http://192.168.1.20`.
    ///   - id: The source's identifier; by default that of the kind, so each further device of a kind needs its own.
    ///   - coordinate: The coordinate; without one its values match no place of a query.
    ///   - isIndoor: Whether it is indoors; nil to use the statement of the reply or the description.
    ///   - options: Further options of the description.
    public init(
      _ device: String, at url: String, id: SourceID? = nil, near coordinate: Coordinate? = nil,
      isIndoor: Bool? = nil, options: [String: String] = [:]
    ) {
      self.device = device
      self.id = id
      var all = options
      all["baseURL"] = url
      if let coordinate {
        all["latitude"] = "\(coordinate.latitude)"
        all["longitude"] = "\(coordinate.longitude)"
      }
      if let isIndoor { all["indoor"] = "\(isIndoor)" }
      self.options = all
    }
  }

  private let devices: [Device]

  /// Creates a module with devices.
  public init(_ devices: [Device] = []) { self.devices = devices }

  /// Registers the formats, the kind and the devices.
  ///
  /// - Throws: ``AQError/Code/invalidRequest`` when the name of a format or of a source is taken, and
  ///   ``AQError/Code/notConfigured`` for a device or an option that doesn't exist.
  public func install(into container: inout AQContainer) throws {
    let catalogue = try container[.deviceCatalog]
    for description in catalogue.descriptions {
      try container.register(format: PayloadFormat(MappedAdapter(description)))
    }
    try container.register(kind: .mapped)
    for device in devices {
      let id = try container.register(catalogue.description(device.device), as: device.id)
      for (name, value) in device.options.sorted(by: { $0.key < $1.key }) {
        try container.setOption(name, of: id, to: value)
      }
    }
  }
}

extension DevicesModule.Device: CustomStringConvertible, CustomReflectable {
  /// The kind and the identifier; never the options, which hold credentials and the owner's place.
  public var description: String { [device, id?.rawValue].compactMap(\.self).joined(separator: " as ") }
  /// A mirror with the same text.
  public var customMirror: Mirror { Mirror(self, children: ["device": description]) }
}

extension AQModule where Self == DevicesModule {
  /// Registers the formats and the kind `mapped`; devices come from a configuration.
  public static var devices: DevicesModule { DevicesModule() }

  /// Registers what ``devices`` does, and devices at addresses.
  public static func devices(_ devices: [DevicesModule.Device]) -> DevicesModule { DevicesModule(devices) }
}

extension AQContainer.SourceKind {
  /// A device of the catalogue (`"device": "airgradient"`), or one that the entry describes (`"description": {…}`),
  /// which adds a format with the source's name for its recorded replies.
  public static let mapped = AQContainer.SourceKind("mapped", members: ["device", "description"]) {
    entry, id, container in
    let (device, json) = (entry["device"].ifPresent, entry["description"].ifPresent)
    guard (device == nil) != (json == nil) else {
      throw entry.error(expected: "either a “device” or a “description”")
    }
    guard let json else {
      return try container.register(
        try container[.deviceCatalog].description(device?.string() ?? ""), as: id)
    }
    let description = try DeviceDescription(json)
    let source = try container.register(description, as: id)
    // Its recorded replies can be read like those of the catalogue's devices, whose place it may take.
    let format = PayloadFormat(try MappedAdapter(description, id: id))
    if try container[.deviceCatalog].descriptions.contains(where: { $0.id == format.name }) {
      container.replace(format: format)
    } else {
      try container.register(format: format)
    }
    return source
  }
}

extension AQContainer {
  /// Registers a source for a described device.
  ///
  /// - Parameters:
  ///   - description: The description of the request and the reply. Its options are set like those of any source.
  ///   - id: The source's identifier; by default the description's.
  /// - Returns: The source's identifier.
  /// - Throws: ``AQError/Code/invalidRequest`` when the identifier is taken.
  @discardableResult
  public mutating func register(
    _ description: DeviceDescription, as id: SourceID? = nil
  ) throws(AQError) -> SourceID {
    @Sendable func adapter(_ options: SourceOptions) throws(AQError) -> MappedAdapter {
      var values: [String: String] = [:]
      for option in description.options { values[option.name] = options[option.name] }
      return try MappedAdapter(description, id: id, options: values)
    }
    let declaration = try MappedAdapter(description, id: id).descriptor
    try register(
      declaration,
      refine: { declaration, options in
        // A source with invalid options reports them on use.
        if let adapter = try? adapter(options) { declaration = adapter.descriptor }
      },
      make: { container, options in
        let adapter = try adapter(options)
        let transport = try container.transport(for: adapter.descriptor, credential: nil)
        return HTTPSource(adapter, transport: transport, clock: try container[.clock])
      })
    return declaration.id
  }
}
