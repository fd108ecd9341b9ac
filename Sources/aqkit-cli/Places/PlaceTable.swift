import AQKit

/// The table of `search`: a line per place.
struct PlaceTable {
  let places: [AirPlace]
  let attribution: [AirAttribution]

  var lines: [TerminalText] {
    guard !places.isEmpty else { return ["No place of this name."] }
    var table = TextTable()
    for place in places {
      let names = [place.name] + place.adminAreas.prefix(2) + [place.countryCode].compactMap { $0 }
      let (latitude, longitude) = (place.coordinate.latitude, place.coordinate.longitude)
      let cells = [
        names.joined(separator: ", "),
        "\(Text.number(latitude, digits: 5)),\(Text.number(longitude, digits: 5))",
        place.elevation.map { "\(Text.number($0, digits: 0)) m" } ?? "",
        place.timeZone ?? "", place.population.map { "\($0) people" } ?? "",
      ]
      table.add(cells.map { TerminalText($0) })
    }
    let credits = attribution.map { credit in
      let details = [credit.link, credit.licence].compactMap { $0 }.joined(separator: ", ")
      return TerminalText("\(credit.text)\(details.isEmpty ? "" : " (\(details))")")
    }
    return table.lines + (credits.isEmpty ? [] : [""] + credits)
  }
}
