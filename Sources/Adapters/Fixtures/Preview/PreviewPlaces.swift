import AQKit
import Foundation

/// A search among a few cities by the beginning of the name.
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
    Self.all.first { $0.id == id }
  }

  private static func folded(_ text: String) -> String {
    text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
  }

  /// The recorded places first.
  static let all: [AirPlace] = text.split(separator: "\n").compactMap { line in
    let cells = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    guard cells.count == 8, let latitude = Double(cells[1]), let longitude = Double(cells[2]),
      let coordinate = try? Coordinate(latitude, longitude)
    else { return nil }
    return AirPlace(
      name: cells[0], coordinate: coordinate, adminAreas: cells[5].isEmpty ? [] : [cells[5]],
      countryCode: cells[3], country: cells[4], timeZone: cells[6],
      population: Int(cells[7]).map { $0 * 1000 })
  }

  /// Name, latitude, longitude, country's code and name, first-level area, time zone, thousands of inhabitants; rounded by
  /// hand from atlases.
  private static let text = """
    Brno|49.195|16.608|CZ|Czechia|South Moravian|Europe/Prague|380
    Lahore|31.558|74.351|PK|Pakistan|Punjab|Asia/Karachi|13000
    Karachi|24.861|67.01|PK|Pakistan|Sindh|Asia/Karachi|16000
    Enschede|52.218|6.896|NL|Netherlands|Overijssel|Europe/Amsterdam|160
    New York|40.714|-74.006|US|United States|New York|America/New_York|8300
    Bergen|60.393|5.324|NO|Norway|Vestland|Europe/Oslo|290
    Amsterdam|52.374|4.89|NL|Netherlands|North Holland|Europe/Amsterdam|920
    Athens|37.984|23.728|GR|Greece|Attica|Europe/Athens|640
    Bangkok|13.754|100.501|TH|Thailand|Bangkok|Asia/Bangkok|8300
    Beijing|39.907|116.397|CN|China|Beijing|Asia/Shanghai|21900
    Berlin|52.524|13.411|DE|Germany|Berlin|Europe/Berlin|3700
    Bratislava|48.148|17.107|SK|Slovakia|Bratislava|Europe/Bratislava|480
    Brisbane|-27.468|153.028|AU|Australia|Queensland|Australia/Brisbane|2600
    Brussels|50.85|4.349|BE|Belgium|Brussels Capital|Europe/Brussels|1200
    Bucharest|44.432|26.106|RO|Romania|Bucharest|Europe/Bucharest|1700
    Budapest|47.498|19.04|HU|Hungary|Budapest|Europe/Budapest|1700
    Buenos Aires|-34.613|-58.377|AR|Argentina|Buenos Aires F.D.|America/Argentina/Buenos_Aires|3100
    Cairo|30.063|31.25|EG|Egypt|Cairo|Africa/Cairo|10000
    Cape Town|-33.926|18.423|ZA|South Africa|Western Cape|Africa/Johannesburg|4700
    Chicago|41.85|-87.65|US|United States|Illinois|America/Chicago|2700
    Delhi|28.652|77.231|IN|India|Delhi|Asia/Kolkata|11000
    Dublin|53.333|-6.249|IE|Ireland|Leinster|Europe/Dublin|590
    Helsinki|60.17|24.935|FI|Finland|Uusimaa|Europe/Helsinki|660
    Hong Kong|22.278|114.175|HK|Hong Kong||Asia/Hong_Kong|7500
    Istanbul|41.014|28.95|TR|Türkiye|Istanbul|Europe/Istanbul|15700
    Jakarta|-6.215|106.845|ID|Indonesia|Jakarta|Asia/Jakarta|10600
    Johannesburg|-26.202|28.044|ZA|South Africa|Gauteng|Africa/Johannesburg|4800
    Kraków|50.062|19.937|PL|Poland|Lesser Poland|Europe/Warsaw|800
    Lagos|6.455|3.394|NG|Nigeria|Lagos|Africa/Lagos|15400
    Lima|-12.043|-77.028|PE|Peru|Lima|America/Lima|10000
    Lisbon|38.717|-9.133|PT|Portugal|Lisbon|Europe/Lisbon|550
    London|51.509|-0.126|GB|United Kingdom|England|Europe/London|8900
    Los Angeles|34.052|-118.244|US|United States|California|America/Los_Angeles|3900
    Madrid|40.417|-3.703|ES|Spain|Madrid|Europe/Madrid|3300
    Melbourne|-37.814|144.963|AU|Australia|Victoria|Australia/Melbourne|5000
    Mexico City|19.428|-99.128|MX|Mexico|Mexico City|America/Mexico_City|9200
    Milan|45.464|9.19|IT|Italy|Lombardy|Europe/Rome|1400
    Montréal|45.509|-73.588|CA|Canada|Quebec|America/Toronto|1800
    Mumbai|19.073|72.883|IN|India|Maharashtra|Asia/Kolkata|12700
    Munich|48.137|11.575|DE|Germany|Bavaria|Europe/Berlin|1500
    Nairobi|-1.283|36.817|KE|Kenya|Nairobi|Africa/Nairobi|4400
    Oslo|59.913|10.746|NO|Norway|Oslo|Europe/Oslo|710
    Ostrava|49.835|18.282|CZ|Czechia|Moravian-Silesian|Europe/Prague|280
    Paris|48.853|2.349|FR|France|Île-de-France|Europe/Paris|2100
    Paris|33.661|-95.556|US|United States|Texas|America/Chicago|25
    Prague|50.088|14.421|CZ|Czechia|Prague|Europe/Prague|1300
    Reykjavík|64.136|-21.895|IS|Iceland|Capital Region|Atlantic/Reykjavik|140
    Rome|41.892|12.511|IT|Italy|Lazio|Europe/Rome|2800
    San Francisco|37.775|-122.419|US|United States|California|America/Los_Angeles|870
    Santiago|-33.457|-70.648|CL|Chile|Santiago Metropolitan|America/Santiago|5600
    São Paulo|-23.548|-46.636|BR|Brazil|São Paulo|America/Sao_Paulo|12400
    Seoul|37.566|126.978|KR|South Korea|Seoul|Asia/Seoul|9700
    Shanghai|31.222|121.458|CN|China|Shanghai|Asia/Shanghai|24900
    Singapore|1.29|103.85|SG|Singapore||Asia/Singapore|5900
    Springfield|39.802|-89.644|US|United States|Illinois|America/Chicago|114
    Springfield|42.101|-72.59|US|United States|Massachusetts|America/New_York|155
    Springfield|37.215|-93.298|US|United States|Missouri|America/Chicago|170
    Stockholm|59.329|18.069|SE|Sweden|Stockholm|Europe/Stockholm|980
    Sydney|-33.868|151.207|AU|Australia|New South Wales|Australia/Sydney|5300
    Taipei|25.048|121.532|TW|Taiwan|Taipei City|Asia/Taipei|2500
    Tokyo|35.69|139.692|JP|Japan|Tokyo|Asia/Tokyo|14000
    Toronto|43.7|-79.416|CA|Canada|Ontario|America/Toronto|2900
    Vienna|48.208|16.372|AT|Austria|Vienna|Europe/Vienna|2000
    Warsaw|52.23|21.012|PL|Poland|Masovian|Europe/Warsaw|1900
    Wellington|-41.287|174.776|NZ|New Zealand|Wellington|Pacific/Auckland|215
    Zurich|47.367|8.55|CH|Switzerland|Zurich|Europe/Zurich|440
    """
}
