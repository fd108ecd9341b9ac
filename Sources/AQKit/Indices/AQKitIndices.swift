// Whoever computes an index needs the models: `import AQKitIndices` brings them as well.
@_exported public import AQKitModels
