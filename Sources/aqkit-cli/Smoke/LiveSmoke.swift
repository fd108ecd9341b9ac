import AQKit

/// The paths of all configured sources against the real services. A feed without an address has nothing to ask and is
/// left out.
struct LiveSmoke {
  let container: AQContainer

  var checks: [SmokeCheck] {
    get throws {
      let hub = try AirHub(container)
      return hub.descriptors.compactMap { descriptor in
        if descriptor.options.contains(where: {
          $0.isRequired && !container.hasOption($0.name, of: descriptor.id)
        }) {
          complain("aqkit-cli: \(descriptor.id) is not configured and was left out; see aqkit-cli sources.")
          return nil
        }
        return SmokeCheck(
          adapter: descriptor.id.rawValue, path: descriptor.endpoints.first?.url ?? descriptor.name
        ) {
          try await hub.source(descriptor.id).fetch(AirQuery(places: descriptor.testPlaces)).reports
        }
      }
    }
  }
}
