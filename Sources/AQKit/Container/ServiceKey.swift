/// The name and type of a service in a container.
///
/// A third party adds a service with one declaration and reads it as `container[.name]`:
///
/// ```swift
/// extension ServiceKey { static var geocoder: ServiceKey<any PlaceSearching> { .init("geocoder") } }
/// ```
public struct ServiceKey<Value: Sendable>: Sendable {
  /// The name, unique among services.
  public let name: String
  /// What to do if the service is missing, as a sentence; part of the error.
  public let advice: String?
  let defaultValue: (@Sendable () -> Value)?

  /// A key for a service.
  ///
  /// - Parameters:
  ///   - name: Unique among services.
  ///   - advice: What to do if the service is missing, as a sentence.
  ///   - defaultValue: Makes the service if none was set; without it a missing service is an error.
  public init(_ name: String, advice: String? = nil, default defaultValue: (@Sendable () -> Value)? = nil) {
    self.name = name
    self.advice = advice
    self.defaultValue = defaultValue
  }
}
