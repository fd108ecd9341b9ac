/// An index that finds the sites that are the same station as another without comparing each pair.
struct StationIndex {
  typealias Identity = AirHub.Policy.StationMatching.Identity

  /// A trait shared by sites that may be the same station.
  private enum Key: Hashable {
    case code(AirHub.Policy.StationMatching.Code)
    case alias(Int)
    /// A cube of 500 m around a point on the sphere; sites farther apart are never the same station.
    case cube(x: Int, y: Int, z: Int, isReference: Bool)
  }

  /// The maximum number of sites with a common trait that are compared with another site: more than any such cube has.
  private static let most = 64

  private let matching: AirHub.Policy.StationMatching
  private var identities: [Identity] = []
  private var indices: [Key: [Int]] = [:]
  private let aliases: [AirHub.Policy.StationMatching.Alias: [Int]]

  init(_ matching: AirHub.Policy.StationMatching) {
    self.matching = matching
    var aliases: [AirHub.Policy.StationMatching.Alias: [Int]] = [:]
    for (group, names) in matching.aliases.enumerated() {
      for name in names { aliases[name, default: []].append(group) }
    }
    self.aliases = aliases
  }

  mutating func add(_ site: AirSite, of source: SourceID) {
    let identity = Identity(site, of: source)
    var keys = names(of: identity)
    if let cube = Self.cube(of: site) {
      keys.append(.cube(x: cube.x, y: cube.y, z: cube.z, isReference: site.kind == .referenceStation))
    }
    for key in keys where indices[key, default: []].count < Self.most {
      indices[key, default: []].append(identities.count)
    }
    identities.append(identity)
  }

  /// Returns the other sources' sites that are the same station as a site, in the order in which they were added.
  func twins(of number: Int) -> [Int] {
    let identity = identities[number]
    var found: Set<Int> = []
    for key in names(of: identity) { found.formUnion(indices[key] ?? []) }
    if let cube = Self.cube(of: identity.site) {
      for x in cube.x - 1...cube.x + 1 {
        for y in cube.y - 1...cube.y + 1 {
          for z in cube.z - 1...cube.z + 1 {
            found.formUnion(indices[.cube(x: x, y: y, z: z, isReference: true)] ?? [])
            found.formUnion(indices[.cube(x: x, y: y, z: z, isReference: false)] ?? [])
          }
        }
      }
    }
    return Array(found).filter { other in
      identities[other].source != identity.source && matching.isSame(identity, identities[other])
    }.ordered(by: <)
  }

  private func names(of identity: Identity) -> [Key] {
    let groups = identity.site.id.flatMap { aliases[.init(identity.source, $0)] } ?? []
    return identity.codes.map(Key.code) + groups.map(Key.alias)
  }

  private static func cube(of site: AirSite) -> (x: Int, y: Int, z: Int)? {
    guard site.kind != .modelCell, let vector = site.coordinate?.unitVector else { return nil }
    let scale = Coordinate.earthRadius / 500
    return (
      Int((vector.x * scale).rounded(.down)), Int((vector.y * scale).rounded(.down)),
      Int((vector.z * scale).rounded(.down))
    )
  }
}
