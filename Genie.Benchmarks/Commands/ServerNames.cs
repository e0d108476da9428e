using Genie.Benchmarks.Load.Silos;
using Genie.Brokers.Drivers;
using Genie.Servers.Finding;

namespace Genie.Benchmarks.Commands;

/// <summary>Names of servers on the command line.</summary>
internal static class ServerNames
{
    /// <summary>The systems of the names.</summary>
    /// <exception cref="BadArgumentException">A name is unknown; the nearest is suggested.</exception>
    public static IReadOnlyList<ServerSystem> Resolve(IEnumerable<string> names) => [.. names.Select(name => ServerCatalogue.Find(name)
        ?? throw new BadArgumentException($"'{name}' is no server to start.{NearestName.Hint(name, Known)} Known: {string.Join(", ", Known)}."))];

    private static IEnumerable<string> Known => ServerCatalogue.All.Select(system => system.Name).Append(LocalCluster.Name);
}
