using System.Diagnostics;
using System.Net;
using Genie.Datagrams;

namespace Genie.Benchmarks.Load.Games;

/// <summary>A game over real sockets on loopback: a thread for the server and one for all clients, each with a socket.</summary>
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
    public async Task<GameResult> RunAsync(CancellationToken cancellationToken)
    {
        using var security = new GameSecurity(plan.Encrypted, plan.Transport);
        var server = new GameServer(plan);
        var clients = new GameClients(plan, () => NowMicroseconds);
        using var serverEndpoint = DatagramEndpoint.Listen(new IPEndPoint(IPAddress.Loopback, 0), server, security.Server);
        using var clientEndpoint = DatagramEndpoint.OpenClient(clients, security.Client, new IPEndPoint(IPAddress.Loopback, 0));
        var serving = Task.Factory.StartNew(() => Serve(serverEndpoint, server), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
        try
        {
            return await Task.Factory.StartNew(() => Play(clientEndpoint, clients, server, serverEndpoint.LocalAddress.ToEndPoint(), cancellationToken), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default)
                .ConfigureAwait(false);
        }
        finally
        {
            clients.IsEnding = true;
            _isOver = true;
            await serving.ConfigureAwait(false);
        }
    }

    private GameResult Play(DatagramEndpoint endpoint, GameClients clients, GameServer server, IPEndPoint remote, CancellationToken cancellationToken)
    {
        var due = NowMicroseconds;
        for (var i = 0; i < plan.Clients; i++)
        {
            clients.Connect(endpoint, remote);
            if (i % 64 == 63) endpoint.Poll();
        }

        Until(() => clients.AreConnected, ConnectTimeout);
        var (begin, cpuBegin) = (NowMicroseconds, Environment.CpuUsage.TotalTime);
        var (interval, end) = ((long)plan.Workload.Interval.TotalMicroseconds, begin + (long)plan.Duration.TotalMicroseconds);
        due = begin;
        Until(() =>
        {
            if (NowMicroseconds >= due)
            {
                clients.Tick(due);
                endpoint.Flush();
                due += interval;
            }

            return due >= end;
        }, plan.Duration + ConnectTimeout);
        var (cpu, sent) = (Environment.CpuUsage.TotalTime - cpuBegin, clients.All.Sum(static client => client.Sent) + server.Sent);
        var behind = Math.Max(0, NowMicroseconds - end);
        Until(() => clients.HaveAllEvents, DrainTimeout);
        cancellationToken.ThrowIfCancellationRequested();
        return GameResult.Of(plan, plan.Transport == DatagramTransport.Tcp ? "tcp" : "udp", clients, server, TimeSpan.FromMicroseconds(NowMicroseconds - begin)) with
        {
            CpuMicrosecondsPerMessage = sent == 0 ? 0 : cpu.TotalMicroseconds / sent,
            BehindMicroseconds = behind,
        };

        void Until(Func<bool> condition, TimeSpan timeout)
        {
            var giveUpAt = NowMicroseconds + (long)timeout.TotalMicroseconds;
            while (!cancellationToken.IsCancellationRequested && NowMicroseconds < giveUpAt)
            {
                var received = endpoint.Poll();
                if (condition()) return;
                if (received == 0) endpoint.Wait(WaitUntil(due));
            }
        }
    }

    private void Serve(DatagramEndpoint endpoint, GameServer server)
    {
        var interval = (long)plan.Workload.Interval.TotalMicroseconds;
        var due = NowMicroseconds + interval;
        while (!_isOver)
        {
            var received = endpoint.Poll();
            if (NowMicroseconds >= due)
            {
                server.Tick();
                endpoint.Flush();

                // A server that is behind leaves ticks out: newer states are on their way.
                while (due <= NowMicroseconds) due += interval;
            }

            if (received == 0) endpoint.Wait(WaitUntil(due));
        }
    }

    private TimeSpan WaitUntil(long dueMicroseconds)
    {
        var wait = TimeSpan.FromMicroseconds(Math.Max(0, dueMicroseconds - NowMicroseconds));
        return wait < LongestWait ? wait : LongestWait;
    }
}
