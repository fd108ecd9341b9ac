import AQKit
import AQKitTesting
import Testing

extension AQContainer.ServiceKey {
  fileprivate static var greeting: AQContainer.ServiceKey<String> {
    .init("greeting", advice: "add the product Greetings.")
  }
  fileprivate static var farewell: AQContainer.ServiceKey<String> { .init("farewell", default: { "Bye" }) }
  fileprivate static var greetingNumber: AQContainer.ServiceKey<Int> { .init("greeting") }
}

private struct TwoSources: AQModule {
  func install(into container: inout AQContainer) throws {
    try container.register(.sample("a")) { _, _ in ScriptedSource(.sample("a"), outcomes: []) }
    try container.register(.sample("b")) { _, _ in ScriptedSource(.sample("b"), outcomes: []) }
  }
}

extension AQModule where Self == TwoSources {
  fileprivate static var two: TwoSources { TwoSources() }
}

@Suite struct AQContainerTests {
  @Test(
    "a service is read by its key; without a value and a default it is a named error that says what to add")
  func services() throws {
    var container = AQContainer()
    let error = #expect(throws: AQError.self) { try container[.greeting] }
    #expect(error?.code == .notConfigured)
    #expect(error?.message == "The service “greeting” is missing: add the product Greetings.")
    #expect(try container[.farewell] == "Bye")
    #expect(!container.has(.farewell))
    container.set(.greeting, to: "Hello")
    #expect(try container[.greeting] == "Hello" && container.has(.greeting))
    let mismatch = #expect(throws: AQError.self) { try container[.greetingNumber] }
    #expect(mismatch?.message.contains("two keys have the same name") == true)
    #expect(throws: AQError.self) { try container[.httpTransport] }
    #expect(try container[.clock] is AQSystemClock)
  }

  @Test("a service can be made from the container, and is made again when something is set later")
  func madeServices() throws {
    var container = AQContainer()
    container.set(.greeting) { container throws(AQError) in
      "Hello, \(try container[.farewell]) \(try container.options(of: "a")["colour"] ?? "none")"
    }
    #expect(container.has(.greeting))
    #expect(throws: AQError.self) { try container[.greeting] }
    let mismatch = #expect(throws: AQError.self) { try container[.greetingNumber] }
    #expect(mismatch?.message.contains("two keys have the same name") == true)
    var descriptor = SourceDescriptor.sample("a")
    descriptor.options = [SourceDescriptor.Option("colour", summary: "A colour.")]
    try container.register(descriptor) { _, _ in ScriptedSource(.sample("a"), outcomes: []) }
    #expect(try container[.greeting] == "Hello, Bye none")
    try container.setOption("colour", of: "a", to: "red")
    container.set(.farewell, to: "Ciao")
    #expect(try container[.greeting] == "Hello, Ciao red")
    container.set(.greeting, to: "Hi")
    #expect(try container[.greeting] == "Hi")
  }

  @Test("a container is a value: a change of a copy stays with the copy")
  func valueSemantics() throws {
    let base = AQContainer()
    var copy = base.setting(.greeting, to: "Hello")
    try copy.install(.two)
    #expect(throws: AQError.self) { try base[.greeting] }
    #expect(base.descriptors.isEmpty && copy.descriptors.map(\.id) == ["a", "b"])
    var second = copy
    try second.setEnabled(false, of: "a")
    try second.register(.sample("c")) { _, _ in ScriptedSource(.sample("c"), outcomes: []) }
    #expect(copy.isEnabled("a") && copy.descriptors.count == 2 && !second.isEnabled("a"))
  }

