import AQKit
import AQKitCommands
import CustomAdapter

await AQKitTool.main(installing: [HTTPModule.exampleOpenAQ], indices: [try BreakpointIndex.playground()])
