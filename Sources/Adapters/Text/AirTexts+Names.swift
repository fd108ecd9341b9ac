public import AQKit

extension AirTexts {
  /// Returns the name of a parameter, such as `Ozone`; the parameter's own name if no language has one.
  public func name(of parameter: AirParameter) -> String {
    if let name = lookUp("parameter.\(parameter.rawValue)") { return name.text }
    if let (statistic, base) = parameter.dayStatistic {
      return text("day.\(statistic.rawValue)", ["parameter": name(of: base)])
    }
    guard parameter.isPublishedIndex else { return parameter.name }
    let index = name(of: .publishedIndex) + (parameter.indexScale.map { " (\($0))" } ?? "")
    return parameter.indexPollutant.map { "\(index), \(name(of: $0))" } ?? index
  }

  /// Returns the name of a parameter within a sentence: `fine particles` for PM2.5, `ozone` for ozone.
  public func spokenName(of parameter: AirParameter) -> String {
    let keys = ["spoken", "parameter"].map { "\($0).\(parameter.rawValue)" }
    if let spoken = lookUp(keys[0]), spoken == lookUp(keys) { return spoken.text }
    let name = name(of: parameter)
    // German nouns have a capital within sentences, too.
    return languages.first?.identifier.prefix(2).lowercased() == "de" ? name : name.loweredFirst
  }

  /// Returns the name of a band, as a title: `Unhealthy for Sensitive Groups`.
  ///
  /// It is the regulator's own wording in the language if that is known, else the band's local name if that is in the
  /// language, else a translation. A band of an index of your own has its own name, unless a language has its key.
  ///
  /// - Parameters:
  ///   - band: The band.
  ///   - edition: The edition of the band; without it, regulators' wordings aren't known.
  public func name(of band: AQIBand, in edition: IndexEdition? = nil) -> String {
    let name = spokenName(of: band, in: edition).raisedFirst
    return name.lowercased() == band.name.lowercased() ? band.name.raisedFirst : name
  }

  /// Returns the name of a band within a sentence: `unhealthy for sensitive groups`.
  public func spokenName(of band: AQIBand, in edition: IndexEdition? = nil) -> String {
    let isLocal = band.localLanguage.map { Self.tags(of: locale).contains($0.lowercased()) } ?? false
    for language in languages {
      if let edition, let official = language["band.\(edition.family).\(band.key)"] { return official.text }
      if isLocal, let local = band.localName { return local.loweredFirst }
      if let text = language["band.\(band.key)"] { return text.text }
    }
    return band.name
  }

  /// Returns the text of an hour's index to show on its own: the number, or the category; nil if there is none, or if it is
  /// only a bound.
  public func display(of hour: HourlyIndex) -> String? {
    if hour.isBandUncertain { return nil }
    return number(of: hour)
      ?? hour.band.map { name(of: $0, in: hour.index.resolved(at: hour.time)?.edition) }
  }

  /// Returns the document of a band's name in the language of the texts; nil if it is AQKit's own, or the band's local name.
  public func source(of band: AQIBand, in edition: IndexEdition) -> String? {
    lookUp(["band.\(edition.family).\(band.key)", "band.\(band.key)"])?.source
  }

  /// Returns a standard's advice; the English text if no language has it.
  ///
  /// The texts are AQKit's paraphrases in every language, never the regulator's own words.
  public func advice(_ message: AQIBand.HealthMessage) -> String {
    lookUp("advice \(message.text)")?.text ?? message.text
  }

  /// Returns the group that a piece of advice addresses, as a title: `People with heart disease`.
  ///
  /// - Parameter word: The word of `AQIBand.HealthMessage/group`, such as `sensitive`; without a translation it stays
  ///   unchanged.
  public func group(_ word: String) -> String {
    lookUp([word, Self.sameGroups[word] ?? word].map { "group \($0)" })?.text ?? word.raisedFirst
  }

  /// Standards' words for a group that has another word in the languages.
  private static let sameGroups = [
    "everyone": "all", "general": "all", "respiratory patients": "lung disease",
    "heart disease (CO)": "heart disease",
  ]

  /// Returns a unit as it is written after a number, such as `µg/m³`; empty for a number without a unit.
  public func symbol(of unit: AirUnit) -> String { lookUp("unit.\(unit.rawValue)")?.text ?? unit.rawValue }

  /// Returns the name of a UV band, in the WHO's terms.
  public func name(of band: AirParameter.UVIndexBand) -> String {
    lookUp("uv.\(band.rawValue)")?.text ?? band.name
  }

  /// Returns the WHO's advice in a UV band, paraphrased (`AirParameter.UVIndexBand/advice`).
  public func advice(for band: AirParameter.UVIndexBand) -> String {
    lookUp("advice \(band.advice)")?.text ?? band.advice
  }

  /// Returns the name of a pollen level; its English name if no language has it.
  public func name(of level: AirParameter.PollenScheme.Level) -> String {
    let name = level.name.lowercased()
    if name.hasPrefix("step ") { return text("pollen.step", ["number": String(name.dropFirst(5))]) }
    return lookUp("pollen.\(name)")?.text ?? level.name.raisedFirst
  }

  /// Returns the kind of a report's values: `Measured`, `Analysed`, `Forecast`.
  public func name(of kind: AirReport.Kind) -> String { text("kind.\(kind.rawValue)") }

  /// Returns the freshness of a report.
  public func name(of freshness: AirReport.Freshness) -> String { text("state.\(freshness.rawValue)") }

  /// Returns the state of a live feed's connection, with the time since which, or until which, it lasts.
  public func name(of state: AirUpdate.FeedState, now: AirTime) -> String {
    switch state {
    case .connecting: text("state.connecting")
    case .live: text("state.live")
    case .silent(let since): text("state.silent-since", ["time": ago(since, now: now)])
    case .waiting(let until): text("state.waiting-until", ["time": wait(until: until, now: now)])
    case .paused: text("state.paused")
    case .failed(let code): text("state.failed-with", ["error": explanation(of: code).sentence])
    }
  }

  /// Returns the state of an application's load: empty, loading, being renewed, loaded, cached or failed.
  ///
  /// A value takes precedence over an error: after a failure the last value is kept, and its age is shown if the current moment
  /// is given: `Saved 10 hours ago`.
  ///
  /// - Parameters:
  ///   - load: The load.
  ///   - now: The moment at which the text is read.
  public func name<Value>(of load: AirTopic<Value>.Load, now: AirTime? = nil) -> String {
    let state =
      switch load.phase {
      case .idle: "empty"
      case .loading: "loading"
      case .loaded: load.isLoading ? "renewing" : load.isCached || load.error != nil ? "cached" : "loaded"
      case .failed: "failed"
      }
    if state == "cached", let now, let time = load.receivedAt {
      return text("state.cached-since", ["time": ago(time, now: now)])
    }
    return text("state.\(state)")
  }
}

extension String {
  /// The text with an initial capital.
  var raisedFirst: String { prefix(1).uppercased() + dropFirst() }

  /// The text with a lower-case initial; an abbreviation such as `UV` or `PM10` keeps its capital.
  var loweredFirst: String {
    let second = dropFirst().first
    return second.map { $0.isUppercase || $0.isNumber } ?? true ? self : prefix(1).lowercased() + dropFirst()
  }
}
