using System.Diagnostics;
using Genie.Benchmarks.Load.Games.Transports.Datagrams;
using Genie.Datagrams.Simulation;

namespace Genie.Benchmarks.Load.Games;

/// <summary>A game on a simulated network: in one thread, as fast as the machine can, and with the same seed the same losses and events.</summary>
internal static class SimulatedGame
{
    private static readonly TimeSpan ConnectTimeout = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan DrainTimeout = TimeSpan.FromSeconds(30);

    /// <summary>Plays it.</summary>
    public static GameResult Run(GamePlan plan, CancellationToken cancellationToken)
    {
        var begin = Stopwatch.GetTimestamp();
        using var security = new GameSecurity(plan.Encrypted);
        var network = new SimulatedNetwork(plan.Network ?? NetworkConditions.Lan, plan.Seed);
        var server = new GameServer(plan);
        var clients = new GameClients(plan, () => (long)network.Elapsed.TotalMicroseconds);
        var handler = new DatagramClientHandler(clients);
        var endpoint = network.Open(new DatagramServerHandler(server), security.Server, isListening: true);
        var endpoints = Enumerable.Range(0, plan.Clients).Select(_ => network.Open(handler, security.Client)).ToArray();
        foreach (var client in endpoints) handler.Connect(client, endpoint.LocalAddress.ToEndPoint());
        Until(() => clients.AreConnected, ConnectTimeout);
        var end = network.Elapsed + plan.Duration;
        Repeat(network, network.Elapsed, plan.Workload.Interval, due =>
        {
            if (due >= end) return false;
            clients.Tick((long)due.TotalMicroseconds);
            foreach (var client in endpoints) client.Flush();
            return true;
        });

        // The server's ticks stand between the clients', as if neither knew of the other.
        Repeat(network, network.Elapsed + (plan.Workload.Interval / 2), plan.Workload.Interval, due =>
        {
            server.Tick();
            endpoint.Flush();
            return due < end + DrainTimeout;
        });
        Until(() => network.Elapsed >= end, plan.Duration);
        Until(() => clients.HaveAllEvents, DrainTimeout);
        cancellationToken.ThrowIfCancellationRequested();
        return GameResult.Of(plan, clients, server, Stopwatch.GetElapsedTime(begin));

        void Until(Func<bool> condition, TimeSpan atMost) => network.RunUntil(() => cancellationToken.IsCancellationRequested || condition(), atMost);
    }

    private static void Repeat(SimulatedNetwork network, TimeSpan at, TimeSpan interval, Func<TimeSpan, bool> tick) => network.Schedule(at, () =>
    {
        if (tick(at)) Repeat(network, at + interval, interval, tick);
    });
}
