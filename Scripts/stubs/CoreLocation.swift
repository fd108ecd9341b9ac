@_exported import Foundation

public struct CLLocationCoordinate2D {
  public var latitude, longitude: Double
  public init(latitude: Double, longitude: Double) { (self.latitude, self.longitude) = (latitude, longitude) }
}
open class CLLocation {
  public init(latitude: Double, longitude: Double) {}
  public var coordinate: CLLocationCoordinate2D { fatalError() }
  public var altitude: Double { 0 }
  public var verticalAccuracy: Double { 0 }
}
open class CLPlacemark {
  public var location: CLLocation? { nil }
  public var name: String? { nil }
  public var locality: String? { nil }
  public var administrativeArea: String? { nil }
  public var subAdministrativeArea: String? { nil }
  public var isoCountryCode: String? { nil }
  public var country: String? { nil }
  public var timeZone: TimeZone? { nil }
}
