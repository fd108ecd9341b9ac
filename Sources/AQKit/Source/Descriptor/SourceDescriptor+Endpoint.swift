extension SourceDescriptor {
  /// An address that a source contacts, with its deprecation and retirement.
  public struct Endpoint: Hashable, Sendable, Codable {
    /// The address without a query.
    public var url: String
    /// The time since which the provider has called it deprecated.
    public var deprecatedSince: AirTime?
    /// The time at which the provider switches it off.
    public var retiresOn: AirTime?
    /// The replacement, once it is deprecated.
    public var replacedBy: String?
    /// The protection of the connection.
    public var protection: Protection

    /// The protection of a connection against eavesdroppers.
    public enum Protection: String, Hashable, Sendable, Codable {
      /// TLS, with a certificate that the system trusts.
      case encrypted
      /// TLS, with a private certificate, such as that of a device at home or of a private authority. The application
      /// must give it to its transport or connector, which refuses it otherwise.
      case privateCertificate
      /// No protection: plain `http`, `ws` or `tcp`, as devices at home and a few services use. Anyone on the network path
      /// can read and change the data. Apple's systems require an exception in the application's `Info.plist`.
      case none
    }

    /// Creates the declaration of an address.
    ///
    /// - Parameters:
    ///   - url: The address without a query.
    ///   - protection: The protection of the connection. Undeclared addresses are never contacted without encryption; see
    ///     ``SourceDescriptor/refusal(of:)``.
    ///   - deprecatedSince: The time since which the provider has called it deprecated.
    ///   - retiresOn: The time at which the provider switches it off.
    ///   - replacedBy: The replacement, once it is deprecated. A redirect may lead there.
    public init(
      _ url: String, _ protection: Protection = .encrypted, deprecatedSince: AirTime? = nil,
      retiresOn: AirTime? = nil, replacedBy: String? = nil
    ) {
      self.url = url
      self.protection = protection
      self.deprecatedSince = deprecatedSince
      self.retiresOn = retiresOn
      self.replacedBy = replacedBy
    }

    /// Reads an endpoint; without `protection` it is encrypted.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: MemberName.self)
      try self.init(
        container.value("url"), container.optional("protection") ?? .encrypted,
        deprecatedSince: container.optional("deprecatedSince"), retiresOn: container.optional("retiresOn"),
        replacedBy: container.optional("replacedBy"))
    }

    /// Writes an endpoint with its displayed address (``shownURL``).
    public func encode(to encoder: any Encoder) throws {
      try encoder.write([
        "url": shownURL, "deprecatedSince": deprecatedSince, "retiresOn": retiresOn,
        "replacedBy": replacedBy, "protection": protection,
      ])
    }
  }
}
