// The umbrella module. The folders beside this file follow the flow of data: Transport (bytes), Source (adapters),
// Models (what they answer), Hub (many sources at once), Index (what the values mean), Container (configuration).
