using System.Net;
using Genie.Faults;

namespace Genie.Brokers.Conformance.Laboratory;

/// <summary>Every check of the laboratory.</summary>
public static class LabSuite
{
    private const int Times = 5;

    private static readonly TimeSpan DownTime = TimeSpan.FromSeconds(0.5);

    // A wait for refused credentials may be 7.5 s long.
    private static readonly TimeSpan AfterRefusal = TimeSpan.FromSeconds(10);

    // The link is there all the time; what it takes is the handlers' work for those that came first.
    private static readonly TimeSpan BehindOthers = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan BlockedTime = TimeSpan.FromSeconds(7);

    /// <summary>All checks.</summary>
    public static IReadOnlyList<LabCheck> All { get; } =
    [
        new()
        {
            Name = "restart-saturated", Description = "The server is killed with 300 to 1,000 requests in flight, and up again 0.5 s later.",
            Needs = LabNeed.OwnServer, Callers = null, InflictAsync = RestartAsync,
        },
        new()
        {
            Name = "pause", Description = "The server's process stands still (SIGSTOP) and goes on.", Needs = LabNeed.OwnServer, InflictAsync = PauseAsync,
        },
        new()
        {
            Name = "stalled-server", Description = "The server reads nothing any more, and then reads again.", Needs = LabNeed.Proxy,
            InflictAsync = static (scene, token) => DuringAsync(scene, TcpFault.ZeroWindow, FaultDirections.ToServer, token),
        },
        new()
        {
            Name = "greet-then-close", Description = "The server greets and closes, and then stays.", Needs = LabNeed.Proxy,
            InflictAsync = static (scene, token) => DuringAsync(scene, TcpFault.GreetThenClose, FaultDirections.Both, token),
        },
        new()
        {
            Name = "half-open", Description = "What is sent either way is acknowledged and lost, ends of connections too; then those connections are reset.", Needs = LabNeed.Proxy,
            InflictAsync = static (scene, token) => DuringAsync(scene, TcpFault.HalfOpen, FaultDirections.Both, token),
        },
        new()
        {
            Name = "reset", Description = "Every connection is reset, five times.", Needs = LabNeed.Proxy,
            InflictAsync = static (scene, token) => RepeatAsync(scene, static proxy => proxy.ResetAll(), token),
        },
        new()
        {
            Name = "cut-in-mid-frame", Description = "Every connection is closed in the middle of what is sent, five times.", Needs = LabNeed.Proxy,
            InflictAsync = static (scene, token) => RepeatAsync(scene, static proxy => proxy.CutAll(), token),
        },
        new()
        {
            Name = "garbage", Description = "Clients are sent bytes that the server did not send, five times; then the connections are reset.", Needs = LabNeed.Proxy, MayRefuse = true,
            InflictAsync = GarbageAsync,
        },
        new()
        {
            Name = "latency", Description = "The network is that between continents (150 ms) and then loopback again.", Needs = LabNeed.Proxy, KeepsLink = true, InflictAsync = LatencyAsync,
        },
        new()
        {
            Name = "refused-credentials", Description = "The server refuses the password for as long, and then takes it again.", Needs = LabNeed.Passwords, MayRefuse = true, RecoverMax = AfterRefusal,
            InflictAsync = RefuseAsync,
        },
        new()
        {
            Name = "cancelling-callers", Description = "Every third of hundreds of callers gives up at random.", Callers = null, CallersCancel = true, KeepsLink = true, RecoverMax = BehindOthers,
            InflictAsync = static (scene, token) => Task.Delay(scene.Duration, token),
        },
        new()
        {
            Name = "slow-handler", Description = "Both handlers block for 7 s, longer than the server waits for a sign of life.", KeepsLink = true, RecoverMax = BehindOthers, InflictAsync = BlockAsync,
        },
        new()
        {
            Name = "disposal-in-flight", Description = "Everything is disposed with hundreds of requests in flight.", Callers = null, Disposes = true,
            InflictAsync = static (_, _) => Task.CompletedTask,
        },
        new()
        {
            Name = "disposal-handlers-wait", Description = "Everything is disposed while handlers wait for their token.", Disposes = true,
            InflictAsync = static (scene, _) => scene.HoldHandlersAsync(),
        },
        new()
        {
            Name = "disposal-stalled", Description = "Everything is disposed while the server reads nothing.", Needs = LabNeed.Proxy, Disposes = true, InflictAsync = StallForGoodAsync,
        },
        new()
        {
            Name = "disposal-server-gone", Description = "Everything is disposed while the server is away and connections are refused.", Needs = LabNeed.Proxy, Disposes = true,
            InflictAsync = LeaveForGoodAsync,
        },
    ];

