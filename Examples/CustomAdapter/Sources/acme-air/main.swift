import AQKit
import AQKitCommands
import CustomAdapter

await AQKitTool.main(installing: [HTTPModule.openAQ], indices: [try BreakpointIndex.playground()])
