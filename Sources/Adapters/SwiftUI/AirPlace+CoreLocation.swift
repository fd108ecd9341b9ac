#if canImport(CoreLocation)
  public import AQKit
  public import CoreLocation

  extension Coordinate {
    /// Creates a coordinate from a position; nil for one that isn't on Earth, such as `kCLLocationCoordinate2DInvalid`.
    public init?(_ position: CLLocationCoordinate2D) {
      guard let coordinate = try? Coordinate(position.latitude, position.longitude) else { return nil }
      self = coordinate
    }
  }

  extension CLLocationCoordinate2D {
    /// Creates the position of a coordinate.
    public init(_ coordinate: Coordinate) {
      self.init(latitude: coordinate.latitude, longitude: coordinate.longitude)
    }
  }

  extension CLLocation {
    /// Creates the location of a place.
    public convenience init(_ place: AirPlace) {
      self.init(latitude: place.coordinate.latitude, longitude: place.coordinate.longitude)
    }
  }

  extension AirPlace {
    /// Creates a place from a location, such as the user's own; nil for a location that isn't on Earth. A location states no
    /// time zone: set that of the user's own position, or the place's days are those of solar time.
    ///
    /// - Parameters:
    ///   - location: The location. Its altitude is used if it is known.
    ///   - name: The name to show.
    public init?(_ location: CLLocation, named name: String) {
      guard let coordinate = Coordinate(location.coordinate) else { return nil }
      self.init(
        name: name, coordinate: coordinate, elevation: location.verticalAccuracy > 0 ? location.altitude : nil
      )
    }

    /// Creates a place from a placemark, with its city, country and time zone; nil without a location on Earth.
    public init?(_ placemark: CLPlacemark) {
      let name = placemark.locality ?? placemark.name
      guard let location = placemark.location, let name, let place = AirPlace(location, named: name) else {
        return nil
      }
      self = place
      adminAreas = [placemark.administrativeArea, placemark.subAdministrativeArea].compactMap { $0 }
      countryCode = placemark.isoCountryCode
      country = placemark.country
      timeZone = placemark.timeZone?.identifier
    }
  }
#endif
