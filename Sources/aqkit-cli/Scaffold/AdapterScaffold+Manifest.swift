extension AdapterScaffold {
  /// `Package.swift`.
  var manifestText: String {
    """
    // swift-tools-version: 6.2
    import PackageDescription

    let package = Package(
      name: "\(name)",
      platforms: [.macOS(.v15), .iOS(.v18)],
      products: [.library(name: "\(name)", targets: ["\(name)"])],
      dependencies: [
        \(packageDeclaration)
      ],
      targets: [
        .target(name: "\(name)", dependencies: [.product(name: "AQKit", package: "\(packageName)")]),
        .testTarget(
          name: "\(name)Tests",
          dependencies: ["\(name)", .product(name: "AQKitTesting", package: "\(packageName)")]),
      ]
    )

    """
  }
}
