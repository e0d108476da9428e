using Genie.Benchmarks.Drivers;
using Genie.Benchmarks.Drivers.Sockets;
using Genie.Benchmarks.Load;
using Genie.Benchmarks.Load.Workers;
using Genie.Benchmarks.Reporting.Model;
using Genie.Brokers;
using Genie.Brokers.InMemory;
using Genie.Servers;

namespace Genie.Benchmarks.Tests.Load;

public sealed class LoadRunnerTests
{
    [Theory]
    [InlineData("none", 1, 1)]
    [InlineData("none", 4, 3)]
    [InlineData("inmemory", 1, 1)]
    [InlineData("inmemory", 4, 3)]
    [InlineData("sockets", 1, 1)]
    [InlineData("sockets", 4, 3)]
    public async Task Every_request_of_a_closed_loop_is_counted_once_in_every_book(string broker, int connections, int inFlight)
    {
        var row = await MeasureAsync(Job(broker, RunMode.RoundTrip) with { Connections = connections, InFlight = inFlight });
        Assert.DoesNotContain(row.Marks, mark => mark.Kind == RowMarkKinds.Ledger);
        Assert.True(row.Requests > 0, Describe(row));
        Assert.Equal(row.Requests, row.Ledger.Sent);
        Assert.Equal(row.Requests, row.Ledger.Delivered);
        Assert.Equal(row.Requests, row.Ledger.Confirmed);
        Assert.True(row.FirstRequestMilliseconds > 0);
    }

    [Theory]
    [InlineData("none", Confirmation.Buffered, 1)]
    [InlineData("none", Confirmation.Accepted, 8)]
    [InlineData("inmemory", Confirmation.Buffered, 1)]
    [InlineData("inmemory", Confirmation.Accepted, 8)]
    [InlineData("sockets", Confirmation.Buffered, 1)]
    [InlineData("sockets", Confirmation.Accepted, 8)]
    public async Task Every_message_sent_is_counted_once_in_every_book(string broker, Confirmation level, int window)
    {
        var row = await MeasureAsync(Job(broker, RunMode.FireAndForget) with { Confirmation = level, InFlight = window, Connections = 3 });
        Assert.True(row.Valid, Describe(row));
        Assert.True(row.Requests > 0);
        Assert.Equal(row.Requests, row.Ledger.Sent);
        Assert.Equal(row.Requests, row.Ledger.Delivered);
        Assert.Equal(0, row.Ledger.Reordered);
    }

    [Fact]
    public async Task A_message_to_several_listeners_is_counted_for_each()
    {
        var row = await MeasureAsync(Job("inmemory", RunMode.FireAndForget) with { InFlight = 8, Connections = 2, FanOut = 3 });
        Assert.True(row.Valid, Describe(row));
        Assert.True(row.Requests > 0);
        Assert.Equal((row.Requests, 3 * row.Requests, 3), (row.Ledger.Sent, row.Ledger.Delivered, row.FanOut));
    }

    [Theory]
    [InlineData(RunMode.RoundTrip)]
    [InlineData(RunMode.FireAndForget)]
    public async Task A_message_through_several_stages_is_booked_by_the_last(RunMode mode)
    {
        var row = await MeasureAsync(Job("inmemory", mode) with { InFlight = 4, Connections = 2, PipelineStages = 3 });
        Assert.True(row.Valid, Describe(row));
        Assert.True(row.Requests > 0);
        Assert.Equal((row.Requests, row.Requests, 3), (row.Ledger.Sent, row.Ledger.Delivered, row.PipelineStages));
        Assert.Equal(0, row.Ledger.Reordered);
    }

