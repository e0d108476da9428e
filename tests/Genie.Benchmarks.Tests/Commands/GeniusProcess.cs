using System.Text.Json;
using Genie.Benchmarks.Commands;

namespace Genie.Benchmarks.Tests.Commands;

/// <summary><c>genie genius serve</c>, begun and ended, within this process or as one that can be killed.</summary>
internal static class GeniusProcess
{
    /// <summary>Starts it with settings, and an event store in a folder.</summary>
    /// <param name="folder">Gets the settings' file, too.</param>
    /// <param name="settings">Become JSON.</param>
    /// <param name="line">What it prints once it serves.</param>
    public static async Task<GenieRun> StartAsync(string folder, object settings, string line = "gRPC at http")
    {
        var server = GenieRun.Start("genius", "serve", "--config", await WriteAsync(folder, settings));
        await server.WaitForLineAsync(line);
        return server;
    }

    /// <summary>The same as a process of its own.</summary>
    public static async Task<GenieProcess> StartProcessAsync(string folder, object settings, string line = "gRPC at http")
    {
        var server = GenieProcess.Start("genius", "serve", "--config", await WriteAsync(folder, settings));
        await server.WaitForLineAsync(line);
        return server;
    }

    /// <summary>Ends it; it must have had nothing to say, but that deliveries were given up.</summary>
    public static async Task EndAfterGivingUpAsync(GenieRun server) =>
        Assert.Equal((ExitCode.Success, ""), (await server.EndAsync(), ServerLog.WithoutHealthOf("deliveries", ServerLog.WithoutWarningsOfOrleans(await server.ErrorAsync()))));

    /// <summary>Ends it; it must have had nothing to say.</summary>
    public static async Task EndAsync(GenieRun server) => Assert.Equal((ExitCode.Success, ""), (await server.EndAsync(), ServerLog.WithoutWarningsOfOrleans(await server.ErrorAsync())));

    /// <summary>Ends it as an orchestrator does; it must have had nothing to say.</summary>
    public static async Task EndAsync(GenieProcess server)
    {
        await server.SignalAsync("TERM");
        Assert.Equal((ExitCode.Success, ""), (await server.ExitAsync(), ServerLog.WithoutWarningsOfOrleans(await server.ErrorAsync())));
    }

    private static async Task<string> WriteAsync(string folder, object settings)
    {
        var all = JsonSerializer.SerializeToNode(settings)!.AsObject();
        all["Store"] = Path.Combine(folder, "events");
        var file = Path.Combine(folder, "config.json");
        await File.WriteAllTextAsync(file, all.ToJsonString());
        return file;
    }
}
