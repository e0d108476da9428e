using System.Globalization;
using Genie.Servers.Finding;
using Genie.Servers.Tests.Finding;

namespace Genie.Servers.Tests;

/// <summary>The program of this assembly: another genie on the same machine, with another folder for its servers.</summary>
internal static class OtherGenie
{
    public const string Ready = "ready";

    /// <summary>Says so many ports, a line each, and keeps them until it is killed.</summary>
    public const string PicksPorts = "ports";

    /// <summary>Starts <see cref="Systems"/> all at once, says the port of each, and ends them.</summary>
    public const string StartsServers = "servers";

    /// <summary>Servers whose ports, folders and names could meet: an Erlang node with its port mapper and a PostgreSQL cluster among them.</summary>
    public static IReadOnlyList<string> Systems { get; } = ["nats", "rabbitmq", "mqtt", "redis", "postgis"];

    private static async Task Main(string[] arguments)
    {
        Console.WriteLine(Ready);
        if (arguments is [PicksPorts, var count])
        {
            for (var i = 0; i < int.Parse(count, CultureInfo.InvariantCulture); i++) Console.WriteLine(Ports.PickFree());
            await Task.Delay(Timeout.Infinite);
        }

        await Task.WhenAll(Systems.Select(StartAndEndAsync));
        Directory.Delete(ServerFolders.Root, recursive: true);
    }

    // Of each system the other process has one of its own: their folders are apart (PrivateState), and nothing else is.
    private static async Task StartAndEndAsync(string name)
    {
        try
        {
            var found = await ServerFinder.EnsureAsync(PrivateState.Alone(name), new StartOptions { Native = true, IsTemporary = true }, CancellationToken.None);
            Console.WriteLine($"{name} {found.Url.Port}");
            await found.StopAsync(CancellationToken.None);
        }
        catch (ServerException error)
        {
            Console.WriteLine(error.Message.ReplaceLineEndings(" "));
        }
    }
}
