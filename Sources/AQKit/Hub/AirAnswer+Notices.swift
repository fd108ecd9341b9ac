extension AirAnswer {
  /// The warnings and statements of authorities for the query's places that had not ended when the answer was complete,
  /// by their sources' order of registration. A notice of a named publisher that several sources pass on
  /// appears once, for the places of all.
  public var notices: [AirNotice] {
    let now = receivedAt
    var (notices, indices) = ([AirNotice](), [[String?]: Int]())
    for notice in outcomes.flatMap({ $0.response?.notices ?? [] }) where !notice.hasEnded(by: now) {
      // An identifier is unique in its source; only a publisher makes it the same notice elsewhere.
      let key = [notice.id, notice.publisher, notice.publisher == nil ? notice.source.rawValue : nil]
      if let index = indices[key] {
        notices[index].addPlaces(of: notice)
      } else {
        indices[key] = notices.count
        notices.append(notice)
      }
    }
    return notices
  }

  /// Returns the notices for one of the query's places, by index; for a message in several languages, only its notices
  /// in the best one.
  ///
  /// - Parameters:
  ///   - index: The place.
  ///   - languages: BCP 47 languages in order of preference; `en` stands for `en-CA`, too. A message in none of these
  ///     languages is returned in all of its own. Empty for all languages.
  public func notices(forPlace index: Int, in languages: [String] = []) -> [AirNotice] {
    notices.filter { $0.places.contains(index) || (query.places.isEmpty && $0.places.isEmpty) }
      .preferring(languages)
  }
}