    [Theory]
    [InlineData("sockets", "of two processes")]
    [InlineData("inmemory", "inside one process")]
    public async Task A_reference_is_shown_and_not_ranked(string broker, string what)
    {
        var row = await MeasureAsync(Job(broker, RunMode.RoundTrip));
        Assert.False(row.Ranked);
        Assert.Contains(what, Assert.Single(row.Marks, mark => mark.Kind == RowMarkKinds.Baseline).Text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_open_loop_sends_as_many_as_were_intended()
    {
        var row = await MeasureAsync(Job("inmemory", RunMode.RoundTrip) with { RatePerSecond = 200, DurationSeconds = 0.5, InFlight = 8 });
        Assert.Equal(100, row.Requests);
        Assert.Equal(100, row.Ledger.Sent);
        Assert.InRange(row.ThroughputPerSecond, 1, 200);
    }

    [Fact]
    public async Task An_open_loop_with_more_senders_than_requests_reaches_no_more_than_was_asked()
    {
        var row = await MeasureAsync(Job("inmemory", RunMode.RoundTrip) with { RatePerSecond = 4, DurationSeconds = 0.5, InFlight = 64 });
        Assert.Equal(2, row.Requests);
        Assert.InRange(row.ThroughputPerSecond, 0.1, 4);
    }

    [Fact]
    public async Task A_stall_counts_against_every_request_that_was_due_in_it()
    {
        // 100 requests are due, 5 ms apart; the worker sleeps through the first 300 ms, one request at a time. At least
        // the fifty due in the first 250 ms are then 50 ms late and more, although only one of them was under way.
        var row = await MeasureAsync(
            Job("inmemory", RunMode.RoundTrip) with { RatePerSecond = 200, DurationSeconds = 0.5, WarmUpSeconds = 0 },
            workload: new EchoWorkload { Stall = TimeSpan.FromMilliseconds(300) });
        Assert.Equal(100, row.Requests);
        Assert.True(row.LatencyMicroseconds.P50 >= 45_000, $"{row.LatencyMicroseconds}");
    }

    [Fact]
    public async Task A_rate_that_changes_sends_as_many_as_its_stages_say()
    {
        var row = await MeasureAsync(Job("inmemory", RunMode.RoundTrip) with { RatePerSecond = 300, RateStages = "100..500:300ms,300:200ms", DurationSeconds = 0.5, InFlight = 8 });
        Assert.Equal(150, row.Requests);
        Assert.Equal(("100..500:300ms,300:200ms", 300), (row.RateStages, row.RateAsked));
    }

    [Fact]
    public async Task What_is_sent_while_the_worker_is_away_waits_and_is_drained_when_it_is_back()
    {
        var row = await MeasureAsync(Job("inmemory", RunMode.FireAndForget) with { RatePerSecond = 1000, DurationSeconds = 1, WorkerAwaySeconds = 0.6, BacklogMessages = 0 });
        Assert.True(row.Valid, Describe(row));
        Assert.Equal(1000, row.Ledger.Delivered);
        AssertAway(0.6, row);
        Assert.InRange(row.Backlog!.Largest, 1, 1000);
        Assert.True(row.Backlog.DrainSeconds > 0, Describe(row));
        Assert.True(row.Backlog.DrainPerSecond > 0);
        Assert.Contains(row.Remarks, remark => remark.Contains("messages waited", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_worker_that_stays_away_longer_than_is_sent_is_waited_for()
    {
        var row = await MeasureAsync(Job("sockets", RunMode.FireAndForget) with { RatePerSecond = 100, DurationSeconds = 0.2, WorkerAwaySeconds = 0.6, WorkerDelayMilliseconds = 1 });
        AssertAway(0.6, row);
        Assert.Equal(row.Ledger.Sent, row.Ledger.Delivered + row.Ledger.Lost);
    }

    // Timers count whole milliseconds, and may be one early.
    private static void AssertAway(double seconds, RunRow row) => Assert.True(row.Backlog!.AwaySeconds >= seconds - 0.002, $"{row.Backlog}");

    [Fact]
    public async Task A_slow_worker_makes_each_request_as_much_slower()
    {
        var row = await MeasureAsync(Job("inmemory", RunMode.RoundTrip) with { WorkerDelayMilliseconds = 20 });
        Assert.True(row.LatencyMicroseconds.P50 >= 19_000, $"{row.LatencyMicroseconds}");
        Assert.Equal(20, row.WorkerDelayMilliseconds);
    }

    [Fact]
    public async Task Lost_messages_are_counted_and_make_the_row_invalid()
    {
        var row = await MeasureAsync(
            Job("inmemory", RunMode.FireAndForget) with { Confirmation = Confirmation.Buffered },
            new InMemoryOptions { LossPerMillion = 500_000 });
        Assert.True(row.Ledger.Lost > 0, Describe(row));
        Assert.Equal(row.Ledger.Sent, row.Ledger.Delivered + row.Ledger.Lost);
        Assert.False(row.Valid);
        Assert.Contains(row.Marks, mark => mark.Kind == RowMarkKinds.LostAfterConfirm);
    }

    [Fact]
    public async Task Wrong_answers_are_errors()
    {
        var row = await MeasureAsync(Job("inmemory", RunMode.RoundTrip) with { WarmUpSeconds = 0 }, workload: new EchoWorkload(), lieAfterFirst: true);
        Assert.Equal(0, row.Requests);
        Assert.True(row.Ledger.Errors > 0);
        Assert.False(row.Valid);
        Assert.Contains(row.Remarks, remark => remark.Contains("intact but wrong", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Cancelling_ends_early_with_what_was_measured()
    {
        using var cancel = new CancellationTokenSource();
        var row = await MeasureAsync(
            Job("inmemory", RunMode.RoundTrip) with { DurationSeconds = 600, WarmUpSeconds = 0 },
            report: progress =>
            {
                if (progress is { Phase: "measuring", PerSecond: > 0 }) cancel.Cancel();
            },
            cancellationToken: cancel.Token);
        Assert.True(row.Requests > 0);
        Assert.Equal(row.Requests, row.Ledger.Delivered);
        Assert.False(row.Valid);
        Assert.Contains(row.Marks, mark => mark.Kind == RowMarkKinds.Partial);
    }

    private static LoadJob Job(string broker, RunMode mode) => new()
    {
        Broker = new BrokerChoice { Broker = broker, Client = "wire" },
        Workload = new WorkloadChoice { Stages = Workload.Stages.Transport },
        Mode = mode,
        Confirmation = Confirmation.Buffered,
        DurationSeconds = 0.4,
        WarmUpSeconds = 0.1,
    };

    [Theory]
    [InlineData(RunMode.RoundTrip)]
    [InlineData(RunMode.FireAndForget)]
    public async Task Slices_are_rows_of_one_join(RunMode mode)
    {
        var connecting = 0;
        var rows = await MeasureOnceAsync(Job("inmemory", mode) with { Slices = 3, Repetition = 4, Repetitions = 6, DurationSeconds = 0.2 }, null, null, false, progress => connecting += progress.Phase == "connecting" ? 1 : 0, CancellationToken.None);
        Assert.Equal([4, 5, 6], rows.Select(row => row.Repetition));
        Assert.Equal(1, connecting);
        Assert.All(rows, row =>
        {
            Assert.True(row.Valid, Describe(row));
            Assert.Equal(row.Ledger.Sent, row.Ledger.Delivered);
            Assert.Equal(row.Ledger.Delivered / row.DurationSeconds, row.ArrivedPerSecond!.Value, 6);
        });
    }

    [Fact]
    public async Task A_warm_up_alone_gives_no_row() =>
        Assert.Empty(await MeasureOnceAsync(Job("inmemory", RunMode.RoundTrip) with { Slices = 0 }, null, null, false, null, CancellationToken.None));

    [Fact]
    public async Task Who_ends_early_gets_the_slices_that_were_measured()
    {
        using var stop = new CancellationTokenSource();
        var measuring = 0;
        var rows = await MeasureOnceAsync(
            Job("inmemory", RunMode.RoundTrip) with { Slices = 3, Repetitions = 3, DurationSeconds = 0.2 }, null, null, false,
            progress =>
            {
                if (progress is { Phase: LoadRunner.MeasuringPhase, ElapsedSeconds: 0 } && ++measuring == 2) stop.Cancel();
            },
            stop.Token);
        Assert.Equal(2, rows.Count);
        Assert.DoesNotContain(rows[0].Marks, mark => mark.Kind == RowMarkKinds.Partial);
        Assert.Contains(rows[1].Marks, mark => mark.Kind == RowMarkKinds.Partial);
    }

    // A starved machine may answer nothing in so short a time: then a closed loop is measured for longer.
    private static async Task<RunRow> MeasureAsync(
        LoadJob job, object? options = null, EchoWorkload? workload = null, bool lieAfterFirst = false,
        Action<LoadEvent>? report = null, CancellationToken cancellationToken = default)
    {
        while (true)
        {
            var row = (await MeasureOnceAsync(job, options, workload, lieAfterFirst, report, cancellationToken))[^1];
            if (row.Requests > 0 || lieAfterFirst || job.RatePerSecond > 0 || job.DurationSeconds > 10) return row;
            job = job with { DurationSeconds = job.DurationSeconds * 2 };
        }
    }

    private static async Task<IReadOnlyList<RunRow>> MeasureOnceAsync(LoadJob job, object? options, EchoWorkload? workload, bool lieAfterFirst, Action<LoadEvent>? report, CancellationToken cancellationToken)
    {
        workload ??= new EchoWorkload();
        var driver = DriverCatalogue.Find(job.Broker.Broker, job.Broker.Client);
        if (driver is SocketsDriver) options = new SocketsOptions { Url = new Uri($"tcp://127.0.0.1:{Ports.PickFree()}") };
        await using var broker = driver.Create(options ?? Activator.CreateInstance(driver.OptionsType)!);
        var workerJob = new WorkerJob { Broker = job.Broker, Channel = "test", Workload = job.Workload, DelayMilliseconds = job.WorkerDelayMilliseconds, FanOut = job.FanOut, PipelineStages = job.PipelineStages, Mode = job.Mode, Confirmation = job.Confirmation };
        await using var worker = new LocalWorker(await WorkerSession.StartAsync(broker, workload, workerJob, owns: false, CancellationToken.None));
        var runner = new LoadRunner(job, driver, broker, workload, progress =>
        {
            // The first request must be right for there to be others.
            if (lieAfterFirst && progress.Phase != "connecting") workload.Lies = true;
            report?.Invoke(progress);
        });
        return await runner.RunAsync(workerJob.Channel, worker, cancellationToken);
    }

    private static string Describe(RunRow row) => string.Join("; ", row.Marks.Select(mark => mark.Text).Concat(row.Remarks));
}
