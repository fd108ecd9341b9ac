public import AQKit
import Foundation

extension AirTexts {
  /// Returns the name of a country or region by its code of ISO 3166-1; the code if the locale has no name.
  public func country(_ code: String) -> String { locale.localizedString(forRegionCode: code) ?? code }

  /// Returns the title of a place: `AirPlace/fullName` with the country's name in the locale, such as `Springfield,
  /// Illinois, United States`.
  public func title(of place: AirPlace) -> String {
    var place = place
    place.country = place.countryCode.flatMap(locale.localizedString(forRegionCode:)) ?? place.country
    return place.fullName
  }

  /// Returns the title of a site: its name, else its coordinate, else its identifier; an indoor one is marked:
  /// `Kitchen, indoors`.
  public func title(of site: AirSite) -> String {
    let name = site.name.flatMap { $0.isEmpty ? nil : $0 }
    let title = name ?? site.coordinate.map(title(of:)) ?? site.id ?? text("place.unknown")
    return site.isIndoor == true ? text("place.indoors", ["site": title]) : title
  }

  /// Returns a coordinate to two decimals, which is about a kilometre: `52.52° N, 13.41° E`.
  public func title(of coordinate: Coordinate) -> String {
    let latitude = number(coordinate.latitude.magnitude, digits: 2...2)
    let longitude = number(coordinate.longitude.magnitude, digits: 2...2)
    return text(
      "place.coordinate",
      [
        "latitude": "\(latitude)° \(text(coordinate.latitude < 0 ? "place.south" : "place.north"))",
        "longitude": "\(longitude)° \(text(coordinate.longitude < 0 ? "place.west" : "place.east"))",
      ])
  }
}