  @Test("a second source of one identifier is refused; replace takes its place")
  func duplicates() throws {
    var container = try AQContainer().installing(.two)
    let error = #expect(throws: AQError.self) {
      try container.register(.sample("a")) { _, _ in ScriptedSource(.sample("a"), outcomes: []) }
    }
    #expect(error?.code == .invalidRequest && error?.source == "a")
    #expect(throws: AQError.self) { try container.install(.two) }
    var other = SourceDescriptor.sample("a")
    other.name = "Other"
    container.replace(other) { _, _ in ScriptedSource(.sample("a"), outcomes: []) }
    #expect(container.descriptors.map(\.name) == ["Other", "Sample"])
    container.replace(.sample("z")) { _, _ in ScriptedSource(.sample("z"), outcomes: []) }
    #expect(container.descriptors.map(\.id) == ["a", "b", "z"])
  }

  @Test("a source is made when it is first asked, once for all hubs, even when asked twice at the same time")
  func laziness() async throws {
    let made = Tally()
    var container = AQContainer()
    try container.register(.sample("lazy")) { _, _ in
      made.increment()
      return ScriptedSource(.sample("lazy"), outcomes: [])
    }
    let hub = try AirHub(container)
    #expect(hub.descriptors.map(\.id) == ["lazy"] && made.count == 0)
    let query = AirQuery(near: try Coordinate(1, 2))
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<20 { group.addTask { _ = try? await hub.answer(for: query, within: .seconds(600)) } }
    }
    #expect(made.count == 1)
    _ = try await AirHub(container).answer(for: query, within: .seconds(600))
    #expect(made.count == 1)
  }

  @Test("a recipe that throws is asked again the next time")
  func failingRecipe() throws {
    let made = Tally()
    var container = AQContainer()
    try container.register(.sample("moody")) { _, _ in
      made.increment()
      if made.count == 1 { throw AQError(.notConfigured, "Not yet.") }
      return ScriptedSource(.sample("moody"), outcomes: [])
    }
    let hub = try AirHub(container)
    #expect(throws: AQError.self) { try hub.source("moody") }
    #expect(try hub.source("moody").descriptor.id == "moody")
    #expect(throws: AQError.self) { try hub.source("none") }
  }

  @Test("two instances of one recipe have names and options of their own, in reports, errors and streams")
  func instances() async throws {
    let descriptor = SourceDescriptor.sample(
      "base", options: [SourceDescriptor.Option("value", summary: "The value.")])
    var container = AQContainer()
    try container.register(descriptor) { _, options in
      let text = options["value"]
      return ClosureSource(descriptor) { _ in
        guard let value = text.flatMap(Double.init) else {
          throw AQError(.unavailable, "No value.", source: "base")
        }
        return AirResponse(reports: [try .sample("base", value: value)])
      }
    }
    try container.register("base", as: "second", name: "Second")
    try container.setOption("value", of: "base", to: "1")
    try container.setOption("value", of: "second", to: "2")
    let query = AirQuery(near: try Coordinate(1, 2))
    let answer = try await AirHub(container).answer(for: query, within: .seconds(600))
    #expect(answer.reports.map(\.source) == ["base", "second"])
    #expect(answer.reports.compactMap { $0[.pm25]?.values.first } == [1, 2])
    #expect(answer.outcomes.map(\.descriptor.name) == ["Sample", "Second"])

    try container.register("base", as: "third")
    let third = try container.makeSource("third")
    let error = await #expect(throws: AQError.self) { try await third.fetch(query) }
    #expect(error?.source == "third")
    let streamed = await #expect(throws: AQError.self) { for try await _ in third.updates(for: query) {} }
    #expect(streamed?.source == "third")
    var sources: [SourceID] = []
    for try await update in try container.makeSource("second").updates(for: query) {
      sources += update.reports.map(\.source)
    }
    #expect(sources == ["second"])
    #expect(throws: AQError.self) { try container.register("base", as: "second") }
    #expect(throws: AQError.self) { try container.register("absent", as: "fourth") }
  }

  @Test("a missing required option is named, as a credential if it is one")
  func requiredOptions() async throws {
    let descriptor = SourceDescriptor.sample(
      "keyed",
      options: [
        SourceDescriptor.Option(
          "apiKey", summary: "Ask the provider for one.", isRequired: true, isSecret: true)
      ])
    var container = AQContainer()
    try container.register(descriptor) { _, _ in ScriptedSource(descriptor, outcomes: []) }
    let error = #expect(throws: AQError.self) { try container.makeSource("keyed") }
    #expect(error?.code == .notConfigured)
    #expect(error?.message == "Set the credential “apiKey” of “keyed”: Ask the provider for one.")
    let answer = try await AirHub(container).answer(
      for: AirQuery(near: Coordinate(1, 2)), within: .seconds(600))
    #expect(answer.skipped.count == 1 && answer.failures.isEmpty)
    try container.setOption("apiKey", of: "keyed", to: "s3cr3t")
    #expect(try container.makeSource("keyed").descriptor.id == "keyed")
  }

  @Test(
    "an address among the options is shown without a possible credential",
    arguments: [
      ("https://example.org/feed?token=s3cr3t", "https://example.org/feed?•••"),
      ("wss://user:s3cr3t@example.org:8443/live#s3cr3t", "wss://•••@example.org:8443/live?•••"),
      ("https://example.org/a@b", "https://example.org/a@b"), ("latest?", "latest?"),
      ("ht?tps://s3cr3t", "ht?•••"), ("#://", "?•••"), ("://", "://"),
    ])
  func optionAddresses(text: String, shown: String) throws {
    let descriptor = SourceDescriptor.sample("o", options: [SourceDescriptor.Option("url", summary: "")])
    var container = AQContainer()
    let seen = Box<SourceOptions?>(nil)
    try container.register(descriptor) { _, options in
      seen.set(options)
      return ScriptedSource(descriptor, outcomes: [])
    }
    try container.setOption("url", of: "o", to: text)
    _ = try container.makeSource("o")
    let options = try #require(seen.value)
    #expect("\(options)" == "o {url: \(shown)}")
    #expect(options["url"] == text)
  }

  @Test("options are read by their type, and a credential is never shown")
  func optionValues() throws {
    let descriptor = SourceDescriptor.sample(
      "o",
      options: [
        SourceDescriptor.Option("n", summary: ""),
        SourceDescriptor.Option("flag", summary: "", defaultValue: "true"),
        SourceDescriptor.Option("key", summary: "", isSecret: true),
        SourceDescriptor.Option("none", summary: ""),
      ])
    var container = AQContainer()
    let seen = Box<SourceOptions?>(nil)
    try container.register(descriptor) { _, options in
      seen.set(options)
      return ScriptedSource(descriptor, outcomes: [])
    }
    try container.setOption("n", of: "o", to: "12")
    try container.setOption("key", of: "o", to: "s3cr3t")
    _ = try container.makeSource("o")
    let options = try #require(seen.value)
    #expect(try options.int("n") == 12 && options.double("n") == 12 && options.bool("flag") == true)
    #expect(try options.int("none") == nil && options["none"] == nil && options["unknown"] == nil)
    #expect(throws: AQError.self) { try options.int("flag") }
    #expect(throws: AQError.self) { try options.bool("n") }
    #expect(options.secret("key")?.exposed == "s3cr3t")
    var text = "\(options) \(String(reflecting: options)) \(container)"
    dump(options, to: &text)
    dump(container, to: &text)
    #expect(!text.contains("s3cr3t") && text.contains("•••"))
  }
}
