using Genie.Testing;

namespace Genie.Grains.Tests.Runtime;

/// <summary>Grains that wait for themselves, and what a runtime does about it.</summary>
public sealed class CircleTests
{
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(60);

    private readonly ProbeLog _log = new();

    [Fact]
    public async Task A_grain_that_calls_itself_is_told_so()
    {
        var runtime = new GrainRuntime();
        var probes = Register(runtime);
        await Assert.ThrowsAsync<GrainCircleException>(() => probes.CallAsync("a", (_, call) => probes.CallAsync("a", Count, call), CancellationToken.None).AsTask().WaitAsync(Timeout));
        Assert.Equal(1, await probes.CallAsync("a", Count, CancellationToken.None));
        await runtime.DisposeAsync().AsTask().WaitAsync(Timeout);
    }

    [Fact]
    public async Task Grains_that_call_each_other_in_a_circle_are_told_so()
    {
        var runtime = new GrainRuntime();
        var probes = Register(runtime);
        var circle = probes.CallAsync("a", (_, one) => probes.CallAsync("b", (_, two) => probes.CallAsync("a", Count, two), one), CancellationToken.None);
        await Assert.ThrowsAsync<GrainCircleException>(() => circle.AsTask().WaitAsync(Timeout));

        // A chain that comes back to nobody is none, and neither is a message that is sent.
        Assert.Equal(1, await probes.CallAsync("c", (_, one) => probes.CallAsync("d", (_, two) => probes.CallAsync("e", Count, two), one), CancellationToken.None).AsTask().WaitAsync(Timeout));
        await probes.CallAsync("f", async (_, call) => { await probes.SendAsync("f", Count, call); return 0; }, CancellationToken.None).AsTask().WaitAsync(Timeout);
        Assert.Equal(3, await probes.CallAsync("f", Count, CancellationToken.None));
        await runtime.DisposeAsync().AsTask().WaitAsync(Timeout);
    }

    [Fact]
    public async Task A_call_that_nobody_sees_the_circle_of_ends_with_the_default_deadline()
    {
        var clock = new ManualClock();
        var runtime = new GrainRuntime(new GrainRuntimeOptions { Clock = clock, SweepInterval = TimeSpan.FromSeconds(1), CallTimeout = TimeSpan.FromSeconds(30) });
        var probes = Register(runtime);
        var circle = probes.CallAsync(
            "a",
            async (_, call) =>
            {
                await Task.Yield();
                return await probes.CallAsync("a", Count, call);
            },
            CancellationToken.None).AsTask();
        using var stop = new CancellationTokenSource(Timeout);
        while (!circle.IsCompleted)
        {
            clock.Advance(TimeSpan.FromSeconds(1));
            await Task.Delay(1, stop.Token);
        }

        await Assert.ThrowsAsync<GrainDeadlineException>(() => circle);
        Assert.Equal(1, await probes.CallAsync("a", Count, CancellationToken.None).AsTask().WaitAsync(Timeout));
        await runtime.DisposeAsync().AsTask().WaitAsync(Timeout);
    }

    [Fact]
    public async Task What_is_sent_is_handled_though_activating_fails_at_first()
    {
        var crashes = 0;
        var runtime = new GrainRuntime(new GrainRuntimeOptions { Crashed = (_, _, _) => { Interlocked.Increment(ref crashes); throw new InvalidDataException("A callback that throws ends nothing."); } });
        var log = new ProbeLog();
        var fragile = runtime.Register<int, int>("fragile", _ => new FragileGrain(log, () => Volatile.Read(ref crashes) < 3));
        for (var i = 0; i < 5; i++) await fragile.SendAsync("a", i, CancellationToken.None);
        Assert.Equal(9, await fragile.CallAsync("a", 9, CancellationToken.None).AsTask().WaitAsync(Timeout));
        Assert.Equal(["0", "1", "2", "3", "4", "9"], log.Lines);
        Assert.Equal(3, crashes);
        await runtime.DisposeAsync().AsTask().WaitAsync(Timeout);
    }

    [Fact]
    public async Task Closing_does_not_wait_for_a_grain_that_can_never_be_activated()
    {
        var runtime = new GrainRuntime(new GrainRuntimeOptions { Clock = new ManualClock() });
        var fragile = runtime.Register<int, int>("fragile", _ => new FragileGrain(_log, () => true));
        for (var i = 0; i < 5; i++) await fragile.SendAsync("a", i, CancellationToken.None);
        await runtime.DisposeAsync().AsTask().WaitAsync(Timeout);
        Assert.Empty(_log.Lines);
    }

    [Fact]
    public async Task Sweeping_stands_senders_that_change_the_times_meanwhile()
    {
        const int Keys = 600;
        var clock = new ManualClock();
        await using var runtime = new GrainRuntime(new GrainRuntimeOptions { Clock = clock, LiveGrainsMax = 300, SweepInterval = TimeSpan.FromDays(1) });
        var probes = Register(runtime);
        using var stop = new CancellationTokenSource();
        var senders = Enumerable.Range(0, 3).Select(sender => Task.Run(async () =>
        {
            var random = new Random(sender);
            while (!stop.IsCancellationRequested) await probes.CallAsync($"{random.Next(Keys)}", Count, CancellationToken.None);
        })).ToArray();
        for (var i = 0; i < 2000; i++)
        {
            clock.Advance(TimeSpan.FromMilliseconds(1));
            runtime.Sweep();
        }

        await stop.CancelAsync();
        await Task.WhenAll(senders).WaitAsync(Timeout);
    }

    private static ValueTask<int> Count(Probe probe, GrainCall call) => new(probe.Handled);

    private GrainKind<Func<Probe, GrainCall, ValueTask<int>>, int> Register(GrainRuntime runtime) =>
        runtime.Register<Func<Probe, GrainCall, ValueTask<int>>, int>("probe", key => new Probe(_log, key));

    private sealed class FragileGrain(ProbeLog log, Func<bool> fails) : Grain<int, int>
    {
        protected override ValueTask ActivateAsync(GrainCall call) => fails() ? throw new InvalidDataException("not yet") : ValueTask.CompletedTask;

        protected override ValueTask<int> HandleAsync(int message, GrainCall call)
        {
            log.Add($"{message}");
            return new ValueTask<int>(message);
        }
    }
}
