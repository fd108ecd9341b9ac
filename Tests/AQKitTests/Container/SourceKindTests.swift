import AQKit
import AQKitTesting
import Testing

@Suite("Kinds of source in a configuration") struct SourceKindTests {
  /// A kind whose member `place` becomes the summary of its source.
  private static let kind = AQContainer.SourceKind("sample", members: ["place"]) { entry, id, container in
    var descriptor = SourceDescriptor.sample(
      id ?? "of-its-own", options: [SourceDescriptor.Option("url", summary: "")])
    descriptor.summary = try entry.require("place").string()
    try container.register(descriptor) { [descriptor] _, _ in ClosureSource(descriptor) { _ in AirResponse() }
    }
    return descriptor.id
  }

  private func container() throws -> AQContainer {
    var container = AQContainer()
    try container.register(kind: Self.kind)
    return container
  }

  @Test("a kind registers the source of an entry, under the kind's identifier or its own")
  func sources() throws {
    var container = try container()
    try container.configure(
      json: #"""
        {"sources": [{"id": "roof", "kind": "sample", "place": "Roof", "precedence": 7, "options": {"url": "a"}},
                     {"kind": "sample", "place": "Yard", "enabled": false}]}
        """#)
    #expect(container.descriptors.map(\.id) == ["roof", "of-its-own"])
    #expect(container.descriptors.map(\.summary) == ["Roof", "Yard"])
    #expect(container.descriptors.first?.precedence == 7)
    #expect(try container.options(of: "roof")["url"] == "a")
    #expect(!container.isEnabled("of-its-own"))
  }

  @Test(
    "what a kind doesn't know is an error that names it, and nothing is applied",
    arguments: [
      (#"{"kind": "simple", "place": "Roof"}"#, AQError.Code.notConfigured, "sample"),
      (#"{"kind": "sample", "plaice": "Roof"}"#, .notConfigured, "plaice"),
      (#"{"kind": "sample", "place": "Roof", "place": "Yard"}"#, .invalidRequest, "place"),
      (#"{"kind": "sample"}"#, .malformed, "place"), (#"{"kind": 7, "id": "x"}"#, .malformed, "kind"),
      (#"{"place": "Roof", "id": "x"}"#, .notConfigured, "place"),
      (
        #"{"kind": "sample", "place": "Roof"}, {"kind": "sample", "place": "Yard"}"#, .invalidRequest,
        "of-its-own"
      ),
      (#"{"kind": "sample", "place": "Roof"}, {"id": "of-its-own"}"#, .invalidRequest, "of-its-own"),
    ])
  func mistakes(entries: String, code: AQError.Code, named: String) throws {
    var container = try container()
    let error = #expect(throws: AQError.self) {
      try container.configure(json: #"{"sources": [\#(entries)]}"#)
    }
    #expect(error?.code == code)
    #expect(error?.message.contains(named) == true, "\(error?.message ?? "")")
    #expect(container.descriptors.isEmpty)
  }

  @Test("a member of a kind that other entries have as well is the kind's own")
  func ownRecipe() throws {
    let kind = AQContainer.SourceKind("mixed", members: ["recipe"]) { entry, _, container in
      let descriptor = SourceDescriptor.sample(SourceID(try entry.require("recipe").string()))
      try container.register(descriptor) { _, _ in ClosureSource(descriptor) { _ in AirResponse() } }
      return descriptor.id
    }
    var container = AQContainer()
    try container.register(kind: kind)
    try container.configure(json: #"{"sources": [{"kind": "mixed", "recipe": "half"}]}"#)
    #expect(container.descriptors.map(\.id) == ["half"])
  }

  @Test("a kind is registered once")
  func twice() throws {
    var container = try container()
    let error = #expect(throws: AQError.self) { try container.register(kind: Self.kind) }
    #expect(error?.code == .invalidRequest)
  }
}
