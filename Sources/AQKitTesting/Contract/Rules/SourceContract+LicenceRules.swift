import AQKit

extension SourceContract {
  static let licenceRules: [ContractRule] = [
    ContractRule(
      "response.licences",
      "A licence or attribution that a payload names is in the response, even where one site has several; one that ended before the values need not be.",
      requires: .payloads
    ) { contract in
      let sample = try await contract.sampleWithValues()
      let reports = sample.responses.flatMap(\.reports)
      let sites = Set(reports.flatMap { [$0.site.id, $0.site.name] }.compactMap { $0 })
      let first = reports.flatMap(\.series).compactMap(\.timeline.first?.start).min()
      let roots = contract.payloads(of: sample).compactMap { try? AQJSON(parsing: $0) }
      let licences = LicenceTexts(sites: sites, first: first)
      let stated = Set(roots.flatMap { licences.named(in: $0) })
      if stated.isEmpty { throw NotApplicable("no payload names a licence or an attribution") }
      // A payload may have `cc-by-4.0` where people read CC BY 4.0.
      func plain(_ text: String) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }
      let told = reports.flatMap { report in
        ([report.rights.terms] + report.attribution.flatMap(\.texts)).compactMap { $0 }.map(plain)
      }
      return stated.filter { text in !told.contains { $0.contains(plain(text)) } }.sorted().map {
        "A payload names “\($0.prefix(80))” as a licence or attribution, and no report has it."
      }
    }
  ]
}

/// The strings of a JSON payload that name a licence or a party to credit.
private struct LicenceTexts {
  /// Identifiers and names of the sites in the response: rows of other sites don't count.
  let sites: Set<String>
  /// The start of the first value, before which a licence may have ended.
  let first: AirTime?

  func named(in json: AQJSON, depth: Int = 0) -> [String] {
    guard depth < 12 else { return [] }
    if let elements = try? json.elements {
      return elements.filter(concernsSites).flatMap { named(in: $0, depth: depth + 1) }
    }
    return ((try? json.members) ?? []).flatMap { name, value -> [String] in
      let name = name.lowercased()
      let isCredit = name.contains("licen") || name.hasPrefix("attribution") || name == "copyright"
      return isCredit ? texts(of: value, depth: depth + 1) : named(in: value, depth: depth + 1)
    }
  }

  /// Returns whether a row is about a site of the response, or about no particular site.
  private func concernsSites(_ row: AQJSON) -> Bool {
    guard let members = try? row.members else { return true }
    var isOfSite = false
    for (name, value) in members {
      guard let text = try? value.string(acceptingNumber: true) else { continue }
      if sites.contains(text) { return true }
      isOfSite = isOfSite || ["id", "name", "code", "station", "uid"].contains(name.lowercased())
    }
    return !isOfSite
  }

  private func texts(of json: AQJSON, depth: Int) -> [String] {
    guard depth < 12 else { return [] }
    if let text = json.stringValue { return text.isEmpty ? [] : [text] }
    if let elements = try? json.elements { return elements.flatMap { texts(of: $0, depth: depth + 1) } }
    guard let members = try? json.members, !hasEnded(members) else { return [] }
    return members.filter { ["name", "text", "title", "attribution"].contains($0.name.lowercased()) }
      .flatMap { texts(of: $0.value, depth: depth + 1) }
  }

  private func hasEnded(_ licence: [(name: String, value: AQJSON)]) -> Bool {
    let names = ["dateto", "enddate", "end", "validto", "validuntil", "expires", "expirydate"]
    return licence.contains { name, value in
      let plain = name.lowercased().filter { $0.isLetter }
      guard names.contains(plain), let text = value.stringValue, let first else { return false }
      let day = text.utf8.count == 10 ? text + "T23:59:59Z" : text
      guard let end = AirTime(day) else { return false }
      return end < first
    }
  }
}
