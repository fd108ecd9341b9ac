// Decoding needs the models: `import AQKitDecoding` brings them as well.
@_exported public import AQKitModels
