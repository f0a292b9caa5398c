import CacheStore

@main
struct SampleApp {
    static func main() async {
        let arguments = CommandLine.arguments.dropFirst()
        switch (arguments.count, arguments.first) {
        case (0, _): await run(storeFile: "sample.sqlite")
        case (2, "--store"): await run(storeFile: arguments.last ?? "")
        default:
            Console.complain("usage: SampleApp [--store FILE]")
            Console.exit(status: 64)
        }
    }

    private static func run(storeFile: String) async {
        // From now on this is the file of the generated shared manager.
        DefaultStoreFile.use(storeFile)
        var home = Home(storeFile: storeFile)
        await home.run()
        Console.exit(status: home.hasFailed ? 1 : 0)
    }
}
