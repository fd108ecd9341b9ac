import AQKit
import Foundation

struct PreviewPlaces: PlaceSearching {
  func places(matching search: AirPlace.Search) async throws -> [AirPlace] {
    let wanted = Self.folded(search.name)
    guard wanted.count > 1 else { return [] }
    let found = Self.all.filter { place in
      Self.folded(place.name).hasPrefix(wanted)
        && search.countryCode.map { $0.uppercased() == place.countryCode } ?? true
    }
    return Array(found.prefix(max(0, search.limit)))
  }

  func place(id: String, language: String) async throws -> AirPlace? {
    Self.all.first { $0.serviceID == id }
  }

  private static func folded(_ text: String) -> String {
    text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
  }

  /// All places, the recorded ones first.
  static let all: [AirPlace] = text.split(separator: "\n").compactMap { line in
    let cells = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    guard cells.count == 8, let latitude = Double(cells[1]), let longitude = Double(cells[2]),
      let coordinate = try? Coordinate(latitude, longitude)
    else { return nil }
    return AirPlace(
      name: cells[0], coordinate: coordinate, serviceID: "\(cells[1]),\(cells[2])",
      adminAreas: cells[5].isEmpty ? [] : [cells[5]], countryCode: cells[3], country: cells[4],
      timeZone: cells[6], population: Int(cells[7]).map { $0 * 1000 })
  }

  /// Name, latitude, longitude, country's code and name, area, time zone, thousands of inhabitants; rounded from atlases.
  private static let text = """
    Brno|49.195|16.608|CZ|Czechia|South Moravian|Europe/Prague|380
    Lahore|31.558|74.351|PK|Pakistan|Punjab|Asia/Karachi|13000
    Karachi|24.861|67.01|PK|Pakistan|Sindh|Asia/Karachi|16000
    Enschede|52.218|6.896|NL|Netherlands|Overijssel|Europe/Amsterdam|160
    New York|40.714|-74.006|US|United States|New York|America/New_York|8300
    Bergen|60.393|5.324|NO|Norway|Vestland|Europe/Oslo|290
    Beijing|39.907|116.397|CN|China|Beijing|Asia/Shanghai|21900
    Berlin|52.524|13.411|DE|Germany|Berlin|Europe/Berlin|3700
    Buenos Aires|-34.613|-58.377|AR|Argentina|Buenos Aires F.D.|America/Argentina/Buenos_Aires|3100
    Cairo|30.063|31.25|EG|Egypt|Cairo|Africa/Cairo|10000
    Chicago|41.85|-87.65|US|United States|Illinois|America/Chicago|2700
    Delhi|28.652|77.231|IN|India|Delhi|Asia/Kolkata|11000
    Jakarta|-6.215|106.845|ID|Indonesia|Jakarta|Asia/Jakarta|10600
    Lagos|6.455|3.394|NG|Nigeria|Lagos|Africa/Lagos|15400
    Lisbon|38.717|-9.133|PT|Portugal|Lisbon|Europe/Lisbon|550
    London|51.509|-0.126|GB|United Kingdom|England|Europe/London|8900
    Los Angeles|34.052|-118.244|US|United States|California|America/Los_Angeles|3900
    Madrid|40.417|-3.703|ES|Spain|Madrid|Europe/Madrid|3300
    Mexico City|19.428|-99.128|MX|Mexico|Mexico City|America/Mexico_City|9200
    Mumbai|19.073|72.883|IN|India|Maharashtra|Asia/Kolkata|12700
    Nairobi|-1.283|36.817|KE|Kenya|Nairobi|Africa/Nairobi|4400
    Oslo|59.913|10.746|NO|Norway|Oslo|Europe/Oslo|710
    Paris|48.853|2.349|FR|France|Île-de-France|Europe/Paris|2100
    Paris|33.661|-95.556|US|United States|Texas|America/Chicago|25
    Prague|50.088|14.421|CZ|Czechia|Prague|Europe/Prague|1300
    Rome|41.892|12.511|IT|Italy|Lazio|Europe/Rome|2800
    São Paulo|-23.548|-46.636|BR|Brazil|São Paulo|America/Sao_Paulo|12400
    Seoul|37.566|126.978|KR|South Korea|Seoul|Asia/Seoul|9700
    Springfield|39.802|-89.644|US|United States|Illinois|America/Chicago|114
    Springfield|42.101|-72.59|US|United States|Massachusetts|America/New_York|155
    Springfield|37.215|-93.298|US|United States|Missouri|America/Chicago|170
    Sydney|-33.868|151.207|AU|Australia|New South Wales|Australia/Sydney|5300
    Tokyo|35.69|139.692|JP|Japan|Tokyo|Asia/Tokyo|14000
    Toronto|43.7|-79.416|CA|Canada|Ontario|America/Toronto|2900
    Vienna|48.208|16.372|AT|Austria|Vienna|Europe/Vienna|2000
    Warsaw|52.23|21.012|PL|Poland|Masovian|Europe/Warsaw|1900
    Zurich|47.367|8.55|CH|Switzerland|Zurich|Europe/Zurich|440
    """
}
