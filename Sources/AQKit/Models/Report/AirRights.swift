#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The uses that a licence of data allows, machine-readable. Each right is allowed, forbidden or unknown.
///
/// ```swift
/// let rights = report.rights
/// return rights.commercialUse == .allowed && rights.redistribution == .allowed  // unknown isn't allowed
/// ```
public struct AirRights: Hashable, Sendable, Codable {
  /// Whether a right is granted.
  public enum Permission: String, Hashable, Sendable, Codable {
    /// Granted.
    case allowed
    /// Not granted.
    case forbidden
    /// The terms don't say, or haven't been checked. Caches and estimates use the data, which only ``forbidden`` prevents; a
    /// query's ``AirQuery/purposes`` require ``allowed``.
    case unknown

    /// Creates a permission from a Boolean; unknown if it is nil.
    public init(_ isGranted: Bool?) { self = isGranted.map { $0 ? .allowed : .forbidden } ?? .unknown }

    fileprivate func stricter(_ other: Self) -> Self {
      self == .forbidden || other == .forbidden
        ? .forbidden : self == .unknown || other == .unknown ? .unknown : .allowed
    }
  }

  /// Use in paid or advertising applications.
  public var commercialUse: Permission
  /// Passing the data on.
  public var redistribution: Permission
  /// Keeping the data beyond showing them.
  public var caching: Permission
  /// Changing the data.
  public var modification: Permission
  /// Whether derived work must be under the same licence.
  public var shareAlike: Bool
  /// Whether the attribution must be shown.
  public var attributionRequired: Bool
  /// The address of the terms.
  public var terms: String?

  /// Creates a set of rights; those left out are unknown.
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

  /// Reads rights; missing ones are unknown.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func permission(_ key: CodingKeys) throws -> Permission {
      try container.optional(key) ?? .unknown
    }
    try self.init(
      commercialUse: permission(.commercialUse), redistribution: permission(.redistribution),
      caching: permission(.caching), modification: permission(.modification),
      shareAlike: container.optional(.shareAlike) ?? false,
      attributionRequired: container.optional(.attributionRequired) ?? true,
      terms: container.optional(.terms))
  }

  /// ``terms`` as an address to open; nil if there are none or if it isn't a web address.
  @_alwaysEmitIntoClient public var termsURL: URL? { terms.flatMap { $0.isWebPage ? URL(string: $0) : nil } }

  /// All rights unknown.
  public static var unknown: AirRights { AirRights() }

  /// The data of your own station: everything is allowed, and no attribution is required. It is for the owner's own
  /// instruments; a map to which the owner contributes has its own terms.
  public static let own = AirRights(
    commercialUse: .allowed, redistribution: .allowed, caching: .allowed, modification: .allowed,
    attributionRequired: false)

  /// Returns the rights of data under both licences: the stricter of each right. Forbidden is stricter than unknown, and
  /// unknown than allowed. The terms are the stricter set's, else the first ones, because there can be only one
  /// address.
  public func combined(with other: AirRights) -> AirRights {
    guard self != other else { return self }
    var both = AirRights(
      commercialUse: commercialUse.stricter(other.commercialUse),
      redistribution: redistribution.stricter(other.redistribution), caching: caching.stricter(other.caching),
      modification: modification.stricter(other.modification), shareAlike: shareAlike || other.shareAlike,
      attributionRequired: attributionRequired || other.attributionRequired)
    var (own, others) = (self, other)
    (own.terms, others.terms) = (nil, nil)
    both.terms = both == others && both != own ? other.terms ?? terms : terms ?? other.terms
    return both
  }
}

extension Collection where Element == AirRights {
  /// The rights of data under all of these licences; unknown without any.
  package var combined: AirRights { dropFirst().reduce(first ?? .unknown) { $0.combined(with: $1) } }
}

extension AirRights: CustomStringConvertible {
  /// The rights on one line for a log, such as `commercial use allowed, redistribution unknown, caching unknown,
  /// modification allowed, attribution required`.
  public var description: String {
    let rights = [
      ("commercial use", commercialUse), ("redistribution", redistribution), ("caching", caching),
      ("modification", modification),
    ].map { "\($0) \($1.rawValue)" }
    let duties = [
      shareAlike ? "share alike" : nil, attributionRequired ? "attribution required" : nil, terms,
    ]
    return (rights + duties.compactMap { $0 }).joined(separator: ", ")
  }
}

extension [AirAttribution] {
  /// Returns these and those of another list, without repetition.
  package func united(with others: [AirAttribution]) -> [AirAttribution] {
    self == others ? self : (self + others).unique
  }
}

extension String {
  /// Whether it is an address with a host, which a browser opens: links come from servers and files, and users tap them.
  @usableFromInline var isWebPage: Bool {
    let lowered = lowercased()
    guard let scheme = ["https://", "http://"].first(where: lowered.hasPrefix) else { return false }
    let authority = lowered.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
    let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
    return !host.isEmpty && !host.hasPrefix(":")
  }
}
