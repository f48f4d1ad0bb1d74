import Conversions
import Glibc
import Pasteboard
import System

ThisProcess.occupyClosedStandardStreams()
let arguments = ProcessStart.arguments
if ConversionHelper.isCalled(by: arguments) { exit(ConversionHelper.main(arguments)) }
if Successor.isCalled(by: arguments) { exit(Successor.main(arguments)) }
if CommandLauncher.isCalled(by: arguments) { exit(CommandLauncher.main(arguments)) }
exit(Command.run(arguments).rawValue)
