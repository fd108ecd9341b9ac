/// What the licence of data allows, machine-readable. Each right is allowed, forbidden or not known.
public struct Rights: Hashable, Sendable, Codable {
  /// Whether a right is granted.
  public enum Permission: String, Hashable, Sendable, Codable {
    /// Granted.
    case allowed
    /// Not granted.
    case forbidden
    /// The terms don't say, or nobody has looked.
    case unknown
  }

  /// Use in paid or advertising applications.
  public var commercialUse: Permission
  /// Passing the data on.
  public var redistribution: Permission
  /// Keeping the data beyond showing them.
  public var caching: Permission
  /// Changing the data.
  public var modification: Permission
  /// Whether what is made of the data must be under the same licence.
  public var shareAlike: Bool
  /// Whether the attribution must be shown.
  public var attributionRequired: Bool
  /// The address of the terms.
  public var terms: String?

  /// Makes a set of rights; what is left out is not known.
  public init(
    commercialUse: Permission = .unknown, redistribution: Permission = .unknown,
    caching: Permission = .unknown,
    modification: Permission = .unknown, shareAlike: Bool = false, attributionRequired: Bool = true,
    terms: String? = nil
  ) {
    self.commercialUse = commercialUse
    self.redistribution = redistribution
    self.caching = caching
    self.modification = modification
    self.shareAlike = shareAlike
    self.attributionRequired = attributionRequired
    self.terms = terms
  }

  /// Nothing known.
  public static let unknown = Rights()
}
