import PackagePlugin

@main
struct CompileTypeRegistry: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] { [] }
}
