import AQKit
import AQKitDevices
import AQKitOpenMeteo
import AQKitSocketFeed
import AQKitStations
import AQKitTesting

// Prints the site's page of declarations.

func row(_ cells: String...) { print("| " + cells.joined(separator: " | ") + " |") }
func table(_ heads: String...) {
  print("| " + heads.joined(separator: " | ") + " |\n|" + String(repeating: "---|", count: heads.count))
}
func code(_ text: String) -> String { "`\(text)`" }
func plain(_ text: String) -> String {
  text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
}

print(
  """
  # What is registered

  Indices, sources, devices, rules and codes, as the code declares them.

  ## Indices

  `report.index(using: "us-epa")` takes the edition in force, `"us_epa_2012"` a single one. What the columns mean, and where a
  standard leaves a choice, is said in [Indices](Indices.md).

  """)
table("edition", "index", "regions", "pollutants", "in force", "confidence", "document")
for index in AirQualityIndexCatalog.standard.indices {
  let edition = index.edition
  var pollutants: [String] = []
  for input in index.inputs where !pollutants.contains(input.parameter.rawValue) {
    pollutants.append(input.parameter.rawValue)
  }
  let (from, until) = (edition.effectiveFromText ?? "", edition.effectiveUntilText.map { "–\($0)" } ?? "")
  row(
    code(edition.identifier), "\(code(edition.family)): \(edition.title)",
    edition.regions.joined(separator: " "), pollutants.joined(separator: " "), from + until,
    edition.confidence.rawValue, plain(edition.document))
}

print(
  """

  ## Parameters

  The names that AQKit writes, and the other spellings that it reads, in any case. A parameter that isn't listed is read by the
  name that it has.

  """)
table("parameter", "what", "kind", "also read as")
for parameter in AirParameter.known {
  row(
    code(parameter.rawValue), plain(parameter.name), parameter.family.rawValue,
    parameter.aliases.map(code).joined(separator: " "))
}

print(
  """

  ## Units

  """)
table("unit", "of", "also read as")
for unit in AirUnit.known where !unit.rawValue.isEmpty {
  row(code(unit.rawValue), unit.dimension?.rawValue ?? "", unit.aliases.map(code).joined(separator: " "))
}

// Uses a key for each, so that all are registered; makes no request.
let keys = StationKeys(
  airNow: "k", openAQ: "k", purpleAir: "k", waqi: "k", moenv: "k", airKorea: "k", cpcb: "k")
let container = try AQContainer().installing(.openMeteo(.airQuality, .weather, .archive, .climate))
  .installing(.stations(keys)).installing(.socketFeed)
let sources = container.descriptors.sorted { $0.id.rawValue < $1.id.rawValue }

func coverage(of descriptor: SourceDescriptor) -> String {
  var texts: [String] = []
  for offer in descriptor.offers {
    let text =
      switch offer.coverage {
      case .world: "the world"
      case .countries(let countries): countries.joined(separator: " ")
      case .boxes(let boxes): boxes.count == 1 ? "a box" : "\(boxes.count) boxes"
      case .unknown: "unknown"
      }
    if !texts.contains(text) { texts.append(text) }
  }
  return texts.joined(separator: ", ")
}

func period(_ duration: Duration) -> String {
  let seconds = duration.components.seconds
  return seconds % 86_400 == 0
    ? "\(seconds / 86_400) d"
    : seconds % 3600 == 0 ? "\(seconds / 3600) h" : seconds % 60 == 0 ? "\(seconds / 60) min" : "\(seconds) s"
}

print(
  """

  ## Sources

  By identifier; a service without its key is registered and not asked. A right that isn't listed as allowed is forbidden or
  unknown.

  """)
table("source", "what", "offers", "coverage", "new values every", "use for money", "to pass on", "terms")
for source in sources {
  row(
    code(source.id.rawValue), "\(source.name): \(plain(source.summary))",
    source.capabilities.map(\.rawValue).sorted().joined(separator: ", "), coverage(of: source),
    period(source.cadenceAndLatency.cadence), source.rights.commercialUse.rawValue,
    source.rights.redistribution.rawValue, source.rights.terms.map { "<\($0)>" } ?? "")
}

print(
  """

  ### Options

  Set by `container.setOption(name, of: source, to: value)`, by [configuration](Configuration.md), or with `--set`.

  """)
table("source", "option", "default", "meaning")
for source in sources {
  for option in source.options {
    let marks = (option.isRequired ? " Required." : "") + (option.isSecret ? " A credential." : "")
    row(
      code(source.id.rawValue), code(option.name), option.defaultValue.map(code) ?? "",
      plain(option.summary) + marks)
  }
}

print(
  """

  ## Devices

  The catalogue of `AQKitDevices`; [Devices](Devices.md) says what to know of each.

  """)
table("device", "what", "options")
for device in DeviceCatalog.standard.descriptions {
  row(
    code(device.id), "\(device.name): \(plain(device.summary))",
    device.options.map { code($0.name) }.joined(separator: " "))
}

print(
  """

  ## Rules of the contracts

  [Test an adapter](TestAnAdapter.md) says how they are run and read.

  ### Of a source

  """)
table("rule", "what must hold", "applies to a source with")
for rule in SourceContract.allRules {
  row(code(rule.id), plain(rule.sentence), rule.requirement)
}
print("\n### Of an adapter\n")
table("rule", "what must hold")
for rule in AdapterRule.allCases { row(code(rule.rawValue), plain(rule.sentence)) }
print("\n### Of an index\n")
print(
  IndexContract.Rule.allCases.map { code($0.rawValue) }.joined(separator: ", ")
    + "; [what they mean](AddAnIndex.md).")

print(
  """

  ## Error codes

  [Errors](Errors.md) says what leads to each.

  """)
table("code", "usual retry")
let codes: [AQError.Code] = [
  .invalidRequest, .unauthorized, .timedOut, .rateLimited, .unavailable, .unreachable, .malformed, .tooLarge,
  .untrusted, .notConfigured, .unsupported,
]
for one in codes {
  let retry =
    switch one.usualRetry {
    case .never: "never"
    case .now: "now"
    case .whenChanged: "when changed"
    case .after(let wait): "after \(wait.components.seconds) s, unless the reply says otherwise"
    }
  row(code(one.rawValue), retry)
}
