import ArgumentParser

extension CommandConfiguration {
  /// Creates a command's configuration with examples at the end of its help.
  init(_ name: String, _ abstract: String, about: String..., examples: String...) {
    let list = "EXAMPLES:\n" + examples.map { "  \($0)" }.joined(separator: "\n")
    self.init(
      commandName: name, abstract: abstract, discussion: (about + [list]).joined(separator: "\n\n"))
  }
}
