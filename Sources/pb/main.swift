import Glibc
import System

ThisProcess.occupyClosedStandardStreams()
exit(Command.run(CommandLine.arguments).rawValue)
