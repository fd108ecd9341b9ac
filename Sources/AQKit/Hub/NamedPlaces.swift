extension PlaceSearching {
  /// The one place that a name means.
  ///
  /// A name means the places that are called exactly so, ignoring case; what stands behind a comma narrows it to an
  /// administrative area or a country's code: `Springfield, Missouri`. Of several, the one with at least ten times the
  /// population of the next is meant; that factor is AQKit's own.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - language: The BCP 47 language of the name.
  /// - Throws: ``AQError/Code/invalidRequest`` when no place has the name, or several have it; the message lists them.
  ///   Otherwise the error of the search.
  public func place(named name: String, language: String = "en") async throws -> AirPlace {
    var found = try await places(matching: AirPlace.Search(name, language: language, limit: 20))
    let parts = name.split(separator: ",", maxSplits: 1).map { Self.trimmed($0) }
    let head = parts.first ?? name
    if found.isEmpty, parts.count > 1 {
      found = try await places(matching: AirPlace.Search(head, language: language, limit: 100))
    }
    var meant = found.filter { Self.trimmed($0.name[...]).lowercased() == head.lowercased() }
    if parts.count > 1 {
      let area = parts[1].lowercased()
      let narrowed = meant.filter { place in
        place.countryCode?.lowercased() == area || place.adminAreas.contains { $0.lowercased() == area }
      }
      guard !narrowed.isEmpty || meant.isEmpty else {
        throw AQError(
          .invalidRequest,
          "No place that is called “\(head.prefix(60))” is known to lie in “\(parts[1].prefix(60))”; there are \(Self.list(meant)). Write the area or the country's code as they are given."
        )
      }
      meant = narrowed
    } else if meant.isEmpty, found.count == 1 {
      // The same place in another spelling.
      meant = found
    }
    guard let first = meant.first else {
      let others = found.isEmpty ? "" : "; there are \(Self.list(found))"
      throw AQError(.invalidRequest, "No place is called “\(name.prefix(60))”\(others).")
    }
    let bySize = meant.sorted { ($0.population ?? 0) > ($1.population ?? 0) }
    if meant.count == 1 { return first }
    let (largest, next) = (bySize[0].population ?? 0, bySize[1].population ?? 0)
    if largest > 0, largest / 10 >= max(1, next) { return bySize[0] }
    throw AQError(
      .invalidRequest,
      "“\(name.prefix(60))” may mean \(Self.list(meant)): name the area, too, or use the place's coordinate.")
  }

  private static func list(_ places: [AirPlace]) -> String {
    let texts = places.prefix(8).map { place in
      let details = place.adminAreas.prefix(2) + [place.countryCode].compactMap { $0 }
      return details.isEmpty ? place.name : "\(place.name) (\(details.joined(separator: ", ")))"
    }
    return texts.joined(separator: "; ") + (places.count > 8 ? "; and \(places.count - 8) more" : "")
  }

  private static func trimmed(_ text: Substring) -> String {
    var rest = text
    while rest.first?.isWhitespace ?? false { rest.removeFirst() }
    while rest.last?.isWhitespace ?? false { rest.removeLast() }
    return String(rest)
  }
}
