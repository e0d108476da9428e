using Genie.Testing;

namespace Genie.Grains.Tests.Runtime;

/// <summary>What a host that decides itself where grains live asks of the runtime.</summary>
public sealed class HostTests
{
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(60);

    private readonly ProbeLog _log = new();

    [Fact]
    public async Task Passivation_waits_for_what_the_mailbox_holds()
    {
        await using var runtime = new GrainRuntime();
        var probes = Register(runtime);
        var gate = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        await probes.SendAsync("a", async (_, _) =>
        {
            await gate.Task;
            return 0;
        }, CancellationToken.None);
        var last = 0;
        for (var i = 1; i <= 10; i++)
        {
            await probes.SendAsync("a", (probe, _) => new ValueTask<int>(last = probe.Handled), CancellationToken.None);
        }

        var (first, second) = (probes.PassivateAsync("a"), probes.PassivateAsync("a"));
        Assert.False(first.IsCompleted);
        gate.SetResult();
        await Task.WhenAll(first, second).WaitAsync(Timeout);
        Assert.Equal((11, 0), (last, (int)runtime.LiveGrains));
        Assert.Equal(["activate a", "deactivate a"], _log.Lines);
        await probes.PassivateAsync("a").WaitAsync(Timeout);
        await probes.PassivateAsync("nobody").WaitAsync(Timeout);
    }

    [Fact]
    public async Task No_message_is_lost_while_a_grain_is_passivated_again_and_again()
    {
        await using var runtime = new GrainRuntime();
        var probes = Register(runtime);
        var handled = 0;
        var sending = Task.Run(async () =>
        {
            for (var i = 0; i < 20_000; i++)
            {
                await probes.SendAsync("a", (_, _) => new ValueTask<int>(++handled), CancellationToken.None);
                if (i % 100 == 0) await Task.Yield();
            }
        });
        while (!sending.IsCompleted) await probes.PassivateAsync("a").WaitAsync(Timeout);
        await sending;
        await probes.PassivateAsync("a").WaitAsync(Timeout);
        Assert.Equal((20_000, 0, 0), (handled, _log.Overlaps, (int)runtime.LiveGrains));
        Assert.Equal(_log.Lines.Count(line => line == "activate a"), _log.Lines.Count(line => line == "deactivate a"));
    }

    [Fact]
    public async Task Passivation_ends_though_the_grain_cannot_be_activated()
    {
        var attempts = 0;
        await using var runtime = new GrainRuntime();
        var kind = runtime.Register<int, int>("broken", _ => throw new InvalidDataException($"attempt {Interlocked.Increment(ref attempts)}"));
        await kind.SendAsync("a", 1, CancellationToken.None);
        await kind.PassivateAsync("a").WaitAsync(Timeout);
        Assert.InRange(attempts, 1, 3);
    }

    [Fact]
    public async Task A_grain_is_woken_without_a_turn()
    {
        await using var runtime = new GrainRuntime();
        var probes = Register(runtime);
        await probes.WakeAsync("a");
        await probes.WakeAsync("a");
        using var timeout = new CancellationTokenSource(Timeout);
        while (_log.Lines.Count == 0) await Task.Delay(5, timeout.Token);
        Assert.Equal(1, await probes.CallAsync("a", (probe, _) => new ValueTask<int>(probe.Handled), CancellationToken.None));
        Assert.Equal(["activate a"], _log.Lines);
    }

    [Fact]
    public async Task The_host_is_told_of_the_first_of_several_timers()
    {
        var clock = new ManualClock();
        var told = new List<string>();
        await using var runtime = new GrainRuntime(new GrainRuntimeOptions { Clock = clock });
        var probes = runtime.Register<Func<Probe, GrainCall, ValueTask<int>>, int>("probe", key => new Probe(_log, key), told.Add);
        Assert.False(probes.HasTimers("a"));
        await probes.CallAsync("a", (probe, _) => Set(probe, TimeSpan.FromSeconds(1)), CancellationToken.None);
        await probes.CallAsync("a", (probe, _) => Set(probe, TimeSpan.FromSeconds(2)), CancellationToken.None);
        Assert.True(probes.HasTimers("a"));
        clock.Advance(TimeSpan.FromSeconds(1));
        Assert.True(probes.HasTimers("a"));
        clock.Advance(TimeSpan.FromSeconds(1));
        Assert.False(probes.HasTimers("a"));
        await probes.CallAsync("a", (probe, _) => Set(probe, TimeSpan.FromSeconds(1)), CancellationToken.None);
        Assert.Equal(["a", "a"], told);
        await probes.PassivateAsync("a").WaitAsync(Timeout);
        Assert.False(probes.HasTimers("a"));
    }

    private static ValueTask<int> Set(Probe probe, TimeSpan due)
    {
        probe.Context.SetTimer(static (_, _) => new ValueTask<int>(0), due, System.Threading.Timeout.InfiniteTimeSpan);
        return new ValueTask<int>(0);
    }

    private GrainKind<Func<Probe, GrainCall, ValueTask<int>>, int> Register(GrainRuntime runtime) =>
        runtime.Register<Func<Probe, GrainCall, ValueTask<int>>, int>("probe", key => new Probe(_log, key));
}
