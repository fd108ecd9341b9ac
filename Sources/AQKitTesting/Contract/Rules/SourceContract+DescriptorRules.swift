import AQKit

extension SourceContract {
  static let descriptorRules: [ContractRule] = [
    ContractRule(
      "descriptor.made", "The source can be made, has the declared identifier, and declares the same twice."
    ) { contract in
      let source = try contract.subjectUnderTest().source
      return findings(
        source.descriptor.id == contract.descriptor.id
          ? nil : "The source is called “\(source.descriptor.id)”, not “\(contract.descriptor.id)”.",
        source.descriptor == source.descriptor ? nil : "Two reads of the declaration differ.")
    },
    ContractRule("descriptor.identifier", "The identifier is lower-case letters, digits and hyphens.") {
      contract in
      let id = contract.descriptor.id.rawValue
      return isIdentifier(id, also: "-") ? [] : ["The identifier is “\(id)”."]
    },
    ContractRule("descriptor.named", "The source has a name and a one-line summary for users.") { contract in
      [("name", contract.descriptor.name), ("summary", contract.descriptor.summary)].compactMap {
        what, text in
        text.isEmpty
          ? "There is no \(what)."
          : text.contains(where: \.isNewline) ? "The \(what) has several lines." : nil
      }
    },
    ContractRule(
      "descriptor.offers",
      "There is an offer, and each has capabilities, kinds of place and, except for notices, kinds of report."
    ) { contract in
      let offers = contract.descriptor.offers
      return (offers.isEmpty ? ["Nothing is offered."] : [])
        + offers.enumerated().flatMap { index, offer in
          findings(
            offer.capabilities.isEmpty ? "Offer \(index) has no capability." : nil,
            offer.placeKinds.isEmpty && !offer.capabilities.contains(.live)
              ? "Offer \(index) can be asked about no kind of place." : nil,
            offer.kinds.isEmpty && offer.capabilities != [.notices]
              ? "Offer \(index) has no kind of report." : nil)
        }
    },
    ContractRule("descriptor.parameters", "Each offer lists each parameter once, in its canonical spelling.")
    { contract in
      contract.descriptor.offers.enumerated().flatMap { index, offer in
        var seen: Set<AirParameter> = []
        return offer.parameters.compactMap { parameter in
          if !seen.insert(parameter).inserted { return "Offer \(index) lists \(parameter) twice." }
          return isIdentifier(parameter.rawValue, also: "_.-")
            ? nil : "“\(parameter)” isn't a spelling of a parameter."
        }
      }
    },
    ContractRule(
      "descriptor.cadence",
      "Cadences are positive, latencies aren't negative, and an offer of current values has a cadence."
    ) { contract in
      contract.descriptor.offers.enumerated().flatMap { index, offer in
        findings(
          offer.cadence.map { $0 <= .zero } ?? false ? "Offer \(index) has a cadence of zero or less." : nil,
          offer.latency.map { $0 < .zero } ?? false ? "Offer \(index) has a negative latency." : nil,
          offer.cadence == nil && !offer.capabilities.isDisjoint(with: [.current, .live])
            ? "Offer \(index) is current and has no cadence, so its freshness can't be judged." : nil)
      }
    },
    ContractRule(
      "descriptor.averaging",
      "A mean or a day's maximum is stamped with its start or end, and an instant with its time."
    ) { contract in
      contract.descriptor.offers.enumerated().compactMap { index, offer in
        let isInstant = offer.averaging.seconds == 0 && !offer.averaging.isDailyMaximum
        return isInstant == (offer.timeConvention == .instant)
          ? nil
          : "Offer \(index) has the averaging period \(offer.averaging) and stamps of the \(offer.timeConvention)."
      }
    },
    ContractRule(
      "descriptor.coverage", "Coverage names countries by two capitals, and at least one country or box."
    ) { contract in
      contract.descriptor.offers.enumerated().flatMap { index, offer -> [String] in
        switch offer.coverage {
        case .countries(let codes):
          return (codes.isEmpty ? ["Offer \(index) covers no country."] : [])
            + codes.filter { $0.utf8.count != 2 || !$0.utf8.allSatisfy { (65...90).contains($0) } }
            .map { "“\($0)” isn't an ISO 3166-1 alpha-2 code." }
        case .boxes(let boxes): return boxes.isEmpty ? ["Offer \(index) covers no box."] : []
        case .world, .unknown: return []
        }
      }
    },
    ContractRule("descriptor.limits", "Every limit is positive and finite.") { contract in
      let limits = contract.descriptor.limits
      // `RequestLimits` keeps all others at 1 or more.
      return (limits.windows + limits.budgets.values.joined())
        .filter { !($0.weight > 0 && $0.weight.isFinite && $0.seconds > 0) }
        .map { "A window allows \($0.weight) in \($0.seconds) s." }
    },
    ContractRule(
      "descriptor.options",
      "Options have a name and a summary, once each; what is required or secret has no default."
    ) { contract in
      var seen: Set<String> = []
      return contract.descriptor.options.flatMap { option in
        findings(
          option.name.isEmpty ? "An option has no name." : nil,
          option.summary.isEmpty ? "The option “\(option.name)” has no summary." : nil,
          seen.insert(option.name).inserted ? nil : "There are two options “\(option.name)”.",
          option.defaultValue != nil && (option.isRequired || option.isSecret)
            ? "The option “\(option.name)” is required or secret and has a default." : nil)
      }
    },
    ContractRule(
      "descriptor.attribution", "What requires attribution has a text for it, and its links are addresses."
    ) { contract in
      let descriptor = contract.descriptor
      return
        (descriptor.rights.attributionRequired && descriptor.attribution.isEmpty
        ? ["An attribution is required, and none is declared."] : [])
        + descriptor.attribution.flatMap { attribution in
          (attribution.text.isEmpty ? ["An attribution has no text."] : [])
            + [attribution.link, attribution.licenceLink].compactMap { $0 }.filter { !isAddress($0) }
            .map { "“\($0)” isn't an address." }
        }
    },
    ContractRule("descriptor.rights", "The declaration says what the licence allows, or links its terms.") {
      contract in
      let rights = contract.descriptor.rights
      if let terms = rights.terms, !isAddress(terms) { return ["“\(terms)” isn't an address."] }
      return rights.areStated ? [] : ["The declaration says nothing about the licence."]
    },
    ContractRule(
      "descriptor.endpoints",
      "Endpoints are encrypted or declare that they aren't, have no query or user, and retire after they are deprecated."
    ) { contract in
      contract.descriptor.endpoints.flatMap { endpoint -> [String] in
        var messages: [String] = []
        let parts = URLParts(endpoint.url)
        if parts.host.isEmpty || endpoint.url.contains(where: { "?#@ ".contains($0) }) {
          messages.append("“\(endpoint.url)” isn't an address without a query or user.")
        } else if !parts.isEncrypted, !parts.isLocal, endpoint.protection != .none {
          messages.append("“\(endpoint.url)” is not encrypted.")
        }
        if let deprecated = endpoint.deprecatedSince, let retired = endpoint.retiresOn, retired < deprecated {
          messages.append("“\(endpoint.url)” retires before it is deprecated.")
        }
        return messages
      }
    },
    ContractRule(
      "descriptor.sentinels", "Numbers that mean a missing value are finite, declared once, and not zero."
    ) { contract in
      let sentinels = contract.descriptor.sentinels
      return sentinels.compactMap { value in
        if !value.isFinite { return "\(value) can't be a sentinel." }
        if value == 0 { return "Zero is declared as a missing value, but zero is a value." }
        return sentinels.count { $0 == value } > 1 ? "\(value) is declared twice." : nil
      }
    },
    ContractRule(
      "descriptor.test-places", "There are places to test at, of kinds that are offered, and covered."
    ) { contract in
      let descriptor = contract.descriptor
      let kinds = Set(descriptor.offers.flatMap(\.placeKinds))
      if descriptor.testPlaces.isEmpty {
        return kinds.isEmpty ? [] : ["No place to test the source at is declared."]
      }
      return descriptor.testPlaces.enumerated().compactMap { index, place in
        let offers = descriptor.offers.filter { $0.placeKinds.contains(place.kind) }
        if offers.isEmpty { return "Test place \(index) is of a kind that isn't offered." }
        return offers.allSatisfy { $0.coverage.covers(place) == false }
          ? "Test place \(index) isn't covered." : nil
      }
    },
    ContractRule("descriptor.codable", "The declaration is read back from JSON as it was.") { contract in
      try roundTripped(contract.descriptor) == contract.descriptor
        ? [] : ["What is read back differs from what was written."]
    },
    ContractRule("descriptor.layer", "A layer offers at least what its base offers.") { contract in
      let layer = try (contract.subjectUnderTest().source as? any AirLayer).orNotApplicable("is no layer")
      let lost = layer.base.descriptor.capabilities.subtracting(layer.descriptor.capabilities)
      return lost.map { "The layer hides the capability \($0)." }.sorted()
    },
  ]

  private static func isIdentifier(_ text: String, also extra: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy {
        (97...122).contains($0) || $0.isDigit || extra.utf8.contains($0)
      }
  }

  static func isAddress(_ text: String) -> Bool {
    URLParts(text).isWeb && !text.contains(" ")
  }
}

extension AirRights {
  var areStated: Bool {
    terms != nil || [commercialUse, redistribution, caching, modification].contains { $0 != .unknown }
  }
}
