/// Registers the sources and services of an adapter's product in a container.
///
/// An adapter offers its module as a static member, for `container.install(.openMeteo)`:
///
/// ```swift
/// extension AQModule where Self == CityAirModule { static var cityAir: CityAirModule { CityAirModule() } }
/// ```
public protocol AQModule: Sendable {
  /// Registers the module's sources and services.
  func install(into container: inout AQContainer) throws
}
