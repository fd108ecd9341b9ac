// Code that computes an index needs the models, so `import AQKitIndices` brings them as well.
@_exported public import AQKitModels
