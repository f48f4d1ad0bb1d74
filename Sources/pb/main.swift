import Glibc

exit(Command.run(CommandLine.arguments).rawValue)
