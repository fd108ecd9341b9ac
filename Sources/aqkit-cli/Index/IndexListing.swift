import AQKit

/// An entry of the catalogue.
struct IndexListing: Encodable {
  let edition: IndexEdition
  let isInForce: Bool
  let inputs: [IndexInput]

  /// Describes an index.
  init(_ index: any AirQualityIndex, at time: AirTime) {
    edition = index.edition
    isInForce = index.edition.isInForce(at: time)
    inputs = index.inputs
  }

  private enum CodingKeys: String, CodingKey { case inForce, inputs }

  /// Writes the edition's members and those of the listing as a single object.
  func encode(to encoder: any Encoder) throws {
    try edition.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(isInForce, forKey: .inForce)
    try container.encode(inputs, forKey: .inputs)
  }

  /// A line for each of some entries.
  static func table(_ listings: [IndexListing]) -> TextTable {
    var table = TextTable()
    table.add(["Index", "Edition", "Title", "Regions", ""])
    for listing in listings {
      let edition = listing.edition
      table.add([
        "\(edition.family)", "\(edition.identifier)", "\(edition.title)",
        "\(edition.regions.joined(separator: ", "))", listing.isInForce ? "" : "not in force",
      ])
    }
    return table
  }
}
