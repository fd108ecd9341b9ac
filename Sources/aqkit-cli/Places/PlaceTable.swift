import AQKit

/// The table of `search`: a line per place.
struct PlaceTable {
  let places: [Place]
  let attribution: [Attribution]

  var lines: [String] {
    guard !places.isEmpty else { return ["No place of this name."] }
    let rows = places.map { place in
      [
        ([place.name] + place.adminAreas.prefix(2) + [place.countryCode].compactMap { $0 })
          .joined(separator: ", "),
        "\(Text.number(place.coordinate.latitude, digits: 5)),\(Text.number(place.coordinate.longitude, digits: 5))",
        place.elevation.map { "\(Text.number($0, digits: 0)) m" } ?? "",
        place.timeZone ?? "", place.population.map { "\($0) people" } ?? "",
      ]
    }
    let widths = (0..<4).map { column in rows.map { $0[column].count }.max() ?? 0 }
    let table = rows.map { row in
      let cells = zip(row, widths).map { Text.pad($0, $1) } + row.suffix(1)
      var line = cells.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line
    }
    let credits = attribution.map { credit in
      let details = [credit.link, credit.licence].compactMap { $0 }.joined(separator: ", ")
      return "\(credit.text)\(details.isEmpty ? "" : " (\(details))")"
    }
    return table + (credits.isEmpty ? [] : [""] + credits)
  }
}
