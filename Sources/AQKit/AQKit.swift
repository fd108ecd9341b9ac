// The front page of the module. The types stand in the folders beside this file, in the order in which data
// flows: Transport (bytes), Source (adapters and their contract), Models (what they answer with), Hub (many
// sources at once), Index (what it means), Container (how an application puts them together).
