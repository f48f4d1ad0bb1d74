import Glibc
import System

ProcessStart.restoreEnvironment()
ThisProcess.occupyClosedStandardStreams()
exit(Command.run(ProcessStart.arguments).rawValue)
