extension ContractRule {
  static let remedies: [String: String] = [
    "descriptor.made":
      "Give the same `descriptor` at every read, with the `id` that the contract was made with.",
    "descriptor.identifier": "Write `id` with a–z, 0–9 and hyphens, such as `city-air`.",
    "descriptor.named": "Give `name` and `summary` one line each.",
    "descriptor.offers":
      "Give `offers` an `Offer` with `capabilities`, `placeKinds` and `kinds`; without any there is nothing to ask for.",
    "descriptor.parameters":
      "List each parameter once, by a member of `AirParameter` or in lower case with underscores.",
    "descriptor.cadence":
      "Say in `cadence` how often there is a new value, and in `latency` how late it is; both are judged as freshness.",
    "descriptor.averaging":
      "Set `timeConvention` to `.start` or `.end` for means, and to `.instant` with `averaging: .instant` for momentary values.",
    "descriptor.coverage":
      "Write countries as `\"DE\"` (ISO 3166-1 alpha-2), or use `.boxes([…])` with a box, or `.world`.",
    "descriptor.limits": "Write what the provider allows as positive numbers, or leave the limit out.",
    "descriptor.options":
      "Give each `Option` a name of its own and a summary, and no default where it is required or secret.",
    "descriptor.attribution":
      "Put the text that the licence asks for into `attribution`, with links that begin with https://.",
    "descriptor.rights":
      "Say in `rights` what the licence allows, such as `AirRights(redistribution: .allowed)`, or link it: `AirRights(terms: \"https://…\")`.",
    "descriptor.endpoints":
      "Write each endpoint as `https://host/path` or `wss://host/path`, without `?`, `#` and user.",
    "descriptor.sentinels": "List each number once, and only numbers that are never measured, such as -999.",
    "descriptor.test-places":
      "Give `testPlaces` a place with data, of a kind in `placeKinds` and within `coverage`.",
    "descriptor.codable":
      "Use whole seconds in durations and numbers that JSON has.",
    "descriptor.layer": "Begin the layer's `descriptor` with that of `base`, and add to it.",
    "response.something":
      "Fix what the notes or the error report, ask where the recording has data (`testPlaces` or `queries`), and give `at:` the time of the recording.",
    "response.every-query":
      "Record a response for each of the contract's `queries`, or fix what the error says.",
    "response.history":
      "Return values for a window in the past, or remove `.history` from the offer's `capabilities`.",
    "response.forecast":
      "Return values for a window in the future, or remove `.forecast` from the offer's `capabilities`.",
    "response.notices":
      "Give notices to `ReportBuilder.issue(_:of:)`, which bounds, dates and places them, with the service's own identifiers and titles.",
    "response.source": "Use `descriptor.id` as the report's `source`, or let `ReportBuilder` do it.",
    "response.site-identified": "Give `AirSite` the service's `id`; if it has none, a name or a coordinate.",
    "response.one-report-per-site":
      "Register a site once and add all its series to it; `ReportBuilder` finds it again by its `id`.",
    "response.one-series":
      "Put all values of a parameter into one series, or tell instruments apart by `origin`.",
    "response.kinds-declared":
      "Add the kind to the `kinds` of the offer, or give `report.site` the right `kind`.",
    "response.site-kinds-declared": "Add the kind to `siteKinds`, or give `AirSite` the right `kind`.",
    "response.parameters-declared":
      "Add the parameter to the `parameters` of the offer that has its averaging and time convention, or leave it out.",
    "response.units-known":
      "Use a unit of `AirUnit`, or translate the service's spelling into one.",
    "response.units-fit": "Give the unit that the service's documents state for this parameter.",
    "response.no-sentinel": "Leave out the number as a gap; `ReportBuilder` does it for all of `sentinels`.",
    "response.no-undeclared-sentinel":
      "Add the number to `sentinels` of the declaration, so that it becomes a gap.",
    "response.refused":
      "Nothing that the service really sends should be refused; if the recording holds broken rows, waive the rule and say why.",
    "response.duplicates":
      "Give each site its own `AirSite.id`, and tell several instruments of one site apart by `origin`.",
    "response.magnitude":
      "Check the unit with the service's documents: multiply fractions by 100 for per cent, and pass mg/m³ as `.milligramsPerCubicMetre`, ppm as `.ppm`.",
    "response.licences":
      "Pass the licence to `report.site(…, attribution:, rights:)`, for each site its own.",
    "response.no-empty-series":
      "Leave out the series and add the note `.notMeasured`; `ReportBuilder` does both.",
    "response.attribution": "Pass the attribution to `report.site`, or leave it to the declaration's.",
    "response.rights": "Pass the licence's `rights` to `report.site`, or leave them to the declaration's.",
    "response.empty-explained":
      "Add a note, such as `.nothingNear` or `.notMeasured`, to a response without reports.",
    "response.notes": "Give a note one line of text, and one with the code `.failed` its `failure`.",
    "response.codable":
      "Use numbers and times that the schema has (Docs/Schema.md): finite numbers, whole seconds, counts from 1.",
    "time.interval-is-averaging":
      "Give each value an interval as long as `averaging`; with `ReportBuilder` both come from the offer.",
    "time.averaging-declared":
      "Add an offer with this averaging period for the parameter, or pass the right `averaging:`.",
    "time.observed-before-received":
      "Check `timeConvention` (`.start` or `.end`), and the zone of the stamps: local time that is read as UTC lies ahead east of Greenwich. If the service really sends the mean of a day or hour so far, waive the rule and say so.",
    "time.received": "Use the time of the source's clock when the bytes arrived; `ReportBuilder` does.",
    "time.issued-before-received": "Pass the provider's time of issue as `issuedAt`, in the right zone.",
    "time.window":
      "Return the values of `query.window.interval(at: now)` only; for `.current` the newest of each series.",
    "time.stale":
      "Take each value's time from the payload, never from the clock; where nothing is new enough, add a note.",
    "time.hour-24":
      "Read times with `TimeStamp`, which takes 24:00 for the next day's midnight, or refuse them.",
    "time.clock-change":
      "Pass local times as `.zonedText(text, zone)`, or UTC or offset where the service has one; don't add hours by hand.",
    "place.indices": "Use indices of `query.places`, from 0.",
    "place.stated":
      "Pass `place:` to `report.site`, or register the site without it and let the core match it by coordinate, identifier or name.",
    "place.accounted": "Add a note with the place's index, such as `.nothingNear`, where there is no report.",
    "place.nearest":
      "Check the order of latitude and longitude, and that responses keep the order of the places.",
    "place.repeated": "Name both indices in the report's `places`.",
    "place.order":
      "Find the place of a site by coordinate or identifier, not by the position in the response.",
    "place.covered": "Widen the offer's `coverage`, or fix the site's coordinate.",
    "place.no-null-island": "Read 0, 0 as “unknown”: `json.coordinate(…)` with a check, or no coordinate.",
    "place.latitude-first":
      "Pass latitude, then longitude, to `Coordinate(…)`; GeoJSON and some services write the longitude first.",
    "place.zero-degrees":
      "Test for nil, not for zero, where a coordinate may be missing; where the source has nothing, limit its `coverage`.",
    "privacy.secrets":
      "Keep the credential in an `AirSecret`, pass it with `TransportRequest.Header(_:secret:)`, give the contract the one that it was made with, and put it into no text.",
    "privacy.secret-headers": "Write `TransportRequest.Header(\"X-Key\", secret: key)`.",
    "privacy.secret-path":
      "Send it as `TransportRequest.Header(\"X-Key\", secret: key)`; where the service takes it in the path only, waive the rule and say so.",
    "privacy.coordinates": "Name the place by its index in `places` of a note, never by its coordinate.",
    "query.parameters": "Leave out series that `query.parameters` doesn't name, unless it is empty.",
    "query.foreign-parameter":
      "Throw `AQError(.unsupported, …)`, or return no reports and the note `.notOffered`.",
    "query.foreign-place":
      "Throw `AQError(.unsupported, …)`, or return no reports and the note `.notOffered`.",
    "query.place-kinds":
      "Remove the kind from the offer's `placeKinds`, or make requests for it in `calls(for:at:)`.",
    "query.window":
      "Leave out values outside `query.window.interval(at: now)`; `HTTPSource` does it for an adapter.",
    "query.kinds": "Leave out reports whose kind `query.kinds` doesn't name, unless it is empty.",
    "query.sites": "For `query.detail == .sites`, return sites that have no series.",
    "query.empty": "Return no reports, and the note `.notCovered` or `.nothingNear`.",
    "query.repeated": "Keep no state between queries, or set `contract.isChanging`.",
    "query.at-once": "Keep no state that queries share, and order reports by place, not by arrival.",
    "conduct.cancelled": "Let `CancellationError` pass: no `catch` or `try?` around what waits.",
    "conduct.cancelled-before": "Begin with `try Task.checkCancellation()`, and wrap no `CancellationError`.",
    "conduct.idle": "Ask in `fetch` and in the iteration of `updates` only, not in `init` or `descriptor`.",
    "conduct.declared-host": "Add the address to `endpoints`, or ask the declared one.",
    "conduct.encrypted": "Ask by https.",
    "conduct.limits":
      "End the pages after the last one, ask for several places in one request, or raise `requestsPerFetch` to what the provider allows.",
    "conduct.partial":
      "Keep the responses to the other requests, and add the note `.failed` with its `failure`.",
    "conduct.pages":
      "Return `reply.nextPage(received:of:)` from `decode`; if one page is enough, waive the rule and say why.",
    "status.unauthorized":
      "Keep the default `verdict(on:)`, or return `.failed(AQError(.unauthorized, …))` for this status.",
    "status.timed-out":
      "Keep the default `verdict(on:)`, or return `.failed(AQError(.timedOut, …, retry: .now))`.",
    "status.rate-limited":
      "Keep the default `verdict(on:)`, which reads `Retry-After`.",
    "status.unavailable":
      "Keep the default `verdict(on:)`, or return `.failed(AQError(.unavailable, …, retry: .after(…)))`.",
    "status.unavailable-for": "Keep the default `verdict(on:)`, which reads `Retry-After`.",
    "status.invalid-request":
      "Keep the default `verdict(on:)`; if 404 means that there are no data, return `.nothing(note)`.",
    "error.transport-passes": "Let an `AQError` of the transport pass as it is.",
    "error.wrapped": "Throw it as it is, which `HTTPSource` wraps, or pass it as `cause:`.",
    "error.is-aqerror": "Throw `AQError`, with the error underneath as `cause:`.",
    "error.ends": "Wait only for the transport, and respond to cancellation.",
    "error.attributed": "Pass `source: descriptor.id` to the `AQError`.",
    "error.message": "Give the `AQError` one line of text.",
    "body.html":
      "Read the body with `reply.json()`, or throw `AQError(.malformed, …)`, whose retry is `.never`.",
    "body.empty": "Throw `AQError(.malformed, …)`, or add a note that says that nothing is there.",
    "body.cut": "Read the whole body before adding values, and don't catch what the reader throws.",
    "body.nothing-invented": "Add no value that the payload doesn't have, and no default in its place.",
    "update.once": "Leave `updates(for:)` to its default, or send one update with what `fetch` returns.",
    "update.arrives": "Read the recorded messages in `decode`, or take `.live` out of the capabilities.",
    "update.again": "Start again at each iteration, or send a snapshot first.",
    "update.left": "Close the connection and cancel the work when the iteration ends.",
    "update.closed": "End the stream without an error, or connect again.",
    "update.broken": "Throw the connection's error with `source: descriptor.id`, or connect again.",
    "update.refused": "Throw the connector's error with `source: descriptor.id`, or try again.",
    "update.garbage":
      "Throw in `decode` on a damaged message, which is counted; return only for whole ones that aren't data, such as pings.",
    "update.fetch": "Return what arrives first, and close the connection.",
    "update.silence": "Bound the wait, and throw `AQError(.timedOut, …)`.",
    "payload.values":
      "Pass numbers to `report.add` as they are, with the unit of the service; if they must be multiplied, declare the factor in `contract.scales`.",
    "payload.change": "Add each value by itself, so that none decides about others.",
    "payload.null":
      "Pass the JSON value itself to `report.add(…)`, or `ifPresent?.double()`: no `?? 0`, no `try?`.",
    "payload.zero": "Test for nil, not for zero.",
    "payload.negative": "Keep small negative concentrations as they are: no `max(0, …)`.",
    "payload.tiny": "Read numbers with `double()` or `Double(text)`, and test for nil, not for zero.",
    "payload.huge": "Leave the check to `ReportBuilder`, or refuse the number with `report.refuse(…)`.",
    "payload.sentinel": "Pass the number to `ReportBuilder`, which takes it out by `sentinels`.",
    "payload.silent-instrument":
      "Add the gap all the same (a JSON value or nil), so that the note `.notMeasured` is made; keep no older value in its place.",
    "payload.text": "Read the rows with `report.each`, which refuses and counts one by one.",
    "payload.order": "Take times from the rows, not from their order.",
    "payload.duplicates": "Give the same `origin` to the same row; the builder keeps one value for a time.",
    "payload.unknown-member": "Read members by name, and ignore the rest.",
  ]
}