    /// <summary>No bad weather: what runs before the others, so that they find everything made that is made once.</summary>
    public static LabCheck WarmUp { get; } = new()
    {
        Name = "warm-up",
        Description = "Nothing happens.",
        InflictAsync = static (scene, token) => Task.Delay(scene.Duration, token),
    };

    private static async Task RestartAsync(LabScene scene, CancellationToken cancellationToken)
    {
        await scene.Subject.CrashAndRestartServer!(DownTime).ConfigureAwait(false);
        scene.LetHandlersKeepUp();
        await scene.AwaitServerAsync(cancellationToken).ConfigureAwait(false);
    }

    private static async Task DuringAsync(LabScene scene, TcpFault fault, FaultDirections directions, CancellationToken cancellationToken)
    {
        scene.Proxy!.Begin(fault, directions);
        await Task.Delay(scene.Duration, cancellationToken).ConfigureAwait(false);
        scene.Proxy.Heal();
    }

    private static async Task RepeatAsync(LabScene scene, Action<TcpFaultProxy> inflict, CancellationToken cancellationToken)
    {
        for (var i = 0; i < Times; i++)
        {
            inflict(scene.Proxy!);
            await Task.Delay(scene.Duration / Times, cancellationToken).ConfigureAwait(false);
        }
    }

    // What a protocol takes for the beginning of a long message may wait for its end: that is over with the connection.
    private static async Task GarbageAsync(LabScene scene, CancellationToken cancellationToken)
    {
        await RepeatAsync(scene, static proxy => proxy.SendGarbage(), cancellationToken).ConfigureAwait(false);
        scene.Proxy!.ResetAll();
    }

    private static async Task LatencyAsync(LabScene scene, CancellationToken cancellationToken)
    {
        var proxy = scene.Proxy!;
        proxy.Profile = NetworkProfile.International;
        await Task.Delay(scene.Duration, cancellationToken).ConfigureAwait(false);
        proxy.Profile = NetworkProfile.Loopback;
    }

    private static async Task PauseAsync(LabScene scene, CancellationToken cancellationToken)
    {
        scene.Subject.PauseServer!(true);
        try
        {
            await Task.Delay(scene.Duration, cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            scene.Subject.PauseServer!(false);
        }
    }

    private static async Task RefuseAsync(LabScene scene, CancellationToken cancellationToken)
    {
        var (proxy, takesAny) = (scene.Proxy!, scene.Proxy!.Target);
        proxy.Target = new IPEndPoint(IPAddress.Loopback, scene.Subject.PasswordServerPort);
        proxy.ResetAll();
        await Task.Delay(scene.Duration, cancellationToken).ConfigureAwait(false);
        proxy.Target = takesAny;
    }

    private static Task BlockAsync(LabScene scene, CancellationToken cancellationToken)
    {
        scene.BlockHandlers(BlockedTime);
        return Task.Delay(BlockedTime, cancellationToken);
    }

    private static Task StallForGoodAsync(LabScene scene, CancellationToken cancellationToken)
    {
        scene.Proxy!.Begin(TcpFault.ZeroWindow);
        return Task.Delay(scene.Duration, cancellationToken);
    }

    private static Task LeaveForGoodAsync(LabScene scene, CancellationToken cancellationToken)
    {
        scene.Proxy!.Begin(TcpFault.Refuse);
        scene.Proxy.ResetAll();
        return Task.Delay(scene.Duration, cancellationToken);
    }
}
