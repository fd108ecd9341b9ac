extension AirLanguage {
  /// English, the reference for the other languages. Names of parameters and advice come from the core.
  ///
  /// Official wording: the US bands are those of 40 CFR 58 Appendix G; the other bands are the editions' own names,
  /// which the core has (``AirTexts/name(of:in:)`` keeps their capitals).
  public static let english = shipped(
    "en", .one,
    bandLines,
    #"""
    list = {first} and {last}
    day.max = {parameter}, highest of the day
    day.min = {parameter}, lowest of the day
    day.mean = {parameter}, mean of the day
    day.sum = {parameter}, sum of the day
    day.dominant = {parameter}, prevailing during the day
    parameter.aqi = Air quality index
    spoken.pm25 = fine particles
    spoken.pm10 = particles up to 10 micrometres
    spoken.pm1 = particles up to 1 micrometre

    ago.now = just now
    in.now = in a moment
    ago.minute.one = {count} minute ago
    ago.minute.other = {count} minutes ago
    ago.hour.one = {count} hour ago
    ago.hour.other = {count} hours ago
    ago.day.one = {count} day ago
    ago.day.other = {count} days ago
    in.minute.one = in {count} minute
    in.minute.other = in {count} minutes
    in.hour.one = in {count} hour
    in.hour.other = in {count} hours
    in.day.one = in {count} day
    in.day.other = in {count} days

    place.unknown = Unknown place
    place.indoors = {site}, indoors
    place.coordinate = {latitude}, {longitude}
    place.north = N
    place.south = S
    place.east = E
    place.west = W

    spoken-index = Air quality {value}
    spoken-beyond = beyond the scale
    spoken-without = without {parameters}
    spoken-indoors = indoors
    spoken-uncorrected = uncorrected sensor
    spoken-observation = measured {time}
    spoken-analysis = modelled {time}
    spoken-forecast = expected {time}
    spoken-at = {when} at {place}
    at-least = at least {value}
    about = about {value}
    proxy.last-hour = from the last hour
    proxy.hours.one = from {count} hour
    proxy.hours.other = from {count} hours
    proxy.period = from a value of {period}
    proxy.instant = from a single reading
    proxy.pollutants = from fewer pollutants than the index requires
    share = Air quality, {place}: {value} ({index})
    credit = Source: {credit}
    estimate = {parameter} about {value} ({low} to {high}), {origin}
    estimate-model = from the model
    estimate-stations.one = from {count} station within {distance} km
    estimate-stations.other = from {count} stations within {distance} km
    estimate-both = {stations} and the model
    bounds = {value} ({low} to {high})
    value.yes = yes
    value.no = no
    kind.observation = Measured
    kind.analysis = Analysed
    kind.forecast = Forecast

    state.fresh = Up to date
    state.ageing = A new value is due
    state.stale = Out of date
    state.silent = No current values
    state.empty = Nothing loaded yet
    state.loading = Loading…
    state.renewing = Updating…
    state.loaded = Loaded
    state.cached = Saved earlier
    state.cached-since = Saved {time}
    state.live = Live
    state.connecting = Connecting…
    state.silent-since = Connected, last value {time}
    state.waiting-until = Connection lost, next attempt {time}
    state.paused = Paused
    state.failed = Not available
    state.failed-with = Connection failed. {error}

    error.invalidRequest = The service can't handle this request.
    error-action.invalidRequest = Choose another place or another selection.
    error.unauthorized = The service did not accept the access key.
    error-action.unauthorized = Check the key in the settings.
    error.timedOut = The service did not respond in time.
    error-action.timedOut = Try again.
    error.rateLimited = Too many requests have been sent to the service.
    error-action.rateLimited = Wait a little and try again.
    error.unavailable = The service is not available at the moment.
    error-action.unavailable = Try again later.
    error.unreachable = There is no connection to the service.
    error-action.unreachable = Check the network connection.
    error.malformed = The service's response could not be read.
    error-action.malformed = Try again later; if it persists, report it.
    error.tooLarge = The service's response is too large.
    error-action.tooLarge = Choose a shorter period or fewer places.
    error.untrusted = The connection to the service is not secure.
    error-action.untrusted = Check the date and the network, and avoid this Wi-Fi if you don't know it.
    error.notConfigured = A setting for this service is missing.
    error-action.notConfigured = Complete the settings.
    error.unsupported = The service does not offer this.
    error-action.unsupported = Choose another service or another selection.
    error.unknown = Something went wrong.
    error-action.unknown = Try again later.
    error-later = Try again {time}.

    no-index.no-data = No index: no pollutant of the index is measured here.
    no-index.too-few-hours = No index yet: {have} of {possible} values available, {need} needed.
    no-index.unaveraged = No index yet: too few hours of {parameters}.
    no-index.too-few-pollutants = No index: too few pollutants are measured here.
    no-index.other-values = No index: the values aren't of the kind that the index requires.
    no-index.undefined = The index is not defined for this value.
    no-index.invalid = No index: the value can't be right.
    no-index.no-time-zone = No index: the place's time zone isn't known.
    no-index.unknown = There is no index “{index}”.
    no-index.stated = No index is available for this place and time.
    no-estimate = No estimate is available for this place and time.

    pollen.none = None
    pollen.not covered = Not covered
    pollen.low = Low
    pollen.moderate = Moderate
    pollen.high = High
    pollen.very high = Very high
    pollen.extreme = Extreme
    pollen.step = Step {number}
    unit.grains/m³ = grains/m³
    unit.particles/cm³ = particles/cm³
    unit.inch = in

    band.pre-emergency = pre-emergency
    [40 CFR 58 Appendix G, Table 2]
    band.us-epa.good = good
    band.us-epa.moderate = moderate
    band.us-epa.unhealthy-for-sensitive-groups = unhealthy for sensitive groups
    band.us-epa.unhealthy = unhealthy
    band.us-epa.very-unhealthy = very unhealthy
    band.us-epa.hazardous = hazardous
    [own]

    group unusually sensitive = People unusually sensitive to polluted air
    group heart disease = People with heart disease
    group lung disease = People with lung disease
    group children = Children
    group older adults = Older people
    group all = Everyone
    group everyone else = Everyone else
    group sensitive = Sensitive people
    group very sensitive = Very sensitive people
    group at risk = People at risk
    group all / patients = Everyone, and people with heart or lung disease
    group sensitive / all = Sensitive people and everyone else
    group heart or lung patients with symptoms = People with heart or lung disease and symptoms
    group heart or lung patients, children, elderly = People with heart or lung disease, children, older people
    group sensitive (O3, PM) = People sensitive to ozone or particles
    group unusually sensitive (O3, PM) = People unusually sensitive to ozone or particles
    """#)

  /// A line for each band whose English name is its key.
  private static let bandLines = """
    acceptable acutely-unhealthy advisory affecting-health alert average bad below-advisory degraded
    elevated emergency excellent extremely-bad extremely-poor fair fairly-good good hazardous
    heavily-polluted high horrible lightly-polluted low medium moderate moderately-polluted normal poor
    satisfactory serious severe severely-polluted starting-to-affect-health terrible unhealthy
    unhealthy-for-sensitive-groups very-bad very-good very-high very-low very-poor very-unhealthy
    """.split { $0 == " " || $0 == "\n" }.map {
      "band.\($0) = \($0.split(separator: "-").joined(separator: " "))\n"
    }.joined()
}
