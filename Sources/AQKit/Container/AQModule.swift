/// Something that registers sources and services in a container: what an adapter's product offers.
///
/// An adapter makes its module findable by a static member, so that it reads `container.install(.openMeteo)`:
///
/// ```swift
/// extension AQModule where Self == CityAirModule { static var cityAir: CityAirModule { CityAirModule() } }
/// ```
public protocol AQModule: Sendable {
  /// Registers what the module has.
  func install(into container: inout AQContainer) throws
}
