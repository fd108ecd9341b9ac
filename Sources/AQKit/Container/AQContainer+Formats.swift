extension AQContainer {
  /// Registers a format in which recordings can be read.
  ///
  /// - Throws: ``AQError/Code/invalidRequest`` when a format of this name is registered.
  public mutating func register(format: PayloadFormat) throws(AQError) {
    guard !formats.contains(where: { $0.name == format.name }) else {
      throw AQError(
        .invalidRequest,
        "A format “\(format.name)” is registered already; use replace to put another in its place.")
    }
    formats.append(format)
  }

  /// Registers a format in the place of the one with its name, or as the last one where there is none.
  public mutating func replace(format: PayloadFormat) {
    if let index = formats.firstIndex(where: { $0.name == format.name }) {
      formats[index] = format
    } else {
      formats.append(format)
    }
  }

  /// The format of a name.
  ///
  /// - Throws: ``AQError/Code/notConfigured`` when there is none; the message lists the ones that there are.
  public func format(_ name: String) throws(AQError) -> PayloadFormat {
    guard let format = formats.first(where: { $0.name == name }) else {
      let known = formats.map(\.name).joined(separator: ", ")
      throw AQError(.notConfigured, "There is no format “\(name)”; there are: \(known).")
    }
    return format
  }
}
