/// An element of an XML text from a web service, read strictly and within bounds.
///
/// ```swift
/// let root = try reply.xml()
/// try report.each(root.children("PollutantConcentration")) { block, report in
///   let name = try block.require("StationName").text.string()
///   let station = report.site(AirSite(id: name, name: name, kind: .referenceStation))
///   let value = try block.require("PM2.5").text.double(missing: ["", "-"])
///   report.add(.pm25, value, unit: "µg/m³", at: stamp, to: station)
/// }
/// ```
///
/// Names are matched as written, with their prefixes. The reader supports elements, attributes, text, CDATA, comments, the
/// five entities of XML 1.0 and character references. It refuses document types, and with them custom entities, more than
/// 256 levels, and more than 2,000,000 elements.
public struct AQXML: Sendable {
  let tape: XMLTape
  let index: Int

  /// Reads a whole text.
  ///
  /// - Parameter bytes: The text, in UTF-8, or in ISO 8859-1 or Windows-1252 if it declares so.
  /// - Throws: ``AQError/Code/malformed`` with the line, ``AQError/Code/tooLarge`` beyond the bounds.
  public init(parsing bytes: [UInt8]) throws(AQError) {
    self.init(try XMLTape(bytes), 0)
  }

  init(_ tape: XMLTape, _ index: Int) {
    self.tape = tape
    self.index = index
  }

  /// The name, with its prefix.
  public var name: String { tape.name(of: index) }

  /// The text of the element without its children's; surrounding white space is removed.
  public var text: AQText { AQText(tape.text(of: index), at: position) }

  /// Returns an attribute. Reading a missing one throws.
  public func attribute(_ name: String) -> AQText {
    AQText(tape.attribute(name, of: index), at: "\(position), attribute “\(name)”")
  }

  /// The first child with a name; nil if there is none.
  public subscript(_ name: String) -> AQXML? {
    tape.children(of: index, named: name, atMost: 1).first.map { AQXML(tape, $0) }
  }

  /// Returns the first child with a name.
  ///
  /// - Throws: ``AQError/Code/malformed`` with the position if there is none.
  public func require(_ name: String) throws(AQError) -> AQXML {
    guard let child = self[name] else {
      throw AQError(.malformed, "There is no element “\(name)” in \(position).")
    }
    return child
  }

  /// Returns the children with a name, or all, in order.
  public func children(_ name: String? = nil) -> [AQXML] {
    tape.children(of: index, named: name).map { AQXML(tape, $0) }
  }

  private var position: String {
    "the element “\(name.shortened(to: 40))” at byte \(tape.elements[index].start)"
  }
}
