/// An address that a source asks, with its life.
public struct Endpoint: Hashable, Sendable, Codable {
  /// The address without a query.
  public var url: String
  /// Since when the provider calls it deprecated.
  public var deprecatedSince: AirTime?
  /// When the provider switches it off.
  public var retiresOn: AirTime?
  /// The replacement, once it is deprecated.
  public var replacedBy: String?

  /// The declaration of an address.
  public init(
    _ url: String, deprecatedSince: AirTime? = nil, retiresOn: AirTime? = nil, replacedBy: String? = nil
  ) {
    self.url = url
    self.deprecatedSince = deprecatedSince
    self.retiresOn = retiresOn
    self.replacedBy = replacedBy
  }
}
