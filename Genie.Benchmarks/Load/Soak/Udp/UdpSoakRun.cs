using System.Diagnostics;
using Genie.Benchmarks.Load.Soak.Udp.Peers;
using Genie.Benchmarks.Load.Soak.Udp.State;
using Genie.Faults;

namespace Genie.Benchmarks.Load.Soak.Udp;

/// <summary>One leg of a soak: server and clients, each a process, and the network between them in this one.</summary>
/// <param name="begin">Where it goes on.</param>
/// <param name="save">Keeps a state, every now and then.</param>
/// <param name="saveEvery">How often.</param>
/// <param name="say">Told of the processes.</param>
internal sealed class UdpSoakRun(UdpSoakState begin, Action<UdpSoakState> save, TimeSpan saveEvery, Action<string> say)
{
    // A message that is lost again and again takes seconds; on a crowded machine more.
    private static readonly TimeSpan DrainTimeout = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan DrainLook = TimeSpan.FromMilliseconds(200);

    // Timers of .NET count whole milliseconds and drop the rest.
    private static readonly TimeSpan TimerStep = TimeSpan.FromMilliseconds(1);

    private readonly UdpSoakLeg _leg = new(begin);

    /// <summary>Runs until the time is over, a process fails or it is cancelled.</summary>
    /// <returns>The state then; its End says which it was.</returns>
    public async Task<UdpSoakState> RunAsync(CancellationToken cancellationToken)
    {
        save(_leg.State);
        try
        {
            await RunProcessesAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (SoakPeerException error)
        {
            _leg.EndFailed(error.Message);
        }

        var state = _leg.State;
        save(state);
        return state;
    }

    private async Task RunProcessesAsync(CancellationToken cancellationToken)
    {
        var (plan, run) = (begin.Plan, RunNumber.Next());
        var server = SoakChild.StartServer();
        await using (server.ConfigureAwait(false))
        {
            var listening = await server.StartAsync(new SoakPeerStart(plan, run, 0, []), cancellationToken).ConfigureAwait(false);
            var network = StartNetwork(plan, listening.Port);
            await using (network.ConfigureAwait(false))
            {
                var clients = SoakChild.StartClients();
                await using (clients.ConfigureAwait(false))
                {
                    await clients.StartAsync(new SoakPeerStart(plan, run, network.EndPoint.Port, listening.PublicKey ?? []), cancellationToken).ConfigureAwait(false);
                    say(FormattableString.Invariant($"server: process {server.ProcessId}; clients: process {clients.ProcessId}"));
                    await SampleAsync(clients, server, network, cancellationToken).ConfigureAwait(false);
                    await DrainAsync(clients, server, network).ConfigureAwait(false);
                    _leg.EndDrained(cancellationToken.IsCancellationRequested ? "it was told to stop" : "its time was over");
                }
            }
        }
    }

    private IFaultProxy StartNetwork(UdpSoakPlan plan, int port)
    {
        var options = new FaultProxyOptions { Profile = plan.Network, Seed = plan.Seed + begin.Legs };
        return plan.IsTcp ? TcpFaultProxy.Start(port, options) : UdpFaultProxy.Start(port, options);
    }

    private async Task SampleAsync(SoakChild clients, SoakChild server, IFaultProxy network, CancellationToken cancellationToken)
    {
        var (start, saved) = (Stopwatch.GetTimestamp(), TimeSpan.Zero);
        var left = begin.Plan.Duration - TimeSpan.FromSeconds(begin.ElapsedSeconds);
        var stretch = TimeSpan.FromSeconds(SoakRules.SecondsPerPoint(begin.Plan.Duration));
        for (var due = stretch; !cancellationToken.IsCancellationRequested && Stopwatch.GetElapsedTime(start) < left; due += stretch)
        {
            var wait = (due < left ? due : left) - Stopwatch.GetElapsedTime(start);
            if (wait > TimeSpan.Zero) await Task.WhenAny(Task.Delay(wait + TimerStep, cancellationToken), clients.Ended, server.Ended).ConfigureAwait(false);
            await ReadAsync(clients, server, network, stop: false).ConfigureAwait(false);
            var elapsed = Stopwatch.GetElapsedTime(start);
            _leg.EndStretch(elapsed < left ? elapsed : left);
            if (elapsed - saved < saveEvery) continue;
            saved = elapsed;
            save(_leg.State);
        }
    }

    /// <summary>Until all has arrived that must, or nothing more comes.</summary>
    private async Task DrainAsync(SoakChild clients, SoakChild server, IFaultProxy network)
    {
        await ReadAsync(clients, server, network, stop: true).ConfigureAwait(false);
        var (least, since) = (_leg.UnderWay, Stopwatch.GetTimestamp());
        while (_leg.UnderWay > 0 && Stopwatch.GetElapsedTime(since) < DrainTimeout)
        {
            await Task.Delay(DrainLook).ConfigureAwait(false);
            await ReadAsync(clients, server, network, stop: true).ConfigureAwait(false);
            if (_leg.UnderWay < least) (least, since) = (_leg.UnderWay, Stopwatch.GetTimestamp());
        }
    }

    private async Task ReadAsync(SoakChild clients, SoakChild server, IFaultProxy network, bool stop)
    {
        foreach (var child in (SoakChild[])[clients, server])
        {
            if (child.Ended.IsCompleted) throw new SoakPeerException(await child.Ended.ConfigureAwait(false));
        }

        var readings = await Task.WhenAll(clients.ReadAsync(stop), server.ReadAsync(stop)).ConfigureAwait(false);
        _leg.Add(readings[0], readings[1], network.Counts);
    }
}
