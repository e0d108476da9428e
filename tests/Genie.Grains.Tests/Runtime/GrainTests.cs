using Genie.Testing;

namespace Genie.Grains.Tests.Runtime;

public sealed class GrainTests
{
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(60);

    private readonly ProbeLog _log = new();

    [Fact]
    public async Task A_grain_is_made_by_its_first_message_and_keeps_its_state()
    {
        await using var runtime = new GrainRuntime();
        var probes = Register(runtime);
        Assert.Empty(_log.Lines);
        for (var i = 1; i <= 3; i++) Assert.Equal(i, await probes.CallAsync("a", Count, CancellationToken.None));
        Assert.Equal(1, await probes.CallAsync("b", Count, CancellationToken.None));
        Assert.Equal(["activate a", "activate b"], _log.Lines);
        Assert.Equal(2, runtime.LiveGrains);
        Assert.Throws<ArgumentException>(() => Register(runtime));
    }

    [Fact]
    public async Task Turns_do_not_overlap_and_keep_each_senders_order()
    {
        await using var runtime = new GrainRuntime();
        var probes = Register(runtime);
        var seen = Enumerable.Range(0, 4).Select(_ => new List<int>()).ToArray();
        await Task.WhenAll(Enumerable.Range(0, 4).Select(sender => Task.Run(async () =>
        {
            for (var i = 0; i < 2000; i++)
            {
                var number = i;
                await probes.SendAsync(
                    "a",
                    async (_, _) =>
                    {
                        if (number % 3 == 0) await Task.Yield();
                        seen[sender].Add(number);
                        return 0;
                    },
                    CancellationToken.None);
            }
        })));
        Assert.Equal(8001, await probes.CallAsync("a", Count, CancellationToken.None));
        Assert.Equal(0, _log.Overlaps);
        Assert.All(seen, numbers => Assert.Equal(Enumerable.Range(0, 2000), numbers));
    }

    [Fact]
    public async Task A_runtime_that_is_disposed_of_waits_no_longer_than_it_may_for_a_grain_that_never_ends()
    {
        var crashes = new List<string>();
        var runtime = new GrainRuntime(new GrainRuntimeOptions { StopTimeout = TimeSpan.FromMilliseconds(50), MailboxCapacity = 1, Crashed = (kind, key, error) => crashes.Add($"{kind}/{key}: {error.GetType().Name}") });
        var probes = Register(runtime);
        var never = new TaskCompletionSource<int>();
        var underWay = probes.CallAsync("a", (_, _) => new ValueTask<int>(never.Task), CancellationToken.None).AsTask();
        await WaitUntilAsync(() => runtime.LiveGrains == 1);
        Task[] others = [.. Enumerable.Range(0, 5).Select(_ => probes.CallAsync("a", Count, CancellationToken.None).AsTask())];
        await probes.CallAsync("b", Count, CancellationToken.None);
        await runtime.DisposeAsync().AsTask().WaitAsync(Timeout);
        foreach (var call in others.Append(underWay)) await Assert.ThrowsAsync<GrainDeadlineException>(() => call.WaitAsync(Timeout));
        Assert.Equal(["probe/a: TimeoutException"], crashes);
        Assert.Contains("deactivate b", _log.Lines);
    }

    [Fact]
    public async Task A_crash_restarts_that_grain_alone_and_reaches_the_caller()
    {
        var crashes = new List<string>();
        await using var runtime = new GrainRuntime(new GrainRuntimeOptions { Crashed = (kind, key, error) => crashes.Add($"{kind}/{key}: {error.Message}") });
        var probes = Register(runtime);
        await probes.CallAsync("a", Count, CancellationToken.None);
        await probes.CallAsync("b", Count, CancellationToken.None);
        var error = await Assert.ThrowsAsync<InvalidDataException>(async () => await probes.CallAsync("a", (_, _) => throw new InvalidDataException("ouch"), CancellationToken.None));
        Assert.Equal("ouch", error.Message);
        Assert.Equal(1, await probes.CallAsync("a", Count, CancellationToken.None));
        Assert.Equal(2, await probes.CallAsync("b", Count, CancellationToken.None));
        await Assert.ThrowsAsync<GrainRefusalException>(async () => await probes.CallAsync("b", (_, _) => throw new GrainRefusalException("no"), CancellationToken.None));
        Assert.Equal(4, await probes.CallAsync("b", Count, CancellationToken.None));
        Assert.Equal(["probe/a: ouch"], crashes);
        Assert.Equal((1, 2), (runtime.Crashes, runtime.LiveGrains));
    }

