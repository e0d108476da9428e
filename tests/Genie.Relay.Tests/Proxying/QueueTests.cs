using Genie.Relay.Tests.Running;
using Genie.Testing;
using Grpc.Core;

namespace Genie.Relay.Tests.Proxying;

public sealed class QueueTests
{
    [SkippableFact]
    public async Task Calls_wait_for_a_slot_and_a_full_queue_says_when_to_come_back()
    {
        await using var relay = await OneSlotAsync(queueSize: 1);
        using var running = await relay.HoldAsync();
        var waiting = relay.CallAsync("Io", "1");
        await TestRelay.UntilAsync(async () => (await relay.FiguresAsync()).Queue == 1);
        var error = await Assert.ThrowsAsync<RpcException>(() => relay.CallAsync("Echo", "x"));
        Assert.Equal((StatusCode.Unavailable, "genie relay: no worker is free and 1 calls wait already (queue.size)"), (error.StatusCode, error.Status.Detail));
        Assert.Equal("250", error.Trailers.GetValue("grpc-retry-pushback-ms"));
        await Task.WhenAll(running.ReleaseAsync(), waiting);
    }

    [SkippableFact]
    public async Task A_call_whose_deadline_passes_in_the_queue_never_reaches_a_worker()
    {
        using var folder = new TemporaryFolder();
        var journal = folder.Write("journal", "");
        await using var relay = await OneSlotAsync(queueSize: 10, journal);
        using var running = await relay.HoldAsync();
        var late = relay.StatusOfAsync("Once", "late", TestRelay.RelayDeadline);
        await TestRelay.UntilAsync(async () => (await relay.FiguresAsync()).Queue == 1);
        relay.Clock!.Advance(TestRelay.BeyondTimeout);
        Assert.Equal((StatusCode.DeadlineExceeded, "genie relay: the deadline passed before a worker was free"), Parts(await late.WaitAsync(TestRelay.Timeout)));
        Assert.Equal(0, (await relay.FiguresAsync()).Queue);
        await running.ReleaseAsync();
        await relay.CallAsync("Once", "next");
        Assert.Equal(["next"], await File.ReadAllLinesAsync(journal));
    }

    [SkippableFact]
    public async Task A_call_waits_no_longer_than_the_queues_time()
    {
        await using var relay = await OneSlotAsync(queueSize: 10, timeout: TestRelay.BeyondTimeout);
        using var running = await relay.HoldAsync();
        var status = relay.StatusOfAsync("Echo", "x");
        await TestRelay.UntilAsync(async () => (await relay.FiguresAsync()).Queue == 1);
        relay.Clock!.Advance(TestRelay.BeyondTimeout);
        Assert.Equal((StatusCode.Unavailable, "genie relay: no worker was free for 150 s (queue.timeout)"), Parts(await status.WaitAsync(TestRelay.Timeout)));
        await running.ReleaseAsync();
    }

    [SkippableFact]
    public async Task A_call_that_a_worker_died_with_is_not_run_again()
    {
        using var folder = new TemporaryFolder();
        var journal = folder.Write("journal", "");
        await using var relay = await OneSlotAsync(queueSize: 100, journal);
        var running = Task.WhenAll(Enumerable.Range(0, 30).Select(async each => (Name: $"{each}", Status: await relay.StatusOfAsync(each == 10 ? "Die" : "Once", $"{each}"))));
        await relay.PassTimeUntilAsync(() => Task.FromResult(running.IsCompleted));
        var calls = await running;
        var failed = calls.Where(call => call.Status.StatusCode != StatusCode.OK).ToList();
        Assert.True(failed is [("10", { StatusCode: StatusCode.Unavailable })], string.Join('\n', failed));
        Assert.Equal(calls.Where(call => call.Name != "10").Select(call => call.Name).Order(), (await File.ReadAllLinesAsync(journal)).Order());
    }

    [SkippableFact]
    public async Task A_worker_that_stands_still_costs_its_calls_their_deadline_and_others_nothing()
    {
        await using var relay = await TestRelay.StartAsync(options => options with
        {
            Ejection = options.Ejection with { Failures = 1, Time = TimeSpan.FromHours(1) },
            HealthCheck = options.HealthCheck with { Interval = TimeSpan.FromHours(1) },
            Clock = new ManualClock(),
        });
        var worker = (await relay.FiguresAsync()).Workers[0];
        await using (await HaltedProcess.HaltAsync(worker.ProcessId))
        {
            // By chance the other one has them all once in 2 to the power of 64.
            var calls = Enumerable.Range(0, 64).Select(_ => relay.StatusOfAsync("Echo", "x", TestRelay.RelayDeadline)).ToList();
            await TestRelay.UntilAsync(async () =>
            {
                var stuck = (await relay.FiguresAsync()).Workers.Single(each => each.ProcessId == worker.ProcessId).InFlight;
                return stuck > 0 && stuck == calls.Count(call => !call.IsCompleted);
            });
            var ended = calls.ToLookup(call => call.IsCompleted);
            relay.Clock!.Advance(TestRelay.BeyondTimeout);
            Assert.All(await Task.WhenAll(ended[true]), status => Assert.Equal(StatusCode.OK, status.StatusCode));
            Assert.All(await Task.WhenAll(ended[false]).WaitAsync(TestRelay.Timeout), status => Assert.Equal(StatusCode.DeadlineExceeded, status.StatusCode));
            await TestRelay.UntilAsync(async () => (await relay.FiguresAsync()).Serving.Count == 1);
            for (var each = 0; each < 20; each++) Assert.Equal("x", await relay.CallAsync("Echo", "x"));
        }
    }

    private static Task<TestRelay> OneSlotAsync(int queueSize, string journal = "", TimeSpan? timeout = null) => TestRelay.StartAsync(options => options with
    {
        Workers = options.Workers with { Count = 1, PoolSize = 1, Environment = new Dictionary<string, string> { ["TRIAL_JOURNAL"] = journal } },
        Queue = options.Queue with { Size = queueSize, RetryPushback = TimeSpan.FromMilliseconds(250), Timeout = timeout ?? options.Queue.Timeout },
        HealthCheck = options.HealthCheck with { Interval = TimeSpan.FromHours(1) },
        Clock = new ManualClock(),
    });

    private static (StatusCode Code, string Detail) Parts(Status status) => (status.StatusCode, status.Detail);
}
