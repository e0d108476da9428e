using Genie.Benchmarks.Load.Games.Transports.Datagrams;
using Genie.Benchmarks.Load.Games.Transports.Grains;
using Genie.Benchmarks.Load.Games.Transports.LiteNet;
using Genie.Brokers;
using Genie.Datagrams;
using Genie.Grains;

namespace Genie.Benchmarks.Load.Games.Transports;

/// <summary>Opens the sides of a game, and names what carries them.</summary>
internal static class GameTransports
{
    private static readonly TimeSpan LeastWait = TimeSpan.FromMilliseconds(1);

    /// <summary>The names at the command line, the default first.</summary>
    public static IReadOnlyList<string> Names { get; } = [.. Enum.GetValues<GameTransport>().Select(Name)];

    /// <summary>The name of one.</summary>
    public static string Name(this GameTransport transport) => transport.ToString().ToLowerInvariant();

    /// <summary>Why it cannot be encrypted, or null where it can.</summary>
    public static string? WhyNotEncrypted(this GameTransport transport) => transport switch
    {
        GameTransport.Udp => null,
        GameTransport.LiteNetLib => "LiteNetLib encrypts nothing",
        _ => $"{transport.Name()} needs a certificate",
    };

    /// <summary>True if its datagrams can pass a proxy that loses some.</summary>
    public static bool IsOfDatagrams(this GameTransport transport) => transport is GameTransport.Udp or GameTransport.LiteNetLib;

    /// <summary>Opens both sides on loopback.</summary>
    /// <exception cref="DatagramException">A socket cannot be opened.</exception>
    /// <exception cref="BrokerException">LiteNetLib cannot open one.</exception>
    /// <exception cref="GrainException">The silo did not start.</exception>
    /// <exception cref="IOException">This process may not have as many sockets.</exception>
    public static async Task<IGameSides> OpenAsync(GamePlan plan, GameServer server, GameClients clients, CancellationToken cancellationToken)
    {
        if (plan.Transport == GameTransport.Tcp) OpenFiles.CheckFor(2 * plan.Clients, "Each client over tcp needs two");
        if (plan.Transport == GameTransport.LiteNetLib) OpenFiles.CheckFor(plan.Clients + 1, "Each client of LiteNetLib needs one");
        return plan.Transport switch
        {
            GameTransport.LiteNetLib => new LiteNetSides(plan, server, clients),
            GameTransport.Orleans => await GrainSides.OpenAsync(server, clients, cancellationToken).ConfigureAwait(false),
            _ => new DatagramSides(plan, server, clients),
        };
    }

    /// <summary>A wait for those that know whole milliseconds only: the next one, since none at all would be a loop.</summary>
    public static TimeSpan WholeMilliseconds(TimeSpan wait) => wait <= LeastWait ? LeastWait : TimeSpan.FromMilliseconds(Math.Ceiling(wait.TotalMilliseconds));
}
