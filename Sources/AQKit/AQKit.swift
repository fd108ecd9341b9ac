// The umbrella: `import AQKit` brings the models, the decoding of text and JSON, and the indices as well.
@_exported public import AQKitDecoding
@_exported public import AQKitIndices
@_exported public import AQKitModels
