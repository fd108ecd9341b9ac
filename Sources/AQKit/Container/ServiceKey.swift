/// Names a service of a container, and its type.
///
/// A third party adds a service by one declaration and reads it as `container[.name]`:
///
/// ```swift
/// extension ServiceKey { static var geocoder: ServiceKey<any PlaceSearching> { .init("geocoder") } }
/// ```
public struct ServiceKey<Value: Sendable>: Sendable {
  /// The name, unique among services.
  public let name: String
  /// What to do when the service is missing, as a sentence; shown in the error.
  public let advice: String?
  let defaultValue: (@Sendable () -> Value)?

  /// A key.
  ///
  /// - Parameters:
  ///   - name: Unique among services.
  ///   - advice: What to do when the service is missing.
  ///   - defaultValue: Makes the service where none was set; without it a missing service is an error.
  public init(_ name: String, advice: String? = nil, default defaultValue: (@Sendable () -> Value)? = nil) {
    self.name = name
    self.advice = advice
    self.defaultValue = defaultValue
  }
}
