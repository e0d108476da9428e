using System.Diagnostics;
using Genie.Benchmarks.Load.Games.Transports;
using Genie.Brokers;
using Genie.Datagrams;
using Genie.Grains;

namespace Genie.Benchmarks.Load.Games;

/// <summary>A game over real sockets on loopback: a thread for the server, unless it is made of grains, and one for all clients.</summary>
internal sealed class SocketGame(GamePlan plan)
{
    private static readonly TimeSpan ConnectTimeout = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan DrainTimeout = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan LongestWait = TimeSpan.FromMilliseconds(5);

    private readonly Stopwatch _clock = Stopwatch.StartNew();
    private volatile bool _isOver;

    private long NowMicroseconds => _clock.ElapsedTicks * 1_000_000 / Stopwatch.Frequency;

    /// <summary>Plays it.</summary>
    /// <exception cref="DatagramException">A socket cannot be opened.</exception>
    /// <exception cref="BrokerException">LiteNetLib cannot open one.</exception>
    /// <exception cref="GrainException">The silo did not start.</exception>
    /// <exception cref="IOException">This process may not have as many sockets.</exception>
    public async Task<GameResult> RunAsync(CancellationToken cancellationToken)
    {
        var server = new GameServer(plan);
        var clients = new GameClients(plan, () => NowMicroseconds);
        var sides = await GameTransports.OpenAsync(plan, server, clients, cancellationToken).ConfigureAwait(false);
        await using var _ = sides.ConfigureAwait(false);
        var serving = sides.Server is { } port ? OnThread(() => Serve(port, server)) : Task.CompletedTask;
        try
        {
            return await OnThread(() => Play(sides.Clients, clients, server, cancellationToken)).ConfigureAwait(false);
        }
        finally
        {
            clients.IsEnding = true;
            _isOver = true;
            await serving.ConfigureAwait(false);
        }
    }

    private static Task OnThread(Action run) => Task.Factory.StartNew(run, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);

    private static Task<T> OnThread<T>(Func<T> run) => Task.Factory.StartNew(run, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);

    private GameResult Play(IGameClientPort port, GameClients clients, GameServer server, CancellationToken cancellationToken)
    {
        var due = long.MaxValue;
        for (var i = 0; i < plan.Clients; i++)
        {
            port.Connect();
            if (i % 64 == 63) port.Poll();
        }

        Until(() => clients.AreConnected, ConnectTimeout);
        var (begin, cpuBegin) = (NowMicroseconds, Environment.CpuUsage.TotalTime);
        var end = begin + (long)plan.Duration.TotalMicroseconds;
        var ticks = new SpreadTicks(plan.Workload.Interval, begin);
        var slices = clients.All.ToLookup(client => ticks.SliceOfClient(client.Number));
        due = begin;
        Until(() =>
        {
            if (NowMicroseconds >= due)
            {
                foreach (var client in slices[ticks.Take()]) client.Tick(due);
                port.Flush();
                due = ticks.NextMicroseconds;
            }

            return due >= end;
        }, plan.Duration + ConnectTimeout);
        var (cpu, sent) = (Environment.CpuUsage.TotalTime - cpuBegin, clients.All.Sum(static client => client.Sent) + server.Sent);
        var behind = Math.Max(0, NowMicroseconds - end);
        due = long.MaxValue;
        Until(() => clients.HaveAllEvents, DrainTimeout);
        cancellationToken.ThrowIfCancellationRequested();
        return GameResult.Of(plan, clients, server, TimeSpan.FromMicroseconds(NowMicroseconds - begin)) with
        {
            CpuMicrosecondsPerMessage = sent == 0 ? 0 : cpu.TotalMicroseconds / sent,
            BehindMicroseconds = behind,
        };

        void Until(Func<bool> condition, TimeSpan timeout)
        {
            var giveUpAt = NowMicroseconds + (long)timeout.TotalMicroseconds;
            while (!cancellationToken.IsCancellationRequested && NowMicroseconds < giveUpAt)
            {
                var received = port.Poll();
                if (condition()) return;
                if (received == 0) port.Wait(WaitUntil(due));
            }
        }
    }

    private void Serve(IGamePort port, GameServer server)
    {
        var ticks = new SpreadTicks(plan.Workload.Interval, NowMicroseconds);
        var slices = Enumerable.Range(0, server.Rooms).ToLookup(ticks.SliceOfRoom, server.RoomAt);
        while (!_isOver)
        {
            var received = port.Poll();
            if (NowMicroseconds >= ticks.NextMicroseconds)
            {
                foreach (var room in slices[ticks.Take()]) room.SendSnapshot();
                port.Flush();
                ticks.LeaveOut(NowMicroseconds);
            }

            if (received == 0) port.Wait(WaitUntil(ticks.NextMicroseconds));
        }
    }

    private TimeSpan WaitUntil(long dueMicroseconds)
    {
        var waitMicroseconds = Math.Max(0, dueMicroseconds - NowMicroseconds);
        return waitMicroseconds < LongestWait.TotalMicroseconds ? TimeSpan.FromMicroseconds(waitMicroseconds) : LongestWait;
    }
}