    [Fact]
    public async Task A_full_mailbox_makes_senders_wait_and_nothing_is_dropped()
    {
        await using var runtime = new GrainRuntime(new GrainRuntimeOptions { MailboxCapacity = 4 });
        var probes = Register(runtime);
        var gate = new TaskCompletionSource<int>();
        var blocked = probes.CallAsync("a", (_, _) => new ValueTask<int>(gate.Task), CancellationToken.None).AsTask();
        await WaitUntilAsync(() => runtime.LiveGrains == 1);
        var sends = Enumerable.Range(0, 100).Select(_ => probes.SendAsync("a", Count, CancellationToken.None).AsTask()).ToArray();
        Assert.InRange(sends.Count(send => send.IsCompleted), 4, 5);
        using var cancellation = new CancellationTokenSource();
        var cancelled = probes.SendAsync("a", Count, cancellation.Token).AsTask();
        await cancellation.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => cancelled.WaitAsync(Timeout));
        gate.SetResult(1);
        await Task.WhenAll(sends).WaitAsync(Timeout);
        await blocked;
        Assert.Equal(102, await probes.CallAsync("a", Count, CancellationToken.None));
    }

    [Fact]
    public async Task A_full_mailbox_is_an_error_where_that_is_asked_for()
    {
        await using var runtime = new GrainRuntime(new GrainRuntimeOptions { MailboxCapacity = 2, WhenFull = WhenFull.Fail });
        var probes = Register(runtime);
        var gate = new TaskCompletionSource<int>();
        var blocked = probes.CallAsync("a", (_, _) => new ValueTask<int>(gate.Task), CancellationToken.None).AsTask();
        await WaitUntilAsync(() => runtime.LiveGrains == 1);
        var taken = 0;
        var error = await Assert.ThrowsAsync<GrainOverloadedException>(async () =>
        {
            for (; taken < 100; taken++) await probes.SendAsync("a", Count, CancellationToken.None);
        });
        Assert.True(error.IsTransient);
        Assert.InRange(taken, 2, 3);
        await Assert.ThrowsAsync<GrainOverloadedException>(async () => await probes.CallAsync("a", Count, CancellationToken.None));
        gate.SetResult(1);
        await blocked;
        await WaitUntilAsync(() => probes.CallAsync("a", Count, CancellationToken.None).AsTask().ContinueWith(task => task.IsCompletedSuccessfully, TaskScheduler.Default).Result);
    }

    [Fact]
    public async Task Cancellation_and_deadlines_travel_from_grain_to_grain()
    {
        await using var runtime = new GrainRuntime();
        var probes = Register(runtime);
        var clock = new ManualClock();
        var time = TimeSpan.FromSeconds(5);
        using var call = GrainCall.WithDeadline(time, clock, CancellationToken.None);
        var inner = new TaskCompletionSource<TimeSpan?>();
        var outer = probes.CallAsync(
            "a",
            (_, outerCall) => probes.CallAsync(
                "b",
                async (_, innerCall) =>
                {
                    inner.SetResult(innerCall.Remaining);
                    await Task.Delay(System.Threading.Timeout.Infinite, innerCall.Token);
                    return 0;
                },
                outerCall),
            call).AsTask();
        Assert.Equal(time, await inner.Task.WaitAsync(Timeout));
        clock.Advance(time);
        await Assert.ThrowsAsync<GrainDeadlineException>(() => outer.WaitAsync(Timeout));

        // Neither was restarted, nor is it stuck; what comes too late is not begun.
        Assert.Equal(2, await probes.CallAsync("b", Count, CancellationToken.None));
        Assert.Equal(2, await probes.CallAsync("a", Count, CancellationToken.None));
        Assert.Equal(0, runtime.Crashes);
        await Assert.ThrowsAsync<GrainDeadlineException>(async () => await probes.CallAsync("a", Count, call));
        using var cancellation = new CancellationTokenSource();
        var waiting = probes.CallAsync("a", async (_, each) => { await Task.Delay(System.Threading.Timeout.Infinite, each.Token); return 0; }, cancellation.Token).AsTask();
        await cancellation.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => waiting.WaitAsync(Timeout));
    }

    [Fact]
    public async Task Idle_grains_are_passivated_and_come_back()
    {
        var clock = new ManualClock();
        await using var runtime = new GrainRuntime(new GrainRuntimeOptions { Clock = clock, IdleTime = TimeSpan.FromSeconds(60), SweepInterval = TimeSpan.FromSeconds(10) });
        var probes = Register(runtime);
        await probes.CallAsync("a", Count, CancellationToken.None);
        clock.Advance(TimeSpan.FromSeconds(50));
        await probes.CallAsync("b", Count, CancellationToken.None);
        Assert.Equal(2, runtime.LiveGrains);
        var last = 1;
        using (var timeout = new CancellationTokenSource(Timeout))
        {
            // A grain whose last turn has just ended may still count as busy at a sweep; a later one finds it.
            while (runtime.LiveGrains == 2)
            {
                last = await probes.CallAsync("b", Count, CancellationToken.None);
                clock.Advance(TimeSpan.FromSeconds(10));
                await Task.Delay(1, timeout.Token);
            }
        }

        Assert.Equal(["activate a", "activate b", "deactivate a"], _log.Lines);
        Assert.Equal(1, await probes.CallAsync("a", Count, CancellationToken.None));
        Assert.Equal(last + 1, await probes.CallAsync("b", Count, CancellationToken.None));
    }

    [Fact]
    public async Task Beyond_the_bound_those_idle_longest_go()
    {
        const int Bound = 100;
        var clock = new ManualClock();
        await using var runtime = new GrainRuntime(new GrainRuntimeOptions { Clock = clock, LiveGrainsMax = Bound, SweepInterval = TimeSpan.FromSeconds(10) });
        var probes = Register(runtime);
        var made = 0;
        while (made < Bound) await probes.CallAsync($"{made++}", Count, CancellationToken.None);

        // Idleness is known as of the last sweep: those made after this one are younger, all that were made before are equally old.
        clock.Advance(TimeSpan.FromSeconds(10));
        var old = Enumerable.Range(0, Bound).Select(i => $"deactivate {i}").ToHashSet();
        while (!old.IsSubsetOf(_log.Lines) && made < 4 * Bound)
        {
            await probes.CallAsync($"{made++}", Count, CancellationToken.None);
            await WaitUntilAsync(() => runtime.LiveGrains <= Bound);
        }

        // Each sweep takes a tenth more than it must; were the choice free, five times as many had to come before all the old ones are gone.
        Assert.InRange(made, 2 * Bound - Bound / 10, 2 * Bound + Bound / 2);
    }

    [Fact]
    public async Task No_message_is_lost_while_grains_come_and_go()
    {
        var clock = new ManualClock();
        await using var runtime = new GrainRuntime(new GrainRuntimeOptions { Clock = clock, IdleTime = TimeSpan.FromTicks(1), SweepInterval = TimeSpan.FromSeconds(1), CallTimeout = System.Threading.Timeout.InfiniteTimeSpan });
        var probes = Register(runtime);
        var total = 0;
        using var stop = new CancellationTokenSource();
        var sweeping = Task.Run(() =>
        {
            while (!stop.IsCancellationRequested)
            {
                clock.Advance(TimeSpan.FromSeconds(1));
                Thread.Yield();
            }
        });
        await Task.WhenAll(Enumerable.Range(0, 3).Select(_ => Task.Run(async () =>
        {
            for (var i = 0; i < 3000; i++)
                await probes.CallAsync($"{i % 5}", (_, _) => new ValueTask<int>(Interlocked.Increment(ref total)), CancellationToken.None).AsTask().WaitAsync(Timeout);
        })));
        // A machine that is busy may not have let the sweeper in meanwhile.
        var waiting = System.Diagnostics.Stopwatch.StartNew();
        while (!_log.Lines.Contains("deactivate 0") && waiting.Elapsed < Timeout) await Task.Delay(1);
        await stop.CancelAsync();
        await sweeping;
        Assert.Equal((9000, 0), (total, _log.Overlaps));
        Assert.Contains("deactivate 0", _log.Lines);
    }

    [Fact]
    public async Task Timers_send_the_grain_messages_until_they_are_disposed_or_it_goes()
    {
        var clock = new ManualClock();
        await using var runtime = new GrainRuntime(new GrainRuntimeOptions { Clock = clock, IdleTime = TimeSpan.FromDays(1) });
        var probes = Register(runtime);
        var ticks = 0;
        IDisposable? timer = null;
        await probes.CallAsync(
            "a",
            (probe, _) =>
            {
                timer = probe.Context.SetTimer((_, _) => new ValueTask<int>(Interlocked.Increment(ref ticks)), TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(5));
                return new ValueTask<int>(0);
            },
            CancellationToken.None);
        for (var expected = 1; expected <= 3; expected++)
        {
            clock.Advance(TimeSpan.FromSeconds(expected == 1 ? 1 : 5));
            await WaitUntilAsync(() => Volatile.Read(ref ticks) == expected);
        }

        timer!.Dispose();
        clock.Advance(TimeSpan.FromSeconds(20));
        Assert.Equal(5, await probes.CallAsync("a", Count, CancellationToken.None));
        Assert.Equal(3, ticks);
    }

    [Fact]
    public async Task Closing_handles_what_was_sent_and_passivates_all()
    {
        var runtime = new GrainRuntime();
        var probes = Register(runtime);
        var handled = 0;
        for (var i = 0; i < 1000; i++)
        {
            await probes.SendAsync(
                $"{i % 10}",
                async (_, _) =>
                {
                    await Task.Yield();
                    return Interlocked.Increment(ref handled);
                },
                CancellationToken.None);
        }

        await runtime.DisposeAsync();
        Assert.Equal((1000, 0), (handled, (int)runtime.LiveGrains));
        Assert.Equal(10, _log.Lines.Count(line => line.StartsWith("deactivate", StringComparison.Ordinal)));
        await Assert.ThrowsAsync<ObjectDisposedException>(async () => await probes.SendAsync("a", Count, CancellationToken.None));
    }

    private static ValueTask<int> Count(Probe probe, GrainCall call) => new(probe.Handled);

    private static async Task WaitUntilAsync(Func<bool> isTrue)
    {
        using var timeout = new CancellationTokenSource(Timeout);
        while (!isTrue()) await Task.Delay(5, timeout.Token);
    }

    private GrainKind<Func<Probe, GrainCall, ValueTask<int>>, int> Register(GrainRuntime runtime) =>
        runtime.Register<Func<Probe, GrainCall, ValueTask<int>>, int>("probe", key => new Probe(_log, key));
}
