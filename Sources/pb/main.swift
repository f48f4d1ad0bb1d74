import Glibc
import Pasteboard
import System

ProcessStart.restoreEnvironment()
ThisProcess.occupyClosedStandardStreams()
if ConversionHelper.isCalled(by: ProcessStart.arguments) {
  exit(ConversionHelper.main(ProcessStart.arguments))
}
if Successor.isCalled(by: ProcessStart.arguments) {
  exit(Successor.main(ProcessStart.arguments))
}
exit(Command.run(ProcessStart.arguments).rawValue)
